/** The memory of a company's object: parts of a registry, which after a rollback have only saved data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Memory } from '../../../worker/core/engine/context/memory.ts';
import { answerOf } from '../../harness/builders.ts';
import { basic } from '../../harness/client.ts';
import { dniSettings } from '../../harness/dni-company.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../harness/faulty-leadline.ts';

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});

afterAll(() => leadline.close());

class Part {
  forgotten = 0;
  readonly companyId: string;

  constructor({ companyId }: { companyId: string }) {
    this.companyId = companyId;
  }

  forget(): void {
    this.forgotten += 1;
  }
}

class OtherPart extends Part {}

test('a part is created on first use, and is the same from then on', () => {
  const memory = new Memory({ companyId: 'acme' });

  const part = memory.of(Part);

  expect(part.companyId).toBe('acme');
  expect(memory.of(Part)).toBe(part);
  expect(memory.of(OtherPart)).not.toBe(part);
});

test('all created parts are cleared, and no other part is created', () => {
  const memory = new Memory({ companyId: 'acme' });
  const [one, other] = [memory.of(Part), memory.of(OtherPart)];

  memory.forget();

  expect([one.forgotten, other.forgotten]).toEqual([1, 1]);
});

/** The remembered settings: the paths that write and read them, and new values. */
const REMEMBERED: [name: string, path: string, change: (before: unknown) => unknown][] = [
  [
    'states',
    '/companies/:id/lead_settings/states',
    (before) => [...(before as object[]), { name: 'fresh', label: 'Fresh', color: '#00ff00' }],
  ],
  [
    'fields',
    '/companies/:id/lead_settings/fields',
    (before) => [...(before as object[]), { name: 'shoe_size', label: 'Shoe size', type: 'text' }],
  ],
  [
    'groups',
    '/companies/:id/lead_settings/groups',
    (before) => [...(before as object[]), { id: crypto.randomUUID(), label: 'North', deletable: true }],
  ],
  ['options', '/companies/:id/settings', (before) => ({ ...(before as object), source_update: 'ignore' })],
  ['DNI settings', '/dni/api/companies/:id/settings', () => dniSettings({ default_number: '+18005550199' })],
  ['settings of who rings', '/companies/:id/calls/settings', () => ({ blocked: ['+12025550199'] })],
];

test.each(REMEMBERED)(
  'a save of the %s that fails at its last statement changes nothing in memory',
  async (...remembered) => {
    const [, path, change] = remembered;
    const { companyId, authorization } = await makeCompany();
    const ask = (method: string, body?: unknown): Promise<Response> =>
      leadline.send(path.replace(':id', companyId), {
        method,
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const before = await answerOf(await ask('GET'));
    const changed = change(before);
    await leadline.set({ faults: ['audit-full'] });
    const refused = await ask('PUT', changed);
    await leadline.set();

    expect(refused.status).toBe(507);
    expect(await answerOf(await ask('GET'))).toEqual(before);
    expect(await answerOf(await ask('PUT', changed))).not.toEqual(before);
  },
);

/** A company with DNI settings, and its super admin's `Authorization`. */
async function makeCompany(): Promise<{ companyId: string; authorization: string }> {
  const email = `sue.${crypto.randomUUID()}@acme.test`;
  const superadmin = { name: 'Sue', email };
  const { company_id: companyId } = await answerOf<{ company_id: string }>(
    await leadline.sendAsOperator('POST', '/operator/companies', {
      name: 'Acme',
      default_region: 'US',
      superadmin,
    }),
  );
  await leadline.sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, dniSettings());
  const token = await answerOf<string>(await leadline.sendAsOperator('POST', '/operator/tokens', { email }));
  return { companyId, authorization: basic(email, token) };
}
