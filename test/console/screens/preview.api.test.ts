/** The preview decides in the browser by the Worker's own code: it has to say what `GET /dni/preview` says. */
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../harness/builders.ts';
import { freshIp, sendAs, type TestUser } from '../../harness/client.ts';
import { location } from '../../harness/dni-company.ts';
import { NO_SETTINGS } from '../../../console/screens/draft/dni-settings.ts';
import { CHANNELS } from '../../../worker/dni/pure/channels.ts';

const SEED = Number(process.env['SEED'] ?? 16);
const SETTINGS = Number(process.env['RUNS'] ?? 8);
const VISITS = 8;

const zip = fc.constantFrom(
  '80302',
  '78701',
  '10001',
  '98101',
  '99501',
  '96813',
  '00901',
  'M5V 3L9',
  'x0a',
  '78799',
);
const source = fc.constantFrom(
  'paid_search',
  'organic_search',
  'direct',
  'email',
  'spring sale',
  ' spring sale ',
);
const number = fc
  .integer({ min: 0, max: 99 })
  .map((last) => `+1303555${String(100 + last).padStart(4, '0')}`);
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const time = fc
  .integer({ min: 0, max: 24 * 7 * 4 })
  .map((quarters) => new Date(Date.parse('2026-03-01T00:00:00Z') + quarters * 900_000).toISOString());

/** As people and programs write them: codes in any case, with blanks, defaults left out. */
const area = fc.record({
  postal_codes: fc.subarray(['803', '78', '787', 'm5', 'M5V', '000 - 1', '9', '80-302']),
  regions: fc.subarray(['us-co', 'US-TX', 'CA-ON', ' us-ny ']),
});
const hours = fc.array(
  fc.record({
    day_of_week: fc.constantFrom('monday', 'weekdays', 'weekends', 'everyday', 'sunday'),
    from_time: fc.constantFrom('09:00', '5:30 pm', '00:00'),
    to_time: fc.constantFrom('17:00', '2:00 AM', '24:00'),
  }),
  { maxLength: 3 },
);
const locations = fc.subarray(['a', 'b', 'c', 'd', 'e']).chain((ids) =>
  fc.tuple(
    ...ids.map((locationId) =>
      fc
        .record(
          {
            country: fc.constant(''),
            latitude: fc.integer({ min: 25, max: 60 }).map(String),
            longitude: fc.integer({ min: -130, max: -70 }).map(String),
            hours,
            timezone: fc.constantFrom('America/Chicago', 'America/Phoenix', 'America/St_Johns'),
            service_area: area,
          },
          { requiredKeys: ['country', 'latitude', 'longitude'] },
        )
        .map((members) => location(locationId, { name: ` Branch ${locationId}`, ...members })),
    ),
  ),
);
const rule = fc.record({
  name: fc.constantFrom('spring sale', ' spring sale ', 'partner'),
  when: fc.constantFrom<Record<string, string>>(
    { utm_campaign: ' Spring* ' },
    { channel: 'email' },
    { referrer: '*partner.example' },
    { parameter: 'src=flyer*' },
    { landing_page: '/sale*', click_id: 'gclid' },
  ),
});

const use = { source, location_id: id, target: number, sms: fc.boolean() };
const trackingNumber = fc.record({ phone_number: number, ...use }, { requiredKeys: ['phone_number', 'sms'] });
const pool = fc
  .record(
    { pool: fc.constantFrom('ads', 'social', 'all'), overflow: number, ...use },
    { requiredKeys: ['pool', 'overflow', 'sms'] },
  )
  // A number may be in one pool only.
  .map((entry) => ({
    ...entry,
    hold_minutes: 20,
    phone_numbers: [`+1720555${String(100 + entry.pool.length).padStart(4, '0')}`],
  }));

const settings = fc
  .record(
    {
      default_number: number,
      default_location_id: id,
      domains: fc.subarray(['Acme.example', 'shop.example.']),
      targets: fc.uniqueArray(fc.record({ number, location_id: id }, { requiredKeys: ['number'] }), {
        maxLength: 3,
        selector: (target) => target.number,
      }),
      sources: fc.uniqueArray(rule, { maxLength: 3, selector: ({ name }) => name.trim() }),
      locations,
      numbers: fc.uniqueArray(fc.oneof({ weight: 4, arbitrary: trackingNumber }, pool), {
        maxLength: 8,
        selector: (entry) => ('pool' in entry ? entry.pool : entry.phone_number),
      }),
      prefer: fc.constantFrom('source', 'location'),
      prefer_open: fc.boolean(),
      max_distance_km: fc.constantFrom(null, 200, 1_500),
    },
    { requiredKeys: ['default_number', 'locations', 'numbers', 'sources', 'domains', 'targets'] },
  )
  .map(withKnownReferences);

/** As a city of the console's tables is sent. */
const city = fc.record({
  latitude: fc.integer({ min: 2_000, max: 6_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  longitude: fc.integer({ min: -13_000, max: 1_500 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  city: fc.constantFrom('Aarhus', 'Bergen (Lower Saxony)'),
  country: fc.constantFrom('DK', 'DE'),
});

const visitWithoutPlace = fc.record(
  {
    url: fc.constantFrom(
      'https://acme.example/',
      'https://www.acme.example/sale/1?gclid=1',
      'https://acme.example/?utm_campaign=Spring-26&utm_source=newsletter&utm_medium=email',
      'https://acme.example/?utm_source=facebook&utm_medium=paid_social',
      'no address',
    ),
    referrer: fc.constantFrom(
      'https://www.google.com/',
      'https://blog.acme.example/',
      'https://m.partner.example/x',
      'https://mail.yahoo.com/',
      'https://shop.example/',
    ),
    keys: fc.constantFrom('gclid=1', 'utm_source=bing&utm_medium=cpc', 'nothing=1'),
    domain: fc.constantFrom('acme.example', 'other.example'),
    time,
  },
  { requiredKeys: ['time'] },
);
const visit = fc
  .tuple(visitWithoutPlace, fc.oneof(fc.record({ zip }, { requiredKeys: [] }), city))
  .map(([visited, place]) => ({ ...visited, ...place }));

test('what the console decides by a draft is what GET /dni/preview answers, for any settings and visits', async () => {
  const { superadmin, companyId } = await makeCompanyWithUsers();
  const { Decider } = await loadDeciding();
  const visits = fc.sample(visit, { numRuns: SETTINGS * VISITS, seed: SEED });
  for (const [index, draft] of fc.sample(settings, { numRuns: SETTINGS, seed: SEED }).entries()) {
    const tried = visits.slice(index * VISITS, (index + 1) * VISITS);
    await answerOf(await sendAs(superadmin, 'PUT', `/dni/api/companies/${companyId}/settings`, draft));
    const fromServer = await Promise.all(tried.map((each) => previewOf(superadmin, companyId, each)));

    // The console's drafts begin with every option.
    const decider = new Decider({ ...NO_SETTINGS, ...draft } as Draft, null);
    const decided = tried.map((each) => decider.explain(each, null, Date.parse(each.time)));

    expect(decided, `seed ${SEED}, settings ${JSON.stringify(draft)}`).toEqual(fromServer);
  }
});

type Draft = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;
type Tried = typeof visit extends fc.Arbitrary<infer Value> ? Value : never;

/** What both say; the server says more, of visits that were there before. */
interface Said {
  place: unknown;
  source: unknown;
  location: unknown;
  number: { pool?: unknown };
  page: { swaps: unknown };
}

/** What the server answers about a visit. */
async function previewOf(user: TestUser, companyId: string, visit: Tried): Promise<Said> {
  // Of somebody whose network says nothing of where they are.
  const query = new URLSearchParams({ ...visit, ip: freshIp() });
  const answer = await sendAs(user, 'GET', `/dni/preview/${companyId}?${query}`);
  const answered = await answerOf<Said>(answer);
  const { place, source, location, page } = answered;
  // The pool says how many numbers are free.
  const { pool: _pool, ...number } = answered.number;
  return { place, source, location, number, page: { swaps: page.swaps } };
}

/** What of console/screens/preview/deciding.ts is used. */
interface Deciding {
  Decider: new (
    settings: Draft,
    zone: string | null,
  ) => { explain(visit: Tried, here: null, now: number): Said };
}

/** Loads the script that is served to browsers, with its tables. It reads them by fetch, which reads no files in Node. */
async function loadDeciding(): Promise<Deciding> {
  const [path = ''] = globSync('dist/assets/console/assets/*/deciding.js');
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const isFile = input instanceof URL && input.protocol === 'file:';
    return isFile ? new Response(await readFile(fileURLToPath(input))) : fetch(input, init);
  };
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href)) as Deciding;
  } finally {
    globalThis.fetch = fetch;
  }
}

interface RandomSettings {
  default_number: string;
  default_location_id?: string;
  locations: Record<string, unknown>[];
  sources: { name: string }[];
  targets: { number: string; location_id?: string }[];
  numbers: { source?: string; location_id?: string; target?: string }[];
}

/** Leaves out what the API refuses: ids of nothing, the same conditions twice, hours of an unknown place. */
function withKnownReferences<Value extends RandomSettings>(draft: Value): Value {
  const ids = new Set(draft.locations.map((each) => each['location_id']));
  const names = new Set([...CHANNELS, ...draft.sources.map(({ name }) => name)]);
  const targets = draft.targets.filter(({ location_id: id }) => id === undefined || ids.has(id));
  const printed = new Set([draft.default_number, ...targets.map((target) => target.number)]);
  const seen = new Set<string>();
  const numbers = draft.numbers.filter(({ source, location_id: id, target }) => {
    const conditions = JSON.stringify([source?.trim(), id, target]);
    const isKnown =
      (id === undefined || ids.has(id)) &&
      (source === undefined || names.has(source)) &&
      (target === undefined || printed.has(target));
    if (!isKnown || seen.has(conditions)) return false;
    seen.add(conditions);
    return true;
  });
  const { default_location_id: byDefault, ...rest } = draft;
  return {
    ...rest,
    ...(ids.has(byDefault) ? { default_location_id: byDefault } : {}),
    targets,
    numbers,
  } as Value;
}
