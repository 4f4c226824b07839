/** Outgoing messages: the requests to SignalWire, Telnyx and Twilio, and their status webhooks. */
import { generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { sendAs } from '../../../../harness/client.ts';
import { startServer } from '../../../../harness/own-worker.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../calls/call-company.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';

interface Asked {
  path: string;
  authorization: string;
  type: string;
  body: string;
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const PERSON = '+12065550171';

/** The requests to the stand-in for the carriers' APIs, which answers as the carrier with such an address does. */
const asked: Asked[] = [];
let api: string;
beforeAll(async () => {
  const server = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      asked.push({ path: request.url ?? '', authorization, type, body });
      const isTelnyx = request.url === '/v2/messages';
      response.writeHead(isTelnyx ? 200 : 201, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(isTelnyx ? { data: { id: 'tx-out', record_type: 'message' } } : { sid: 'SM-out' }),
      );
    });
  });
  api = server.url;
});

/** Makes a company with one account, and a message that it writes to somebody who wrote before. */
const writeVia = async (
  account: Record<string, unknown> & { carrier: string },
): Promise<{ company: CallCompany; asked: Asked; textId: string; lane: string }> => {
  const company = await makeCallCompany({ carriers: [account] });
  const reported = { carrier_text_id: 'gw-1', number: AUSTIN, from: PERSON, message: 'Hello?' };
  const { lead_id: lead } = await answerOf<{ lead_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, reported),
  );
  asked.length = 0;
  const path = `${company.path}/leads/${lead}/text`;
  const text = await answerOf<{ text_id: string }>(
    await sendAs(company.superadmin, 'POST', path, { message: 'We do. When?' }),
  );
  await expect.poll(() => statusOf(company, text.text_id)).toBe('sent');
  const [request] = asked;
  if (request === undefined || asked.length > 1) throw new Error(`${asked.length} requests`);
  const lane = `${workerUrl()}/carriers/${account.carrier}/${company.companyId}`;
  return { company, asked: request, textId: text.text_id, lane };
};

interface Text {
  status: string;
  error: string | null;
  lead_id: string;
}

const textOf = async (company: CallCompany, textId: string): Promise<Text> =>
  answerOf<Text>(await sendAs(company.superadmin, 'GET', `${company.path}/texts/${textId}`));

const statusOf = async (company: CallCompany, textId: string): Promise<string> =>
  (await textOf(company, textId)).status;

/** Returns the message's event on the lead's timeline. */
const eventOf = async (company: CallCompany, textId: string): Promise<Record<string, unknown>> => {
  const { lead_id: lead } = await textOf(company, textId);
  const { events } = await answerOf<{ events: { data: Record<string, unknown> }[] }>(
    await sendAs(company.superadmin, 'GET', `${company.path}/leads/${lead}/events`),
  );
  return events.find(({ data }) => data['text_id'] === textId)?.data ?? {};
};

test("SignalWire gets the message at the space, with the project, and reports its status at the message's address", async () => {
  const account = {
    carrier: 'signalwire',
    account_id: 'project-1',
    secrets: ['signing key'],
    api: { user: 'project-1', secret: 'PT1', base: api },
  };
  const { company, asked: request, textId, lane } = await writeVia(account);
  const callback = `${lane}/text/status/${textId}`;

  expect(request).toMatchObject({
    path: '/api/laml/2010-04-01/Accounts/project-1/Messages.json',
    authorization: `Basic ${btoa('project-1:PT1')}`,
    type: 'application/x-www-form-urlencoded',
  });
  expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
    From: AUSTIN,
    To: PERSON,
    Body: 'We do. When?',
    StatusCallback: callback,
  });
  const signer = { carrier: 'signalwire', accountId: 'project-1', secret: 'signing key' } as const;
  const reported = {
    AccountSid: 'project-1',
    MessageSid: 'SM-out',
    MessageStatus: 'undelivered',
    ErrorCode: '30006',
  };
  expect((await sendAsCarrier(signer, callback, reported)).status).toBe(200);
  expect(await textOf(company, textId)).toMatchObject({ status: 'failed', error: '30006' });
  expect(await eventOf(company, textId)).toMatchObject({ status: 'failed', error: '30006' });
});

test('Telnyx gets JSON and the key, and reports delivery and failure as JSON', async () => {
  const account = {
    carrier: 'telnyx',
    account_id: 'T1',
    secrets: [KEY],
    api: { secret: 'KEY1', base: api },
  };
  const { company, asked: request, textId, lane } = await writeVia(account);
  const callback = `${lane}/text/status/${textId}`;
  const report = async (status: string, errors: object[] = []): Promise<void> => {
    const payload = { id: 'tx-out', to: [{ phone_number: PERSON, status }], errors };
    const body = JSON.stringify({ data: { event_type: 'message.finalized', payload } });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = signWithKey(undefined, Buffer.from(`${timestamp}|${body}`), privateKey);
    const headers = {
      'Content-Type': 'application/json',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signature.toString('base64'),
    };
    expect((await fetch(callback, { method: 'POST', headers, body })).status).toBe(200);
  };

  expect(request).toMatchObject({
    path: '/v2/messages',
    authorization: 'Bearer KEY1',
    type: 'application/json',
  });
  expect(JSON.parse(request.body)).toEqual({
    from: AUSTIN,
    to: PERSON,
    text: 'We do. When?',
    webhook_url: callback,
  });
  await report('delivery_failed', [{ code: '40001', title: 'Not routable' }]);
  expect(await textOf(company, textId)).toMatchObject({ status: 'failed', error: '40001: Not routable' });
  await report('delivered');
  await report('sent');
  expect(await textOf(company, textId)).toMatchObject({ status: 'delivered', error: null });
  expect(await eventOf(company, textId)).toMatchObject({ status: 'delivered' });
});

test('the reason of Telnyx for a refusal is told', async () => {
  const refusing = await startServer((request, response) => {
    request.resume().on('end', () => {
      const error = { code: '40300', title: 'Blocked', detail: 'The sender is not registered for 10DLC.' };
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ errors: [error] }));
    });
  });
  const company = await makeCallCompany({
    carriers: [
      {
        carrier: 'telnyx',
        account_id: 'T1',
        secrets: [KEY],
        api: { secret: 'KEY1', base: refusing.url },
      },
    ],
  });
  const reported = { carrier_text_id: 'gw-2', number: AUSTIN, from: PERSON, message: 'Hello?' };
  const { lead_id: lead } = await answerOf<{ lead_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, reported),
  );
  const { text_id: id } = await answerOf<{ text_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/leads/${lead}/text`, { message: 'We do.' }),
  );

  await expect.poll(() => statusOf(company, id)).toBe('failed');
  expect(await textOf(company, id)).toMatchObject({
    error: 'The carrier answered 400: The sender is not registered for 10DLC.',
  });
});

test('a status of Twilio before its answer is kept, and one of another account is not', async () => {
  const early: Promise<Response>[] = [];
  let company: CallCompany;
  const server = await startServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const callback = new URLSearchParams(body).get('StatusCallback') ?? '';
      const reported = { AccountSid: company.accountId, MessageSid: 'SM-early', MessageStatus: 'delivered' };
      const signer = { carrier: 'twilio', accountId: company.accountId, secret: company.authToken } as const;
      const answer = (): unknown => {
        response.writeHead(201, { 'Content-Type': 'application/json' });
        return response.end(JSON.stringify({ sid: 'SM-early' }));
      };
      const telling = sendAsCarrier(signer, callback, reported);
      early.push(telling);
      void telling.then(answer);
    });
  });
  company = await makeCallCompany();
  const carriers = [
    {
      carrier: 'twilio',
      account_id: company.accountId,
      secrets: [company.authToken],
      api: { user: 'SK1', secret: 'key', base: server.url },
    },
  ];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/calls/settings`, { carriers }));
  const reported = { carrier_text_id: 'gw-1', number: AUSTIN, from: PERSON, message: 'Hello?' };
  const { lead_id: lead } = await answerOf<{ lead_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/texts`, reported),
  );
  const { text_id: textId } = await answerOf<{ text_id: string }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/leads/${lead}/text`, { message: 'Hi.' }),
  );

  const idOf = async (): Promise<unknown> =>
    ((await textOf(company, textId)) as Text & { carrier_text_id: string }).carrier_text_id;
  await expect.poll(idOf).toBe('SM-early');
  expect((await Promise.all(early)).map(({ status }) => status)).toEqual([200]);
  expect(await statusOf(company, textId)).toBe('delivered');
  const lane = `${workerUrl()}/carriers/twilio/${company.companyId}`;
  const signer = { carrier: 'twilio', accountId: 'AC2', secret: company.authToken } as const;
  const refused = await sendAsCarrier(signer, `${lane}/text/status/${textId}`, {
    AccountSid: 'AC2',
    MessageSid: 'SM-early',
    MessageStatus: 'failed',
  });
  expect(refused.status).toBe(403);
});
