import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead } from '../../../../harness/leads.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import {
  AUSTIN,
  type CallCompany,
  connectCarrierApi,
  freshCaller,
  makeCallCompany,
} from '../calls/call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface Text {
  text_id: string;
  lead_id: string | null;
  status: string;
  [member: string]: unknown;
}

/** A picture by its first bytes, whatever type the carrier claims. */
const PICTURE = 'GIF89a picture';
/** The requests to the carrier's API, and its answer. */
const asked: { path: string; authorization: string; body: string }[] = [];
let answer: { status: number; body: object };
let company: CallCompany;

beforeAll(async () => {
  const api = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
      const isPicture = request.method === 'GET';
      response.writeHead(isPicture ? 200 : answer.status, {
        'Content-Type': isPicture ? 'image/png' : 'application/json',
      });
      response.end(isPicture ? PICTURE : JSON.stringify(answer.body));
    });
  });
  company = await makeCallCompany();
  await connectCarrierApi(company, api.url);
  mediaUrl = `${api.url}/media/1`;
});
let mediaUrl = '';

beforeEach(() => {
  asked.length = 0;
  answer = { status: 201, body: { sid: `SM${crypto.randomUUID()}` } };
});

/** Sends a request of the carrier; resolves to the answer. */
const lane = async (path: string, fields: Record<string, string>): Promise<string> => {
  const account = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
  const address = `${workerUrl()}/carriers/twilio/${company.companyId}${path}`;
  const response = await sendAsCarrier(account, address, { AccountSid: company.accountId, ...fields });
  expect(response.status).toBe(200);
  return response.text();
};

const receive = (from: string, message: string, more: Record<string, string> = {}): Promise<string> =>
  lane('/text', { MessageSid: `SM${crypto.randomUUID()}`, From: from, To: AUSTIN, Body: message, ...more });

const textsWith = async (person: string): Promise<Text[]> => {
  const { texts } = await answerOf<{ texts: Text[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/texts?limit=200`),
  );
  return texts.filter(({ phone }) => phone === person);
};

const leadOf = async (person: string): Promise<string> => (await textsWith(person))[0]?.lead_id ?? '';

const writeTo = (leadId: string, body: object): Promise<Response> =>
  sendAs(company.superadmin, 'POST', `${company.path}/leads/${leadId}/text`, body);

const eventsOf = async (
  leadId: string,
): Promise<{ type: string; inbound: boolean; data: Record<string, unknown> }[]> => {
  const path = `${company.path}/leads/${leadId}/events?size=100`;
  return (await answerOf<{ events: never[] }>(await sendAs(company.superadmin, 'GET', path))).events;
};

describe('an incoming message', () => {
  test('makes a lead with its source, and one event on its timeline, however often it is repeated', async () => {
    const person = freshCaller();
    const fields = { MessageSid: 'SMsame', From: person, To: AUSTIN, Body: 'Do you mend boilers?' };
    await lane('/text', fields);
    await lane('/text', fields);

    const [text, ...more] = await textsWith(person);
    expect(more).toEqual([]);
    expect(text).toMatchObject({
      direction: 'inbound',
      number: AUSTIN,
      message: 'Do you mend boilers?',
      source: 'paid_search',
      status: 'received',
    });
    const lead = await sendAs(company.superadmin, 'GET', `${company.path}/leads/${text?.lead_id}`);
    expect(await lead.json()).toMatchObject({ phones: [{ phone: person }], source_tags: ['paid_search'] });
    const event = (await eventsOf(text?.lead_id ?? '')).find(({ type }) => type === 'sms');
    expect(event).toMatchObject({ inbound: true, data: { phone: person, message: 'Do you mend boilers?' } });
    expect(event?.data['extra_data']).toEqual({
      header_checksum: expect.stringMatching(/^[\da-f]{64}$/) as string,
    });
  });

  test('has pictures, which are fetched from the carrier with its credentials', async () => {
    const person = freshCaller();
    const media = { NumMedia: '1', MediaUrl0: mediaUrl, MediaContentType0: 'image/png' };
    await receive(person, '', media);
    const [text] = await textsWith(person);

    const path = `${company.path}/texts/${text?.text_id}/media/0`;
    const picture = await sendAs(company.superadmin, 'GET', path);

    expect([await picture.text(), picture.headers.get('Content-Type')]).toEqual([PICTURE, 'image/gif']);
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('SK1:key').toString('base64')}`);
    expect((await sendAs(company.superadmin, 'GET', path.replace(/0$/, '1'))).status).toBe(404);
  });

  test('of 64 kB, or from a short code, or from nobody, is kept', async () => {
    const person = freshCaller();
    await receive(person, 'x'.repeat(65_000));
    await receive('72345', 'Your code is 1.');
    await receive('anonymous', 'Hello');

    expect((await textsWith(person))[0]?.['message']).toHaveLength(65_000);
    expect(await textsWith('72345')).toMatchObject([{ lead_id: null }]);
  });
});

describe('writing to a lead', () => {
  test('goes out from the number that the person wrote to, and shows its status', async () => {
    const person = freshCaller();
    await receive(person, 'Hello?');
    const leadId = await leadOf(person);

    const written = await answerOf<Text>(await writeTo(leadId, { message: 'We do. When?' }));
    expect(written).toMatchObject({ status: 'queued', number: AUSTIN, phone: person, direction: 'outbound' });
    const status = async () => (await textsWith(person))[0]?.status;
    await expect.poll(status).toBe('sent');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe(`/2010-04-01/Accounts/${company.accountId}/Messages.json`);
    const { StatusCallback: callback, ...form } = Object.fromEntries(new URLSearchParams(asked[0]?.body));
    expect(form).toEqual({ From: AUSTIN, To: person, Body: 'We do. When?' });
    expect(callback).toBe(
      `${workerUrl()}/carriers/twilio/${company.companyId}/text/status/${written.text_id}#rc=2&rp=all`,
    );

    const sid = { MessageSid: (answer.body as { sid: string }).sid };
    await lane('/text/status', { ...sid, MessageStatus: 'delivered' });
    await lane('/text/status', { ...sid, MessageStatus: 'sent' });
    expect(await status()).toBe('delivered');
    const event = (await eventsOf(leadId)).find(({ type, inbound }) => type === 'sms' && !inbound);
    expect(event?.data).toMatchObject({ message: 'We do. When?', status: 'delivered' });
  });

  test("fails with the carrier's reason, and is not repeated", async () => {
    const person = freshCaller();
    await receive(person, 'Hello?');
    answer = { status: 400, body: { message: 'The number cannot get texts.' } };
    await writeTo(await leadOf(person), { message: 'Hi.' });

    await expect.poll(async () => (await textsWith(person))[0]?.status).toBe('failed');
    expect((await textsWith(person))[0]?.['error']).toBe(
      'The carrier answered 400: The number cannot get texts.',
    );
    expect(asked).toHaveLength(1);
  });

  test('is refused after STOP, until START', async () => {
    const person = freshCaller();
    const stopped = await receive(person, ' Stop. ');
    expect(stopped).toContain('>You will get no more texts from Acme Plumbing.');
    const leadId = await leadOf(person);

    const refused = await writeTo(leadId, { message: 'Hi.' });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([409, 'opted_out']);
    expect(await receive(person, 'please stop by tomorrow')).toContain('<Response/>');
    expect(await receive(person, 'Help!')).toContain('This is Acme Plumbing.');

    expect(await receive(person, 'START', { OptOutType: 'START' })).toContain('<Response/>');
    expect((await writeTo(leadId, { message: 'Hi.' })).status).toBe(200);
    await expect.poll(() => asked).toHaveLength(1);
  });

  test('is refused from a number of somebody else, to a lead without a phone, and without words', async () => {
    const { superadmin: user, path } = company;
    const lead = await createLead({ user, path }, { phone: freshCaller() });
    const unreachable = await createLead({ user, path }, { email: `${crypto.randomUUID()}@example.org` });
    const answers = await Promise.all([
      writeTo(lead, { message: 'Hi.', number: '+12025550100' }),
      writeTo(unreachable, { message: 'Hi.' }),
      writeTo(lead, { message: ' ' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(asked).toEqual([]);
  });

  test('closes the reminder of a missed call', async () => {
    const person = freshCaller();
    const call = { CallSid: `CA${crypto.randomUUID()}`, From: person, To: AUSTIN };
    await lane('/call', { ...call, CallStatus: 'ringing' });
    await lane('/status', { ...call, CallStatus: 'completed' });
    const { calls } = await answerOf<{ calls: { from: string; lead_id: string }[] }>(
      await sendAs(company.superadmin, 'GET', `${company.path}/calls`),
    );
    const leadId = calls.find(({ from }) => from === person)?.lead_id ?? '';

    expect((await writeTo(leadId, { message: 'Sorry that we missed you.' })).status).toBe(200);

    const state = async (): Promise<unknown> =>
      (await eventsOf(leadId)).find(({ type }) => type === 'reminder')?.data['state'];
    await expect.poll(state).toBe('done');
    await expect.poll(() => asked).toHaveLength(1);
  });
});

test('another system reports a message that it received, once', async () => {
  const person = freshCaller();
  const reported = {
    carrier_text_id: 'gw-1',
    number: AUSTIN,
    from: person,
    message: 'Hello',
    sent_at: '2026-03-02T16:00:00Z',
  };
  const first = await answerOf<Text>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, reported),
  );
  const again = await answerOf<Text>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, reported),
  );

  expect(again).toEqual(first);
  expect(first).toMatchObject({
    carrier: 'other',
    sent_at: '2026-03-02T16:00:00.000Z',
    lead_id: expect.any(String) as string,
  });
});

test('search finds messages, and notes on calls, on request', async () => {
  const person = freshCaller();
  await receive(person, 'The geyser leaks.');
  const leadId = await leadOf(person);
  const reported = {
    carrier_call_id: crypto.randomUUID(),
    number: AUSTIN,
    from: person,
    started_at: '2026-03-02T16:00:00Z',
  };
  const call = await answerOf<{ call_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/calls`, reported),
  );
  const note = (text: string | null): Promise<Response> =>
    sendAs(company.superadmin, 'POST', `${company.path}/calls/${call.call_id}/modify`, { note: text });
  const found = async (q: string, parameter: string): Promise<unknown[]> => {
    const query = new URLSearchParams({ q, [parameter]: 'false' });
    return answerOf(await sendAs(company.superadmin, 'GET', `${company.path}/leads/search?${query}`));
  };

  expect((await note('Asked for the samovar.')).status).toBe(200);
  expect(await found('samovar', 'exclude_notes')).toMatchObject([
    { lead_id: leadId, search_field_name: 'call', field_value: 'Asked for the samovar.' },
  ]);
  expect(await found('geyser', 'exclude_texts')).toMatchObject([
    { lead_id: leadId, search_field_name: 'sms', field_name: 'Text', field_value: 'The geyser leaks.' },
  ]);
  expect(await found('geyser', 'exclude_notes')).toEqual([]);
  expect(await found('samovar', 'exclude_texts')).toEqual([]);
  await note(null);
  expect(await found('samovar', 'exclude_notes')).toEqual([]);
});

test('a lead is found by texts to and from it, long ones too, also after a merge, and only by those who have it in their lists', async () => {
  const [person, other] = [freshCaller(), freshCaller()];
  // More than is indexed in one turn.
  for (let turn = 0; turn < 3; turn += 1) await receive(person, 'Still here. '.repeat(5_000));
  await receive(person, 'Is the wombat asleep?');
  await receive(other, 'Hello');
  const [leadId, survivor] = [await leadOf(person), await leadOf(other)];
  expect((await writeTo(leadId, { message: 'Like the quokka.' })).status).toBe(200);
  const onLead = async (rest: string, body?: object): Promise<void> => {
    const answered = await sendAs(company.superadmin, 'POST', `${company.path}/leads/${rest}`, body);
    expect(answered.ok).toBe(true);
  };
  const found = async (q: string, user = company.superadmin): Promise<string[]> => {
    const path = `${company.path}/leads/search?q=${q}&exclude_texts=false`;
    const hits = await answerOf<{ lead_id: string }[]>(await sendAs(user, 'GET', path));
    return hits.map(({ lead_id: id }) => id);
  };
  await onLead(`${leadId}/assign`, { to_user_email: company.colleague.email });

  for (const q of ['wombat', 'QUOKKA', 'asle womb', 'like the quokka.', 'still here']) {
    expect([q, await found(q), await found(q, company.colleague)]).toEqual([q, [leadId], [leadId]]);
    // The branch's agent may open the lead, but does not have it in lists.
    expect([q, await found(q, company.agent)]).toEqual([q, []]);
  }
  await onLead(`${survivor}/merge`, { with: leadId });
  expect([await found('wombat'), await found('quokka')]).toEqual([[survivor], [survivor]]);
  await onLead(`${survivor}/unmerge`, { lead_id: leadId });
  expect([await found('wombat'), await found('quokka')]).toEqual([[leadId], [leadId]]);
  await onLead(`${leadId}/remove`);
  expect([await found('wombat'), await found('quokka')]).toEqual([[], []]);
});

test('messages are exported as a file that no spreadsheet runs', async () => {
  const person = freshCaller();
  await receive(person, '=1+1\nand "more"');
  const path = `${company.path}/texts/export.csv?lead_id=${await leadOf(person)}`;
  const file = await sendAs(company.superadmin, 'GET', path);
  const [header, ...lines] = (await file.text()).split('\r\n');

  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="texts.csv"');
  expect(header).toBe(
    'text_id,carrier,carrier_text_id,sent_at,direction,number,phone,location_id,number_source,source_last,campaign_last,keyword,landing_page,status,error,lead_id,lead_name,media,message',
  );
  expect(lines).toEqual([
    expect.stringMatching(
      /,inbound,.*,austin,paid_search,paid_search,,,,received,,.*,,0,"'=1\+1\nand ""more"""$/,
    ) as string,
    '',
  ]);
});
