import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { sendLead } from '../../../../harness/leads.ts';
import { naiveSearch, type NaiveQuery } from './naive-search.ts';
import { FIELDS, makeRandomCompany, type RandomCompany } from './random-leads.ts';
import { effort } from '../../../../harness/effort.ts';

const LEADS = effort(1_500, 5_000);
const SEARCHES = effort(200, 1_000);
/** Searches that run at the same time. */
const AT_A_TIME = 10;
const SEED = 20_261_121;

let random: RandomCompany;

beforeAll(async () => {
  random = await makeRandomCompany(LEADS, SEED);
}, 180_000);

interface Hit {
  lead_id: string;
  search_field_name: string;
  field_value: string;
}

const fragments = fc.constantFrom(
  ..."ann änn ANN joh john smi smith smi joh müller muller MÜLLER garcia garcía o'n cruz de la la cruz strasse straße".split(
    ' ',
  ),
  'smi joh',
  'joh smi',
  'an sm',
  'de cr',
  'Ann Smith',
  'ann smith',
  '  ann   smith ',
  '@gmail',
  'gmail.com',
  'example',
  'com',
  'qqx',
  'zzzz',
  '山田太郎',
  '田太郎',
  '東京都',
  'νίκος',
  'ΣΙΣΥΦΟΣ',
  'мари',
  '😀 m',
  '100%',
  '%_x',
  '_x\\',
  '***',
  '"quoted"',
  'NEAR(a',
  'snow_flake',
  'fifty% off',
  'C:\\temp',
  'call tues',
  'urgent!',
  'austin',
  'köln',
  'sao paulo',
  'new york',
  'lodz',
  'premium',
  'usd 1000',
  '2024-0',
  'https://',
  'bas pre',
);
const phones = fc
  .tuple(
    fc.nat({ max: 9_999 }),
    fc.constantFrom(
      '+1512555%',
      '512-555-%',
      '(512) 555 %',
      '001 512 555%',
      '1.512.555.%',
      '555%',
      '0512555%',
      '5%',
    ),
  )
  .map(([number, format]) => format.replace('%', String(number).padStart(4, '0')));
const garbage = fc.string({ unit: 'binary', minLength: 3, maxLength: 12 });
const queries: fc.Arbitrary<NaiveQuery> = fc.record({
  q: fc
    .oneof(
      { weight: 6, arbitrary: fragments },
      { weight: 2, arbitrary: phones },
      { weight: 1, arbitrary: garbage },
    )
    .filter((q) => Array.from(q.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').trim()).length >= 3),
  searchFields: fc.oneof(
    fc.constant<string[]>([]),
    fc.uniqueArray(fc.constantFrom(...Object.keys(FIELDS), 'home.street', 'home.kind'), { maxLength: 4 }),
  ),
  timeline: fc.oneof(fc.constant<string[]>([]), fc.subarray<string>(['note', 'email_message', 'reminder'])),
});

test('a naive search over the same leads finds the same hits in the same order', async () => {
  const sample = fc.sample(queries, { numRuns: SEARCHES, seed: SEED });
  for (let start = 0; start < sample.length; start += AT_A_TIME) {
    await Promise.all(sample.slice(start, start + AT_A_TIME).map(compare));
  }
  expect(sample).toHaveLength(SEARCHES);
}, 180_000);

/** Members that the reference does not know. */
const anyText: unknown = expect.any(String);

async function compare(query: NaiveQuery): Promise<void> {
  const expected = naiveSearch(random.leads, query);
  const start = expected.length > 60 ? 3 : 0;
  const parameters = new URLSearchParams({
    q: query.q,
    search_fields: query.searchFields.join(','),
    start: String(start),
    limit: '100',
    exclude_notes: String(!query.timeline.includes('note')),
    exclude_emails: query.timeline.includes('email_message') ? '0' : '1',
    exclude_reminders: query.timeline.includes('reminder') ? 'false' : '',
  });
  const { superadmin, path } = random.company;
  const response = await sendLead({ user: superadmin, path }, 'GET', `/search?${parameters}`);
  const hits = await answerOf<Hit[]>(response);
  const found = {
    query,
    total: response.headers.get('X-Total-Count'),
    hits: hits.map((hit) => ({ leadId: hit.lead_id, field: hit.search_field_name, value: hit.field_value })),
  };
  expect(found).toEqual({
    query,
    total: String(expected.length),
    hits: expected.slice(start, start + 100).map(({ leadId, field, value }) => ({
      leadId,
      field: field ?? anyText,
      value: value ?? anyText,
    })),
  });
}
