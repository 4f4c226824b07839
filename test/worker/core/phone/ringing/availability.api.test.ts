/** Users who are not available: seen by all, and not rung. */
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendAsCarrier } from '../../../../harness/carrier/simulated-carrier.ts';
import { goldenFiles } from '../../../../harness/golden.ts';
import { problemOf, sendAs, type TestUser } from '../../../../harness/client.ts';
import { workerUrl } from '../../../../harness/worker-url.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../calls/call-company.ts';

const AGENT_PHONE = '+15125550177';
const MINUTE_MS = 60_000;

let company: CallCompany;
beforeAll(async () => {
  company = await makeCallCompany();
  const { superadmin, path, agent } = company;
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/users/${agent.userId}/modify`, { phone: AGENT_PHONE }),
  );
  const settings = await sendAs(superadmin, 'GET', `${path}/calls/settings`);
  const ring = [{ user_id: agent.userId }];
  const saved = await answerOf<object>(settings);
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/calls/settings`, { ...saved, defaults: { ring } }));
});

function set(actor: TestUser, user: TestUser, body: object): Promise<Response> {
  return sendAs(actor, 'PUT', `${company.path}/availability/${user.userId}`, body);
}

async function preview(at?: number): Promise<{ rings: { number: string }[][]; steps: { detail: string }[] }> {
  const query = new URLSearchParams({
    number: AUSTIN,
    ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
  });
  return answerOf(await sendAs(company.manager, 'GET', `${company.path}/calls/preview?${query}`));
}

/** Returns the document that a call is answered with. */
async function call(): Promise<string> {
  const { companyId, accountId, authToken } = company;
  const account = { carrier: 'twilio', accountId, secret: authToken } as const;
  const fields = {
    AccountSid: accountId,
    CallSid: `CA${crypto.randomUUID()}`,
    From: freshCaller(),
    To: AUSTIN,
    CallStatus: 'ringing',
  };
  return (await sendAsCarrier(account, `${workerUrl()}/carriers/twilio/${companyId}/call`, fields)).text();
}

test('an agent who is away is not rung and colleagues see it; back again, the phone rings', async () => {
  const { agent, superadmin, path } = company;
  expect(await call()).toContain(AGENT_PHONE);
  await answerOf(await set(agent, agent, { available: false }));
  const { away } = await answerOf<{ away: object[] }>(
    await sendAs(superadmin, 'GET', `${path}/availability`),
  );
  expect(away).toMatchObject([{ user_id: agent.userId, until: null }]);
  expect(await call()).not.toContain(AGENT_PHONE);
  const { rings, steps } = await preview();
  expect(rings).toEqual([]);
  expect(steps.map(({ detail }) => detail)).toContain(
    `${AGENT_PHONE} is of a user who is not available: not rung.`,
  );

  expect(await answerOf(await set(agent, agent, { available: true }))).toEqual({ away: [] });
  expect(await call()).toContain(AGENT_PHONE);
});

test('the end that was named brings the agent back by itself', async () => {
  const { agent } = company;
  const until = Date.now() + 30 * MINUTE_MS;
  await answerOf(await set(agent, agent, { available: false, until: new Date(until).toISOString() }));
  expect((await preview()).rings).toEqual([]);
  expect((await preview(until - MINUTE_MS)).rings).toEqual([]);
  expect((await preview(until + MINUTE_MS)).rings).toMatchObject([[{ number: AGENT_PHONE }]]);
  await answerOf(await set(agent, agent, { available: true }));
});

test('agents set their own, managers everybody’s; a time that has passed and a stranger are refused', async () => {
  const { agent, manager, superadmin, path } = company;
  expect((await problemOf(await set(agent, manager, { available: false }))).code).toBe('permission_denied');
  await answerOf(await set(manager, agent, { available: false }));
  await answerOf(await set(manager, agent, { available: true }));
  const late = await set(agent, agent, { available: false, until: '2020-01-02T03:04:05Z' });
  expect((await problemOf(late)).errors?.map(({ pointer }) => pointer)).toEqual(['/until']);
  const stranger = await sendAs(superadmin, 'PUT', `${path}/availability/${crypto.randomUUID()}`, {
    available: false,
  });
  expect(stranger.status).toBe(404);
});

test('the answers about availability are those of the golden files', async () => {
  const { agent, superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('calls');
  await compare(
    'set-availability',
    await sendAs(agent, 'PUT', `${path}/availability/${agent.userId}`, {
      available: false,
      until: '2090-01-02T03:04:05Z',
    }),
  );
  const { away } = await compare<{ away: object[] }>(
    'availability',
    await sendAs(superadmin, 'GET', `${path}/availability`),
  );
  expect(away).toHaveLength(1);
});
