import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { freshIp, send, sendAs, type TestUser } from '../../harness/client.ts';

const RUNS = 150;

/** Strings that break things: NUL, lone surrogates, right-to-left marks, quotes, prototypes, very long ones. */
const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '__proto__',
    'constructor',
    "'; DROP TABLE users; --",
    '%',
    '\u202eabc',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
);
const strangeNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, 2 ** 53, -(2 ** 63), 1e308, 5e-324, Number.NaN, Infinity),
);
const garbage = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    strangeText,
    strangeNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(strangeText, tie('any'), { maxKeys: 4 }),
  ),
})).any;

/** A body that looks right member by member, but for what `garbage` puts in. */
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
}

function callTo(method: Call['method'], path: string, body: fc.Arbitrary<unknown>): fc.Arbitrary<Call> {
  return fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: garbage }).map((each) => ({
    method,
    path,
    body: each,
  }));
}

/** What a company's people and settings are, byte by byte. */
async function dump({ path, superadmin }: PeopledCompany): Promise<string> {
  const parts = ['users', 'settings', ...SETTINGS.map((name) => `lead_settings/${name}`)].map(async (part) =>
    JSON.stringify(await answerOf(await sendAs(superadmin, 'GET', `${path}/${part}`))),
  );
  return (await Promise.all(parts)).join('\n');
}

const SETTINGS = ['fields', 'states', 'groups', 'currencies'] as const;

test('no body, however strange, is a 500, and a refused one changes nothing', async () => {
  const company = await makeCompanyWithUsers();
  const { path, superadmin, agent } = company;
  const call = fc.oneof(
    callTo('POST', `${path}/users`, user),
    callTo('POST', `${path}/users/${agent.userId}/modify`, user),
    callTo('PUT', `${path}/lead_settings/fields`, fc.array(field, { maxLength: 3 })),
    callTo('PUT', `${path}/lead_settings/states`, states),
    callTo('PUT', `${path}/lead_settings/groups`, groups),
    callTo(
      'PUT',
      `${path}/lead_settings/currencies`,
      fc.record({ currencies: fc.array(currency, { maxLength: 3 }) }),
    ),
    callTo('PUT', `${path}/settings`, options),
  );
  let before = await dump(company);

  await fc.assert(
    fc.asyncProperty(call, async ({ method, path, body }) => {
      const response = await sendAs(superadmin, method, path, JSON.stringify(body) ?? 'null');
      const answer = await response.text();
      const after = await dump(company);

      expect({ status: response.status < 500, answer }).toEqual({ status: true, answer });
      expect(() => JSON.parse(answer) as unknown).not.toThrow();
      expect(response.status === 200 ? before : after).toBe(before);
      before = after;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);

test('no path, query or header, however strange, is a 500', async () => {
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

test('no sign-in, however strange, is a 500', async () => {
  const body = almost({ username: text, password: text });

  await fc.assert(
    fc.asyncProperty(fc.oneof(body, garbage), async (input) => {
      const response = await send('/auth/issue_token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': freshIp() },
        body: JSON.stringify(input) ?? 'null',
      });
      await response.body?.cancel();

      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);

function wellFormed(each: string): string {
  return each.toWellFormed().slice(0, 500);
}
