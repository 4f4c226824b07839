import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { exchangeOf } from '../../../build/reference/examples.ts';
import { OPERATIONS } from '../../../build/reference/operations.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { garbage } from '../../harness/garbage.ts';
import { withAt } from '../../harness/places.ts';
import { effort } from '../../harness/effort.ts';

/** Bodies of the operations that exchange data with other systems. Leads, users and settings have their own tests. */
const WRITES = OPERATIONS.filter(
  ({ method, path, body }) =>
    method !== 'GET' && body !== undefined && /\/(?:webhooks|api_keys|calls|texts)|^\/me\//.test(path),
);
const RUNS = effort(8, 30);
const SEED = 20_261_122;
/** The members of a webhook that sending changes. */
const BY_ITSELF = new Set(['position', 'behind']);
/** A wrong password takes a slow hash. */
const SLOW_RUNS = effort(4, 10);

let company: PeopledCompany;
const values: Record<string, string> = {};

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  const { superadmin, path } = company;
  const make = async <Made>(to: string, golden: string): Promise<Made> =>
    answerOf<Made>(await sendAs(superadmin, 'POST', path + to, exchangeOf(golden).request.body));
  const settings = `/dni/api/companies/${company.companyId}/settings`;
  await answerOf(await sendAs(superadmin, 'PUT', settings, exchangeOf('lookup/put-settings').request.body));
  const { call_id: call } = await make<{ call_id: string }>('/calls', 'calls/tell');
  const { webhook_id: webhook } = await make<{ webhook_id: string }>('/webhooks', 'stream/add-webhook');
  Object.assign(values, { company: company.companyId, call, webhook });
});

/** The body with another value in one place, or another value altogether. */
function strange(body: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(body);
  const replaced = fc
    .tuple(fc.constantFrom(...places), garbage)
    .map(([steps, value]) => withAt(body, steps, value));
  return fc.oneof({ weight: 9, arbitrary: replaced }, { weight: 1, arbitrary: garbage });
}

/** The paths to all values in a value, and to a member that it does not have. */
function placesIn(value: unknown, steps: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...steps]];
  const inside = Object.entries(value).flatMap(([step, part]) => placesIn(part, [...steps, step]));
  return [[...steps], [...steps, 'nobody_knows'], ...inside];
}

/** All data that the writes could change, byte by byte. */
async function dump(): Promise<string> {
  const { superadmin, path } = company;
  const read = async (from: string): Promise<unknown> => answerOf(await sendAs(superadmin, 'GET', from));
  const parts = ['/webhooks', '/api_keys', '/calls', '/calls/settings', '/texts'].map((part) => path + part);
  const everything = await Promise.all(['/me', ...parts].map(read));
  return JSON.stringify(everything, (name, value: unknown) => (BY_ITSELF.has(name) ? undefined : value));
}

test.for(WRITES)(
  '$name answers invalid bodies as documented, and a refusal changes nothing',
  async (write) => {
    const url = write.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? crypto.randomUUID());
    const body = strange(exchangeOf(write.golden).request.body ?? {});
    const numRuns = write.path === '/me/password' ? SLOW_RUNS : RUNS;
    const wrong: string[] = [];
    let before = await dump();
    let refused = 0;
    for (const sent of fc.sample(body, { numRuns, seed: SEED })) {
      // Every test request checks that the answer is documented.
      const text = JSON.stringify(sent) ?? 'null';
      const { status } = await sendAs(company.superadmin, write.method, url, text);
      const isRefusal = status >= 400;
      if (isRefusal) refused += 1;
      const after = await dump();
      if (status >= 500 || (isRefusal && after !== before)) wrong.push(`${status} ${text}`);
      before = after;
    }

    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
);
