/** Calls and texts to a lead come from a number of the company that the person knows. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';
import { putSettings } from '../../../../harness/dni-company.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import {
  AUSTIN,
  branches,
  type CallCompany,
  connectCarrierApi,
  freshCaller,
  makeCallCompany,
} from '../calls/call-company.ts';
import { emailField, type Field, freshEmail, leadOf, sendForm } from '../forms/sending.ts';

const DENVER = '+13035550101';
const EMAIL = '+18005550111';
const FIRST = '+15125550101';

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
  const { companyId, agent, superadmin, path } = company;
  await answerOf(
    await putSettings(companyId, {
      ...branches(agent.userId),
      forms: true,
      domains: ['example.com'],
    }),
  );
  const carrier = await startServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ sid: crypto.randomUUID() }));
    });
  });
  await connectCarrierApi(company, carrier.url);
  const own = { phone: '+15125550177', tracking_number: '' };
  await answerOf(await sendAs(superadmin, 'POST', `${path}/users/${superadmin.userId}/modify`, own));
});

const phoneField = (phone: string): Field => ['Phone', phone, 'tel', 'tel', 'phone'];

/** Sends a form from a page that shows a number. @returns the lead's id */
async function formFrom(phone: string, number: string | undefined): Promise<string> {
  const email = freshEmail();
  await sendForm(company.companyId, {
    fields: [emailField(email), phoneField(phone)],
    ...(number === undefined ? {} : { number }),
  });
  return (await leadOf(company, email)).lead_id;
}

/** Calls and writes to a lead. @returns the numbers that they see */
async function numbersSeen(lead: string): Promise<{ call: string; text: string }> {
  const { superadmin, path } = company;
  const ask = async (action: string, body: object): Promise<{ number?: string; text_id?: string }> =>
    answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/${action}`, body));
  const call = await ask('call', {});
  const text = await ask('text', { message: 'Hello' });
  return { call: call.number ?? '', text: text.number ?? '' };
}

test('a lead who has only sent a form sees the number that its page showed', async () => {
  const lead = await formFrom(freshCaller(), DENVER);

  expect(await numbersSeen(lead)).toEqual({ call: DENVER, text: DENVER });
  const { forms } = await answerOf<{ forms: { number: string | null }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/leads/${lead}/everything`),
  );
  expect(forms).toMatchObject([{ number: DENVER }]);
});

test.for([
  ['of another company', '+14155550100'],
  ['that is no number', 'Denver'],
  ['that is only printed', '+18005550100'],
  ['that is missing', undefined],
] as const)(
  'for a number %s the lead sees that of the user, else the first of the company',
  async ([, number]) => {
    const { superadmin, path } = company;
    const user = `${path}/users/${superadmin.userId}/modify`;
    const first = await formFrom(freshCaller(), number);
    expect(await numbersSeen(first)).toEqual({ call: FIRST, text: FIRST });

    await answerOf(await sendAs(superadmin, 'POST', user, { tracking_number: EMAIL }));
    const second = await formFrom(freshCaller(), number);
    expect(await numbersSeen(second)).toEqual({ call: EMAIL, text: EMAIL });
    await answerOf(await sendAs(superadmin, 'POST', user, { tracking_number: '' }));
  },
);

test('of a call and a form the later one counts, and texts answer the number that the person wrote to', async () => {
  const phone = freshCaller();
  const { accountId, authToken, companyId } = company;
  const carrier = { carrier: 'twilio', accountId, secret: authToken } as const;
  const lane = `${workerUrl()}/carriers/twilio/${companyId}`;
  const missed = { AccountSid: accountId, CallSid: `CA${crypto.randomUUID()}`, From: phone, To: AUSTIN };
  await sendAsCarrier(carrier, `${lane}/call`, { ...missed, CallStatus: 'ringing' });
  await sendAsCarrier(carrier, `${lane}/status`, { ...missed, CallStatus: 'no-answer' });
  const lead = await formFrom(phone, DENVER);
  expect(await numbersSeen(lead)).toEqual({ call: DENVER, text: DENVER });

  const written = { AccountSid: accountId, MessageSid: 'SM1', From: phone, To: EMAIL, Body: 'Hello?' };
  await sendAsCarrier(carrier, `${lane}/text`, written);
  await formFrom(phone, FIRST);
  const { superadmin, path } = company;
  const text = await answerOf<{ number: string }>(
    await sendAs(superadmin, 'POST', `${path}/leads/${lead}/text`, { message: 'Hello' }),
  );
  expect(text.number).toBe(EMAIL);
});
