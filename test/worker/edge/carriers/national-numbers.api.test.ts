/** Numbers without a plus, which may be national or international, from phone systems. */
import { expect, test } from 'vitest';
import { readCaller, readNumber } from '../../../../worker/edge/carriers/readers.ts';
import { readSentPhone } from '../../../../worker/shared/contact/phone-numbers.ts';
import { answerOf } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../harness/client.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { makeCallCompany } from '../../core/phone/calls/call-company.ts';

test.for([
  // Valid in the region, though possible abroad too: in Peru, South Africa and Russia.
  ['5125550100', 'US', '+15125550100'],
  ['2705550100', 'US', '+12705550100'],
  ['7911123456', 'GB', '+447911123456'],
  // As it is dialled in the region.
  ['0612345678', 'FR', '+33612345678'],
  ['1 (512) 555-0100', 'US', '+15125550100'],
  ['8613800138000', 'CN', '+8613800138000'],
  // Not valid in the region, but abroad.
  ['442079460018', 'US', '+442079460018'],
  ['33612345678', 'US', '+33612345678'],
  ['15125550100', 'FR', '+15125550100'],
  ['00442079460018', 'DE', '+442079460018'],
  // Neither is assigned: it is possible in the region.
  ['5550100000', 'US', '+15550100000'],
  // With a plus it is certain, even for a number that was removed from the numbering data.
  ['+5125550100', 'US', '+5125550100'],
  ['+22981234567', 'US', '+22981234567'],
] as const)('%s in %s is %s', ([sent, region, phone]) => {
  expect(readSentPhone(sent, region)).toBe(phone);
  expect(readCaller(sent, region)).toBe(phone);
  expect(readNumber(sent, region)).toBe(phone);
});

test.for([
  ['72345', 'US', '72345'],
  ['02000', 'NO', '02000'],
  ['5550100', 'US', '5550100'],
  ['22334455', 'NO', '+4722334455'],
  ['27123456', 'US', '27123456'],
  ['sip:5125550100@pbx.example.com', 'US', '+15125550100'],
  ['sip:anonymous@anonymous.invalid', 'US', null],
  ['1-800-FLOWERS', 'US', null],
  ['Restricted', 'US', null],
  ['+1', 'US', null],
  ['', 'US', null],
] as const)('the caller "%s" in %s is %s', ([sent, region, caller]) => {
  expect(readCaller(sent, region)).toBe(caller);
});

test('calls and messages of every carrier have the same caller and the right number of the company', async () => {
  const company = await makeCallCompany();
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${company.companyId}`;
  const fields = { AccountSid: company.accountId, From: '5125550177', To: '5125550102' };
  const rung = await sendAsCarrier(account, `${lane}/call`, {
    ...fields,
    CallSid: 'CA1',
    CallStatus: 'ringing',
  });
  await sendAsCarrier(account, `${lane}/text`, { ...fields, MessageSid: 'SM1', Body: 'Hello' });
  const told = { number: '+15125550102', from: fields.From };
  const call = { carrier_call_id: 'p1', started_at: '2026-03-02T16:00:00Z', ...told };
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/calls`, call));
  const text = { carrier_text_id: 'p1', message: 'Hello', ...told };
  await answerOf(await sendAs(company.superadmin, 'POST', `${company.path}/texts`, text));

  const list = async (name: 'calls' | 'texts'): Promise<Record<string, unknown>[]> => {
    const answer = await sendAs(company.superadmin, 'GET', `${company.path}/${name}`);
    return (await answerOf<Record<typeof name, Record<string, unknown>[]>>(answer))[name];
  };
  expect(await rung.text()).toContain('<Dial');
  const caller = '+15125550177';
  expect(await list('calls')).toMatchObject([
    { from: caller, number: '+15125550102' },
    { from: caller, number: '+15125550102' },
  ]);
  expect(await list('texts')).toMatchObject([
    { phone: caller, number: '+15125550102' },
    { phone: caller, number: '+15125550102' },
  ]);
  const leads = [...(await list('calls')), ...(await list('texts'))].map(({ lead_id: lead }) => lead);
  expect(new Set(leads).size).toBe(1);
});
