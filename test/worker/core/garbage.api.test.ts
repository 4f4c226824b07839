import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { freshIp, sendAs, type TestUser } from '../../harness/client.ts';
import { garbage, strangeNumber, strangeText } from '../../harness/garbage.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';
import { effort } from '../../harness/effort.ts';

/** Requests are sent in batches, so that thousands of them take seconds. */
const BATCHES = effort(15, 105);
const BATCH_SIZE = 20;
/** Paths and headers. They are sent one by one, since each is a different kind of unknown caller. */
const RUNS = effort(50, 150);

/** A body with valid members, except for the values that `garbage` puts in. */
function almost(members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const noisy = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: garbage }),
    ]),
  );
  return fc.record(noisy, { requiredKeys: [] });
}

const text = fc.oneof(strangeText, fc.constantFrom('Jo', 'jo@example.com', '+15125550100', '#00ff00'));
const user = almost({
  name: text,
  email: text,
  role_id: fc.constantFrom('agent', 'manager'),
  phone: text,
  tracking_number: text,
  caller_id_name: text,
  forward_numbers: text,
  auto_assignable: fc.boolean(),
});
const field = almost({
  name: fc.constantFrom('a', 'b', 'c', 'A', 'state'),
  label: text,
  type: fc.constantFrom('text', 'dropdown', 'complex', 'number'),
  cardinality: strangeNumber,
  choices: fc.array(text, { maxLength: 3 }),
  sub_fields: fc.array(almost({ name: text, label: text, type: fc.constantFrom('text', 'dropdown') })),
});
const states = fc.array(almost({ name: fc.constantFrom('a', 'b', 'A'), label: text, color: text }), {
  maxLength: 4,
});
const groups = fc.array(almost({ id: text, label: text, deletable: fc.boolean() }), { maxLength: 4 });
const currency = almost({
  name: text,
  unit: fc.constantFrom('USD', 'EUR', 'usd'),
  symbol: text,
  rate: strangeNumber,
});
const newCompany = almost({
  name: text,
  default_region: fc.constantFrom('US', 'us', 'XX'),
  company_id: text,
  superadmin: almost({ name: text, email: text }),
});
const tokenRequest = almost({ email: text, valid_seconds: strangeNumber });
const options = almost({
  name: text,
  default_region: text,
  source_update: text,
  week_start: text,
  notification_webhook: almost({ url: text, secret: text }),
});

interface Call {
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  /** The caller of the request. */
  authorization: string;
}

interface Target {
  method?: Call['method'];
  path: string;
  body: fc.Arbitrary<unknown>;
  /** Several callers; each request has one of them. */
  callers: readonly string[];
}

function callTo({ method = 'POST', path, body, callers }: Target): fc.Arbitrary<Call> {
  const sent = fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: garbage });
  return fc
    .tuple(sent, fc.constantFrom(...callers))
    .map(([each, authorization]) => ({ method, path, body: each, authorization }));
}

/** Requests of callers with and without the rights. */
function callsOn({ path, superadmin, manager, agent }: PeopledCompany): fc.Arbitrary<Call> {
  const users = [superadmin, superadmin, superadmin, manager, agent].map((each) => each.authorization);
  const operator = [`Bearer ${OPERATOR_TOKEN}`];
  const currencies = fc.record({ currencies: fc.array(currency, { maxLength: 3 }) });
  const fields = fc.array(field, { maxLength: 3 });
  const credentials = almost({ username: text, password: fc.oneof({ weight: 4, arbitrary: garbage }, text) });
  const inCompany = fc.oneof(
    callTo({ path: `${path}/users`, body: user, callers: users }),
    callTo({ path: `${path}/users/${agent.userId}/modify`, body: user, callers: users }),
    callTo({ method: 'PUT', path: `${path}/lead_settings/fields`, body: fields, callers: users }),
    callTo({ method: 'PUT', path: `${path}/lead_settings/states`, body: states, callers: users }),
    callTo({ method: 'PUT', path: `${path}/lead_settings/groups`, body: groups, callers: users }),
    callTo({ method: 'PUT', path: `${path}/lead_settings/currencies`, body: currencies, callers: users }),
    callTo({ method: 'PUT', path: `${path}/settings`, body: options, callers: users }),
  );
  const outside = fc.oneof(
    callTo({ path: '/operator/companies', body: newCompany, callers: operator }),
    callTo({ path: '/operator/tokens', body: tokenRequest, callers: operator }),
    callTo({ path: '/auth/revoke_token', body: almost({ token: text }), callers: operator }),
  );
  // Few, and few of them well-formed, because such a sign-in takes a slow hash for every address.
  const signIn = callTo({ path: '/auth/issue_token', body: credentials, callers: operator });
  return fc.oneof(
    { weight: 14, arbitrary: inCompany },
    { weight: 5, arbitrary: outside },
    { weight: 1, arbitrary: signIn },
  );
}

async function statusOf({ method, path, body, authorization }: Call): Promise<number> {
  const headers = { 'CF-Connecting-IP': freshIp() };
  const sent = JSON.stringify(body) ?? 'null';
  const response = await sendAs({ authorization }, method, path, sent, headers);
  const answer = await response.text();
  const isProblem = response.headers.get('Content-Type') === 'application/problem+json';
  if (response.status >= 500 || isProblem !== response.status >= 400) {
    throw new Error(`${method} ${path} ${sent}: ${response.status} ${answer}`);
  }
  JSON.parse(answer);
  return response.status;
}

/** A company's users and settings, byte by byte. */
async function dump({ path, superadmin }: PeopledCompany): Promise<string> {
  const parts = ['users', 'settings', ...SETTINGS.map((name) => `lead_settings/${name}`)].map(async (part) =>
    JSON.stringify(await answerOf(await sendAs(superadmin, 'GET', `${path}/${part}`))),
  );
  return (await Promise.all(parts)).join('\n');
}

const SETTINGS = ['fields', 'states', 'groups', 'currencies'] as const;

test('no body answers 500, and refused requests change nothing', async () => {
  const company = await makeCompanyWithUsers();
  const batches = fc.array(callsOn(company), { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });
  let refusedBatches = 0;
  let before: string | undefined;

  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const statuses = await Promise.all(batch.map(statusOf));
      const writes = batch.filter((call, at) => call.path.startsWith(company.path) && statuses[at]! < 400);
      // A dump takes as long as a batch, so it is made only for refusals, or twice after a change.
      const after = writes.length === 0 ? await dump(company) : undefined;
      const isComparable = before !== undefined && after !== undefined;
      if (isComparable) refusedBatches += 1;
      expect(isComparable ? after : before).toBe(before);
      before = after;
    }),
    { numRuns: BATCHES, endOnFailure: true },
  );
  expect(refusedBatches).toBeGreaterThan(0);
}, 120_000);

test('no path, query or header answers 500', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const paths = fc.oneof(
    strangeText.map((each) => `${path}/users/${encodeURIComponent(wellFormed(each))}/modify`),
    strangeText.map((each) => `/companies/${encodeURIComponent(wellFormed(each))}/users`),
    strangeText.map((each) => `${path}/notifications?start=${encodeURIComponent(wellFormed(each))}`),
    fc.constantFrom(`${path}/users/%ff/modify`, `${path}/%`, `/companies/%00/users`, `${path}//users`),
  );
  const authorization = fc.oneof(
    fc.constant(superadmin.authorization),
    fc.string({ maxLength: 50 }).map((each) => `Basic ${each.trim()}`),
    fc.base64String().map((each) => `Basic ${each}`),
    strangeText.map((each) => `Basic ${Buffer.from(each).toString('base64')}`),
  );

  await fc.assert(
    fc.asyncProperty(paths, authorization, fc.constantFrom('GET', 'POST'), async (path, given, method) => {
      const caller: Pick<TestUser, 'authorization'> = { authorization: given };
      const response = await sendAs(caller, method, path.slice(0, 8_000), method === 'POST' ? {} : undefined);
      await response.body?.cancel();

      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);

function wellFormed(each: string): string {
  return each.toWellFormed().slice(0, 500);
}
