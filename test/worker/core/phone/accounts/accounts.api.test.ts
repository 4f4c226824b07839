import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { startServerForTest } from '../../../../harness/receiver.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../calls/call-company.ts';

/** A key as Telnyx shows it: 32 bytes in base64. */
const PUBLIC_KEY = Buffer.alloc(32, 1).toString('base64');
const DENVER = '+13035550101';

interface Check {
  is_ok: boolean;
  detail: string;
  numbers: {
    number: string;
    state: string;
    addresses: { use: string; found: string | null; is_ours: boolean }[];
  }[];
}

/** A carrier's API that answers by path, with a text as it is, and the requests that it got. */
async function startApi(
  answer: (path: string) => unknown,
): Promise<{ url: string; requests: Pick<IncomingMessage, 'url' | 'headers'>[] }> {
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const { url } = await startServerForTest((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    const body = answer(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(
      typeof body === 'string' ? body : JSON.stringify(body ?? { message: 'No such account.', code: 20_404 }),
    );
  });
  return { url, requests };
}

/** Gives the company an account, and checks it. */
async function check({ superadmin, path }: CallCompany, account: Record<string, unknown>): Promise<Check> {
  const carriers = [account];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { carriers }));
  const { carrier, account_id } = account;
  const body = { carrier, account_id };
  return answerOf<Check>(await sendAs(superadmin, 'POST', `${path}/calls/accounts/check`, body));
}

const laneOf = (carrier: string, { companyId }: CallCompany): string =>
  `${workerUrl()}/carriers/${carrier}/${companyId}`;

test('a number at Twilio is ready with our addresses, and wrong with others, with GET or an application', async () => {
  const company = await makeCallCompany();
  const lane = laneOf('twilio', company);
  const ours = {
    voice_url: `${lane}/call#rc=2&rp=all`,
    voice_method: 'POST',
    voice_fallback_url: `${lane}/fallback`,
    status_callback: `${lane}/status`,
    sms_url: 'https://elsewhere.example/sms',
  };
  const root = `/2010-04-01/Accounts/AC1/IncomingPhoneNumbers.json`;
  const { url, requests } = await startApi((path) =>
    path.includes('Page=1')
      ? { incoming_phone_numbers: [{ ...ours, phone_number: DENVER, voice_method: 'GET' }] }
      : {
          incoming_phone_numbers: [
            { ...ours, phone_number: AUSTIN },
            { ...ours, phone_number: '+15125550101', voice_application_sid: 'AP1' },
          ],
          next_page_uri: `${root}?Page=1`,
        },
  );

  const api = { user: 'SK1', secret: 'key', base: url };
  const found = await check(company, { carrier: 'twilio', account_id: 'AC1', secrets: ['s'], api });

  const states = Object.fromEntries(found.numbers.map(({ number, state }) => [number, state]));
  expect(states).toEqual({
    [AUSTIN]: 'ready',
    '+15125550101': 'wrong',
    [DENVER]: 'wrong',
    '+18005550111': 'elsewhere',
  });
  expect(found).toMatchObject({ is_ok: false, detail: expect.stringContaining('2 of 3') });
  const denver = found.numbers.find(({ number }) => number === DENVER);
  expect(denver?.addresses[0]).toMatchObject({ use: 'call', found: `GET ${ours.voice_url}`, is_ours: false });
  expect(requests.map((each) => each.url)).toEqual([`${root}?PageSize=1000`, `${root}?Page=1`]);
  expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa('SK1:key')}`);
});

test('a page outside of the account is not read', async () => {
  const company = await makeCallCompany();
  const { url, requests } = await startApi(() => ({
    incoming_phone_numbers: [],
    next_page_uri: '/2010-04-01/Accounts/AC2/IncomingPhoneNumbers.json',
  }));
  const api = { user: 'SK1', secret: 'key', base: url };
  const found = await check(company, { carrier: 'twilio', account_id: 'AC1', secrets: ['s'], api });

  expect(found.detail).toBe('The account answers, but has none of the company’s tracking numbers.');
  expect(requests).toHaveLength(1);
});

test('at SignalWire the paths have its prefix, and at Telnyx a number names its application and profile', async () => {
  const company = await makeCallCompany();
  const signalwire = laneOf('signalwire', company);
  const laml = await startApi((path) =>
    path.startsWith('/api/laml/2010-04-01/Accounts/P1/IncomingPhoneNumbers.json')
      ? {
          incoming_phone_numbers: [
            {
              phone_number: AUSTIN,
              voice_url: `${signalwire}/call`,
              voice_fallback_url: `${signalwire}/fallback`,
              status_callback: `${signalwire}/status`,
              sms_url: `${signalwire}/text`,
            },
          ],
        }
      : undefined,
  );
  const space = { user: 'P1', secret: 'key', base: laml.url };
  const account = { carrier: 'signalwire', account_id: 'P1', secrets: ['s'], api: space };
  expect(await check(company, account)).toMatchObject({ is_ok: true });

  const lane = laneOf('telnyx', company);
  const lists: Record<string, unknown> = {
    phone_numbers: [{ phone_number: AUSTIN, connection_id: '7', messaging_profile_id: 'p' }],
    texml_applications: [
      {
        id: '7',
        voice_url: `${lane}/call`,
        voice_fallback_url: `${lane}/fallback`,
        status_callback: `${lane}/status`,
      },
    ],
    messaging_profiles: [{ id: 'p', webhook_url: `${lane}/text` }],
  };
  const telnyx = await startApi((path) => ({ data: lists[/^\/v2\/(\w+)/.exec(path)?.[1] ?? ''] }));
  const found = await check(company, {
    carrier: 'telnyx',
    account_id: 'T1',
    secrets: [PUBLIC_KEY],
    api: { secret: 'key', base: telnyx.url },
  });
  expect(found).toMatchObject({ is_ok: true });
  expect(found.numbers.find(({ number }) => number === AUSTIN)?.addresses.every((each) => each.is_ours)).toBe(
    true,
  );
  expect(telnyx.requests[0]?.headers.authorization).toBe('Bearer key');
});

test('an account that does not answer says why', async () => {
  const company = await makeCallCompany();
  const { url } = await startApi(() => undefined);
  const api = { user: 'SK1', secret: 'key', base: url };
  const account = { carrier: 'twilio', account_id: 'AC1', secrets: ['s'] };
  expect(await check(company, { ...account, api })).toMatchObject({
    is_ok: false,
    detail: 'The carrier answered 404: No such account.',
  });
  expect(await check(company, { ...account, api: { ...api, base: 'http://127.0.0.1:9' } })).toMatchObject({
    is_ok: false,
    detail: 'The carrier did not answer.',
  });
  const page = await startApi(() => '<h1>Maintenance</h1>');
  expect(await check(company, { ...account, api: { ...api, base: page.url } })).toMatchObject({
    is_ok: false,
    detail: 'The carrier’s answer cannot be read.',
  });
  expect(await check(company, account)).toMatchObject({
    detail: 'The account has no credentials for the carrier’s API.',
  });
});

test('accounts are checked by super admins, at most 60 times in an hour', async () => {
  const company = await makeCallCompany();
  const { superadmin, manager, agent, path, accountId } = company;
  const body = { carrier: 'twilio', account_id: accountId };
  const checkAs = (user: typeof manager): Promise<Response> =>
    sendAs(user, 'POST', `${path}/calls/accounts/check`, body);

  expect((await checkAs(manager)).status).toBe(403);
  expect((await sendAs(manager, 'GET', `${path}/calls/accounts/addresses`)).status).toBe(200);
  expect((await sendAs(agent, 'GET', `${path}/calls/accounts/addresses`)).status).toBe(403);
  const unknown = { ...body, account_id: 'AC2' };
  expect((await sendAs(superadmin, 'POST', `${path}/calls/accounts/check`, unknown)).status).toBe(404);
  const statuses: number[] = [];
  for (let time = 0; time < 61; time += 1) statuses.push((await checkAs(superadmin)).status);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect((await problemOf(await checkAs(superadmin))).code).toBe('rate_limited');
});

test('the preview of a draft decides by it, refuses what could not be saved, and saves nothing', async () => {
  const { superadmin, manager, path } = await makeCallCompany();
  const preview = (settings: object): Promise<Response> =>
    sendAs(superadmin, 'POST', `${path}/calls/preview`, { number: AUSTIN, settings });

  const answer = await answerOf<{ rings: unknown }>(
    await preview({ numbers: { [AUSTIN]: { when_closed: 'ring', ring: [{ number: '+12065550140' }] } } }),
  );
  expect(answer.rings).toEqual([[{ number: '+12065550140' }]]);
  const { errors } = await problemOf(await preview({ locations: { nowhere: {} }, defaults: { order: 'x' } }));
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/settings/defaults/order']);
  const unknown = await problemOf(await preview({ locations: { nowhere: {} } }));
  expect(unknown.errors.map(({ pointer }) => pointer)).toEqual(['/settings/locations/nowhere']);
  const saved = await sendAs(superadmin, 'GET', `${path}/calls/settings`);
  expect(await saved.json()).toMatchObject({ numbers: {}, locations: {} });
  const body = { number: AUSTIN, settings: {} };
  expect((await sendAs(manager, 'POST', `${path}/calls/preview`, body)).status).toBe(403);
});

test('the answers about accounts are those of the golden files', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const compare = goldenFiles('calls');
  const voiceUrl = 'https://calls.example.com/call';
  const { url } = await startApi(() => ({
    incoming_phone_numbers: [{ phone_number: AUSTIN, voice_url: voiceUrl, voice_method: 'POST' }],
  }));
  const api = { user: 'SK1', secret: 'key', base: url };
  await check(company, { carrier: 'twilio', account_id: 'AC1', secrets: ['s'], api });
  const ask = (name: string, method: string, rest: string, body?: unknown): Promise<unknown> =>
    sendAs(superadmin, method, `${path}/calls/${rest}`, body).then((answer) => compare(name, answer));

  const ring = [{ number: '+15125550140' }, { number: '+15125550141' }];
  await ask('preview-draft', 'POST', 'preview', {
    number: AUSTIN,
    at: '2026-03-02T16:00:00Z',
    settings: { defaults: { order: 'in_turn', ring } },
  });
  await ask('addresses', 'GET', 'accounts/addresses');
  const checked = await ask('check', 'POST', 'accounts/check', { carrier: 'twilio', account_id: 'AC1' });
  expect(checked).toMatchObject({ is_ok: false });
});
