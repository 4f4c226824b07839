/** Finding likely duplicates: which leads are pairs, at any size and after any changes. */
import { describe, expect, test, vi } from 'vitest';
import {
  duplicateKeys,
  postalFieldsOf,
  reasonsOf,
} from '../../../../../../worker/core/leads/finding/duplicates/duplicate-keys.ts';
import {
  dismissPair,
  eraseDuplicates,
} from '../../../../../../worker/core/leads/finding/duplicates/duplicates.ts';
import {
  catchUp,
  findingPairs,
} from '../../../../../../worker/core/leads/finding/duplicates/finding-pairs.ts';
import {
  deleteLead,
  findLeadByNumber,
  insertLead,
  updateLead,
} from '../../../../../../worker/core/leads/record/lead-store.ts';
import type { LeadRecord } from '../../../../../../worker/core/leads/record/schema.ts';
import { effort } from '../../../../../harness/effort.ts';
import type { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { add, type Given, inWords, leadWith, openCompany, pairsOf, setFields } from './comparing.ts';

const ZIP = [['zip']] as const;

function shared(one: Given, other: Given): string[] {
  const theirs = duplicateKeys(leadWith(other), ZIP);
  const bits = [...duplicateKeys(leadWith(one), ZIP)]
    .filter((key) => theirs.has(key))
    .map((key) => 1 << (key % 4));
  return reasonsOf(sumOf(new Set(bits)));
}

describe('two leads are likely one person', () => {
  test.for<[string, Given, Given, string[]]>([
    ['the same number', { phones: ['+15125550100'] }, { phones: ['+15125550100'] }, ['phone']],
    // Mexico until 2019.
    ['a former form of a number', { phones: ['+525512345678'] }, { phones: ['+5215512345678'] }, ['phone']],
    ['a tag in an address', { emails: ['Jo@acme.com'] }, { emails: ['jo+ads@ACME.com'] }, ['email']],
    ['the dots of Gmail', { emails: ['j.o.lee@gmail.com'] }, { emails: ['jolee@googlemail.com'] }, ['email']],
    ['dots elsewhere', { emails: ['j.o.lee@acme.com'] }, { emails: ['jolee@acme.com'] }, []],
    [
      'case, marks, order and spaces',
      { name: 'Zoë O’Neil', zip: 'SW1A 1AA' },
      { name: 'O’NEIL, Zoe', zip: 'sw1a1aa' },
      ['name_and_postal_code'],
    ],
    [
      'ZIP+4',
      { name: 'Ann Lee', zip: '10001-1234' },
      { name: 'Ann Lee', zip: '10001' },
      ['name_and_postal_code'],
    ],
    ['a first name alone', { name: 'Ann', zip: '10001' }, { name: 'Ann', zip: '10001' }, []],
    [
      'a name in one word',
      { name: '王小明', zip: '100001' },
      { name: '王小明', zip: '100001' },
      ['name_and_postal_code'],
    ],
    ['a name without a code', { name: 'Ann Lee' }, { name: 'Ann Lee' }, []],
    ['another code', { name: 'Ann Lee', zip: '10001' }, { name: 'Ann Lee', zip: '10002' }, []],
    [
      'all together',
      { name: 'Ann Lee', zip: '10001', phones: ['+15125550100'], emails: ['a@b.example'] },
      { name: 'Lee Ann', zip: '10001', phones: ['+15125550100'], emails: ['A@b.example'] },
      ['phone', 'email', 'name_and_postal_code'],
    ],
  ])('by %s', ([, one, other, reasons]) => {
    expect(shared(one, other)).toEqual(reasons);
  });

  test('but not behind two extensions of one number', () => {
    const [one, other] = ['1', '2'].map((extension) => ({
      ...leadWith({}),
      phones: [{ phone: '+15125550100', type: 'Work', extension }],
    }));

    expect(duplicateKeys(one as LeadRecord, ZIP)).not.toEqual(duplicateKeys(other as LeadRecord, ZIP));
  });
});

test.for<[string, string]>([
  ['zip', ''],
  ['postal_code', ''],
  ['a1', 'ZIP code'],
  ['a1', 'PLZ'],
  ['a1', 'Código postal'],
  ['a1', 'Почтовый индекс'],
  ['a1', '우편번호'],
])('a field %s “%s” has postal codes, alone or as a part of an address', ([name, label]) => {
  const field = { name, label };

  expect(postalFieldsOf([field, { name: 'address', sub_fields: [{ name: 'zipper' }, field] }])).toEqual([
    [name],
    ['address', name],
  ]);
});

test('the strongest reason comes first, then the newest lead', async () => {
  const company = openCompany();
  const ann = { name: 'Ann Lee', zip: '10001' };
  add(company, { ...ann, phones: ['+15125550100'] });
  add(company, { name: 'Bob Ray', emails: ['bob@acme.com'] });
  add(company, { name: 'Bobby', emails: ['bob+x@acme.com'], phones: ['+15125550100'] });
  add(company, ann);
  add(company, { name: 'B. Ray', emails: ['bob+y@acme.com'] });

  expect(await catchUp(company.company)).toBe(true);
  const expected = [
    'Ann Lee + Bobby: phone',
    'Bobby + B. Ray: email',
    'Bob Ray + B. Ray: email',
    'Bob Ray + Bobby: email',
    'Ann Lee + Ann Lee: name_and_postal_code',
  ];
  expect(inWords(await pairsOf(company))).toEqual(expected);
  expect(inWords(await pairsOf(company, { size: 1 }))).toEqual(expected);
});

test('a number or address that more than five leads share makes no pairs, until it is fewer again', async () => {
  const company = openCompany();
  const leads = ['A', 'B', 'C', 'D', 'E'].map((name) => add(company, { name, emails: ['info@acme.com'] }));
  await catchUp(company.company);
  expect(await pairsOf(company)).toHaveLength(10);

  leads.push(...['F', 'G'].map((name) => add(company, { name, emails: ['info@acme.com'] })));
  await catchUp(company.company);
  expect(await pairsOf(company)).toEqual([]);

  for (const lead of leads.slice(0, 3)) company.write(({ database }) => deleteLead(database, lead));
  await catchUp(company.company);
  expect(await pairsOf(company)).toHaveLength(6);
});

test('leads are compared again when another field has postal codes', async () => {
  const company = openCompany();
  for (const zip of ['10001', '10001']) add(company, { name: 'Ann Lee', zip });
  setFields(company, ['motto']);
  await catchUp(company.company);
  expect(await pairsOf(company)).toEqual([]);

  setFields(company, ['motto', 'zip']);
  await catchUp(company.company);
  expect(await pairsOf(company)).toHaveLength(1);
});

describe('two people', () => {
  const SAME = { emails: ['family@acme.com'] };

  /** Returns two leads of which somebody has said that they are two people. */
  async function dismissed(): Promise<{ company: MortalCompany; ann: LeadRecord; bob: LeadRecord }> {
    const company = openCompany();
    const [ann, bob] = [add(company, { name: 'Ann', ...SAME }), add(company, { name: 'Bob', ...SAME })];
    await catchUp(company.company);
    company.write((context) => dismissPair(context, [bob.leadId, ann.leadId]));
    return { company, ann, bob };
  }

  test('stay away when one is removed and restored, and when they share something else', async () => {
    const { company, ann, bob } = await dismissed();
    company.write(({ database }) => deleteLead(database, bob));
    await catchUp(company.company);
    expect(await pairsOf(company, { dismissed: true })).toEqual([]);
    company.write(({ database }) => {
      insertLead(database, { ...bob, phones: [{ phone: '+15125550100', type: 'Work' }] });
      updateLead(database, ann, { ...ann, phones: [{ phone: '+15125550100', type: 'Work' }] });
    });
    await catchUp(company.company);

    expect(await pairsOf(company)).toEqual([]);
    expect(inWords(await pairsOf(company, { dismissed: true }))).toEqual(['Ann + Bob: phone email']);
  });

  test('stay two people when one is merged into a third lead', async () => {
    const { company, ann, bob } = await dismissed();
    const carl = add(company, { name: 'Carl' });
    company.write(({ database }) => {
      deleteLead(database, bob);
      updateLead(database, carl, { ...carl, emails: bob.emails });
      database.run(
        `INSERT INTO merges (secondary_id, secondary_number, primary_number, survivor_number, event_id, merged_time, answer, snapshot)
         VALUES (?, ?, ?3, ?3, '', 0, '{}', '')`,
        bob.leadId,
        bob.leadNumber,
        carl.leadNumber,
      );
    });
    await catchUp(company.company);

    expect(await pairsOf(company)).toEqual([]);
    expect(inWords(await pairsOf(company, { dismissed: true }))).toEqual(['Ann + Carl: email']);
    expect(findLeadByNumber(company.database, ann.leadNumber)?.name).toBe('Ann');
  });

  test('leave nothing behind when both are erased', async () => {
    const { company, ann, bob } = await dismissed();
    for (const { leadNumber, leadId, phones } of [ann, bob]) {
      const subject = { leadNumber, leadId, phones: phones.map(({ phone }) => phone) };
      company.write((context) =>
        eraseDuplicates(context, { ...subject, leadIds: [leadId], leadNumbers: [leadNumber], keys: [] }),
      );
    }

    for (const table of ['duplicate_keys', 'duplicate_pairs']) {
      expect(company.database.all(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });
});

test.for(Array.from({ length: effort(4, 40) }, (_, seed) => seed))(
  'after any changes, the pairs are those that comparing each with each finds (seed %i)',
  async (seed) => {
    const company = openCompany(seed);
    const { random, database } = company;
    const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(random() * items.length)] ?? items[0];
    const given = (): Given => ({
      name: oneOf(['Ann Lee', 'lee ann', 'Bob']),
      zip: oneOf(['10001', '10002', '20001', '20002']),
      emails: random() < 0.5 ? [] : [`${oneOf(['a', 'b', 'c', 'd', 'e'])}@acme.com`],
      phones: random() < 0.5 ? [] : [`+1512555010${Math.floor(random() * 9)}`],
    });
    const living = new Map<number, LeadRecord>();
    const removed: LeadRecord[] = [];
    const change = (): void => {
      const lead = [...living.values()][Math.floor(random() * living.size)];
      const kind = random();
      if (lead === undefined || kind < 0.5) {
        const added = add(company, given());
        living.set(added.leadNumber, added);
      } else if (kind < 0.7) {
        const after = { ...leadWith(given()), leadNumber: lead.leadNumber, leadId: lead.leadId };
        company.write(() => updateLead(database, lead, after));
        living.set(lead.leadNumber, after);
      } else if (kind < 0.9) {
        company.write(() => deleteLead(database, lead));
        living.delete(lead.leadNumber);
        removed.push(lead);
      } else {
        const restored = removed.pop();
        if (restored === undefined) return;
        company.write(() => insertLead(database, restored));
        living.set(restored.leadNumber, restored);
      }
    };
    for (let turn = 0; turn < 30; turn += 1) {
      for (let count = Math.floor(random() * 12); count >= 0; count -= 1) change();
      await catchUp(company.company);
      expect((await pairsOf(company)).map(inIds).toSorted()).toEqual(naivePairs([...living.values()]));
    }
  },
);

/** Compares each lead with each. */
function naivePairs(leads: readonly LeadRecord[]): string[] {
  const keys = new Map(leads.map((lead) => [lead, duplicateKeys(lead, ZIP)]));
  const sharing = (key: number): number => leads.filter((lead) => keys.get(lead)?.has(key)).length;
  const pairs = leads.flatMap((one, index) =>
    leads.slice(index + 1).map((other) => {
      const common = [...(keys.get(one) ?? [])].filter(
        (key) => keys.get(other)?.has(key) && sharing(key) <= 5,
      );
      const bits = new Set(common.map((key) => 1 << (key % 4)));
      const reasons = reasonsOf(sumOf(bits));
      return { leads: [{ lead_id: one.leadId }, { lead_id: other.leadId }], reasons };
    }),
  );
  return pairs
    .filter(({ reasons }) => reasons.length > 0)
    .map(inIds)
    .toSorted();
}

function sumOf(bits: ReadonlySet<number>): number {
  return [...bits].reduce((sum, bit) => sum + bit, 0);
}

function inIds({ leads, reasons }: { leads: { lead_id: string }[]; reasons: string[] }): string {
  return `${leads
    .map(({ lead_id: id }) => id)
    .toSorted()
    .join(' ')} ${reasons.join(' ')}`;
}

test('of 10,000 leads, the 1 % that were planted are found with their reasons, in steps that give way', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  try {
    const company = openCompany();
    const planted = plant(company, 10_000);
    let [ways, asked] = [0, 0];
    company.company.giveWay = async () => void (ways += 1);

    // Not while leads are still being written.
    expect(findingPairs.nextTime(company.company)).toBeGreaterThan(Date.now());
    expect(await catchUp(company.company)).toBe(false);
    vi.advanceTimersByTime(60_000);
    for (; (findingPairs.nextTime(company.company) ?? Infinity) <= Date.now(); asked += 1) {
      await findingPairs.run(company.company, {} as never);
    }

    expect(ways).toBeGreaterThanOrEqual(99);
    expect(asked).toBeGreaterThan(8);
    expect(inWords(await pairsOf(company)).toSorted()).toEqual(planted.toSorted());
  } finally {
    vi.useRealTimers();
  }
});

/** Adds leads of which each hundredth has a second one. @returns the pairs in words */
function plant(company: MortalCompany, count: number): string[] {
  const expected: string[] = [];
  const leadOf = (index: number): Given => ({
    name: `First${index} Last${index}`,
    zip: String(10_000 + (index % 89_999)),
    emails: [`lead.${index}@gmail.com`],
    phones: [`+1201${5_000_000 + index}`],
  });
  for (let index = 0; index < count; index += 1) {
    const lead = leadOf(index);
    add(company, lead);
    if (index % 100 !== 99) continue;
    const others: [Given, string][] = [
      [{ name: 'N', phones: lead.phones ?? [] }, 'phone'],
      [{ name: 'N', emails: [`lead${index}+x@googlemail.com`] }, 'email'],
      [{ name: `LAST${index}, First${index}`, zip: lead.zip ?? '' }, 'name_and_postal_code'],
    ];
    const [other, reason] = others[((index / 100) % 3) | 0] ?? [{}, ''];
    add(company, other);
    expected.push(`${lead.name} + ${other.name}: ${reason}`);
  }
  return expected;
}
