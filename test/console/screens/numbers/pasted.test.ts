import { describe, expect, test } from 'vitest';
import { classifyVisit } from '../../../../worker/edge/lookup/source/source.ts';
import { visitsOf, VISITS } from '../../../../console/screens/sources/preset-visits.ts';
import { PRESETS, sourceNamed, withSources } from '../../../../console/screens/sources/presets.ts';
import { toE164 } from '../../../../console/forms/phone/typed-phone.ts';
import { coordinatesIn } from '../../../../console/screens/places/finding/coordinates.ts';
import {
  type DniLocation,
  type DniSettings,
  NO_SETTINGS,
  ringingNumberOf,
  type TrackingNumber,
} from '../../../../console/screens/draft/dni-settings.ts';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { csvOf } from '../../../../console/screens/draft/editing/csv.ts';
import { readPasted } from '../../../../console/screens/numbers/paste/pasted.ts';
import {
  matchLocations,
  matchNumbers,
  type ReadRow,
} from '../../../../console/screens/numbers/paste/pasted-matches.ts';
import type { PasteList } from '../../../../console/screens/numbers/paste/sheet/headers.ts';
import { withPasted } from '../../../../console/screens/numbers/paste/with-pasted.ts';
import type { Places } from '../../../../console/screens/places/finding/find-place.ts';

/** A company of the US. */
const US = { country: 'US', toE164: (text: string) => toE164(text, 'US') };

const EMPTY: DniSettings = { ...NO_SETTINGS, default_number: '+18005550100' };

function location(id: string, name: string, latitude: string, more: Partial<DniLocation> = {}): DniLocation {
  const place = { city: 'Austin', state: 'TX', country: 'US', address: '1 Oak St', postal_code: '78701' };
  return {
    location_id: id,
    name,
    latitude,
    longitude: '-97.7',
    timezone: 'America/Chicago',
    ...place,
    ...more,
  };
}

/** Two places that the tables have. */
const PLACES: Places = {
  ofCode: (code) => ({ '02116': { latitude: '42.3500', longitude: '-71.0760' } })[code],
  ofCity: (city, state) =>
    `${city} ${state}` === 'Boulder CO' ? { latitude: '40.0150', longitude: '-105.2700' } : undefined,
};

/** Pastes a table with | between its cells. */
function paste(
  list: PasteList,
  settings: DniSettings,
  lines: string[],
): DniSettings & { outcomes: string[] } {
  const pasted = readPasted(
    list,
    lines.map((line) => line.split('|')),
    { settings, ...US, places: PLACES },
  );
  const outcomes = pasted.rows.map(({ line, entry, replaces, repeats, faults }) => {
    const left = faults.map(({ column, detail }) => `${column}: ${detail}`).join(' ');
    if (repeats !== undefined) return `${line} repeats ${repeats}`;
    return entry === undefined ? `${line} ${left}` : `${line} ${replaces ?? 'new'}`;
  });
  return { ...withPasted(settings, pasted), outcomes };
}

const idsOf = ({ locations }: DniSettings): string[] => locations.map(({ location_id: id }) => id);

describe('places of other countries', () => {
  const HEADERS = ['Name', 'Street', 'City', 'ZIP', 'Country'];
  const read = (row: readonly string[], places: Places, country = 'DE') =>
    readPasted('locations', [HEADERS, row], { settings: EMPTY, ...US, country, places });
  const everywhere: Places = {
    ofCode: () => ({ latitude: '40.7', longitude: '-74' }),
    ofCity: () => ({ latitude: '40.7', longitude: '-74' }),
  };

  test('a postal code that looks like one of the US is none', () => {
    const { rows, needed } = read(['Mitte', 'Linienstraße 1', 'Berlin', '10115', ''], everywhere);
    expect(rows[0]?.faults.map(({ column }) => column)).toEqual(['city']);
    expect(needed).toEqual({ codes: false, cities: false, countries: ['DE'], addresses: [] });
  });

  test('an address is asked for once, and its place is used', () => {
    const row = ['Mitte', 'Linienstraße 1', 'Berlin', '10115', 'DE'];
    const address = 'Linienstraße 1, Berlin, 10115, DE';
    const unasked = read(row, { ...everywhere, ofAddress: new Map() });
    expect(unasked.needed?.addresses).toEqual([address]);

    const place = { latitude: '52.53', longitude: '13.39' };
    const found = read(row, { ofAddress: new Map([[address, place]]) });
    expect(found.rows[0]?.entry).toMatchObject(place);
    expect(found.rows[0]?.notes).toEqual([{ kind: 'place', from: address }]);
    expect(found.needed).toBe(undefined);

    const unknown = read(row, { ofAddress: new Map([[address, null]]) });
    expect(unknown.rows[0]?.faults[0]?.detail).toContain('10115, Berlin is not known');
    expect(unknown.needed).toMatchObject({ countries: ['DE'], addresses: [] });
  });

  test('an address in the US is asked for only if no table has its postal code or city', () => {
    const places: Places = { ...PLACES, ofAddress: new Map() };
    const known = read(['Boston', '1 Main St', '', '02116', ''], places, 'US');
    const rural = read(['Farm', '1 County Road 5', '', '', ''], places, 'US');
    expect([known.needed, rural.needed?.addresses]).toEqual([undefined, ['1 County Road 5']]);
  });
});

describe('locations', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `Acme Plumbing|3${index % 10}.${index}|-97.7`);

  test('of twelve rows with one name all twelve are there, each with an id of its own', () => {
    const { outcomes, ...settings } = paste('locations', EMPTY, ['Name|Lat|Lng', ...twelve]);

    expect(outcomes).toEqual(twelve.map((_, index) => `${index + 2} new`));
    expect(settings.locations.map(({ latitude }) => latitude)).toEqual(
      twelve.map((row) => row.split('|')[1]),
    );
    expect(new Set(idsOf(settings)).size).toBe(12);
    expect(idsOf(settings).slice(0, 3)).toEqual(['acme-plumbing', 'acme-plumbing-2', 'acme-plumbing-3']);
  });

  test('the same rows again, in another order and with one more, change nothing but add the one', () => {
    const { outcomes: _, ...first } = paste('locations', EMPTY, ['Name|Lat|Lng', ...twelve]);
    const again = [...twelve.toReversed(), 'Acme Plumbing|44|-93'];

    const { outcomes, ...second } = paste('locations', first, ['Name|Lat|Lng', ...again]);

    expect(second.locations.slice(0, 12)).toEqual(first.locations);
    expect(idsOf(second).slice(12)).toEqual(['acme-plumbing-13']);
    expect(outcomes.at(-1)).toBe('14 new');
  });

  test('a name that is there and comes twice changes the one at its place and adds the other', () => {
    const there = { ...EMPTY, locations: [location('austin', 'Acme', '30.2')] };

    const { outcomes, locations } = paste('locations', there, [
      'Name|Lat|Lng|City',
      'Acme|41|-87|Chicago',
      'acme|30.20|-97.7|Austin TX',
    ]);

    expect(outcomes).toEqual(['2 new', '3 austin']);
    expect(locations.map(({ location_id: id, city }) => [id, city])).toEqual([
      ['austin', 'Austin TX'],
      ['acme', 'Chicago'],
    ]);
  });

  test('one name of several that are there needs an id, unless the place says which', () => {
    const locations = [location('one', 'Acme', '30'), location('two', 'Acme', '31')];

    const { outcomes, ...settings } = paste('locations', { ...EMPTY, locations }, [
      'Name|Lat|Lng',
      'Acme|35|-97.7',
    ]);

    expect(outcomes).toEqual([
      '2 name: Several locations are named “Acme”. Add a column “id” to identify this one.',
    ]);
    expect(settings.locations).toEqual(locations);
    const placed = paste('locations', { ...EMPTY, locations }, ['Name|Lat|Lng', 'Acme|31.0|-97.7']);
    expect(placed.outcomes).toEqual(['2 two']);
  });

  test('an id names its location, whatever the name, and two rows with one id are refused by row', () => {
    const there = { ...EMPTY, locations: [location('austin', 'Austin', '30')] };
    const renamed = paste('locations', there, [
      'Id|Name|Lat|Lng',
      'austin|Austin North|30|-97.7',
      '|Austin|33|-97',
    ]);
    expect(renamed.outcomes).toEqual(['2 austin', '3 new']);
    expect(renamed.locations.map(({ location_id: id, name }) => [id, name])).toEqual([
      ['austin', 'Austin North'],
      ['austin-2', 'Austin'],
    ]);

    const twice = paste('locations', there, ['Id|Name|Lat|Lng', 'x|A|30|-97', 'x|B|31|-97', 'y|C|32|-97']);
    const detail = 'location_id: Rows 2 and 3 have the same id but differ otherwise. Keep one of them.';
    expect(twice.outcomes).toEqual([`2 ${detail}`, `3 ${detail}`, '4 new']);
    expect(idsOf(twice)).toEqual(['austin', 'y']);
  });

  test('one branch twice is taken once; said differently, neither row is', () => {
    const same = paste('locations', EMPTY, ['Name|Lat|Lng', 'A|30|-97', 'A|30|-97']);
    expect(same.outcomes).toEqual(['2 new', '3 repeats 2']);
    expect(same.locations).toHaveLength(1);
    const moved = paste('locations', { ...EMPTY, locations: [location('a', 'A', '29')] }, [
      'Name|Lat|Lng',
      'A|30|-97',
      'A|30|-97',
    ]);
    expect(moved.outcomes).toEqual(['2 a', '3 repeats 2']);

    const other = paste('locations', EMPTY, ['Name|Lat|Lng|City', 'A|30|-97|Austin', 'A|30|-97|Waco']);
    expect(other.outcomes[1]).toMatch(/^3 name: Rows 2 and 3 have the same name and coordinates/);
    expect(other.locations).toEqual([]);
  });

  test('what the table has no column for stays as it is', () => {
    const there = location('austin', 'Austin', '30', {
      hours: [],
      timezone: 'America/Denver',
      country: 'CA',
    });
    const { locations } = paste('locations', { ...EMPTY, locations: [there] }, [
      'Name|Lat|Lng',
      'Austin|30.5|-97.7',
    ]);
    expect(locations).toEqual([{ ...there, latitude: '30.5' }]);
  });
});

describe('numbers', () => {
  const settings: DniSettings = {
    ...EMPTY,
    locations: [location('a', 'Acme', '30'), location('b', 'Acme', '31'), location('c', 'Waco', '32')],
    numbers: [{ phone_number: '+15125550101', location_id: 'a', sms: true }],
  };

  test('one that rows give to two branches is refused in each of them, and nothing is overwritten', () => {
    const { outcomes, numbers } = paste('numbers', settings, [
      'Number|Location',
      '5125550101|b',
      '5125550102|c',
      '5125550101|c',
    ]);

    const detail =
      'phone_number: Rows 2 and 4 give this number to different locations. A number can have only one location: keep one of the rows.';
    expect(outcomes).toEqual([`2 ${detail}`, '3 new', `4 ${detail}`]);
    expect(numbers).toEqual([
      ...settings.numbers,
      { phone_number: '+15125550102', location_id: 'c', sms: false },
    ]);
  });

  test('one for several sources has an entry for each, and the same row twice is taken once', () => {
    const { outcomes, numbers } = paste('numbers', settings, [
      'Number|Location|Source',
      '5125550102|c|Paid search',
      '5125550102|c|Display',
      '5125550102|c|Display',
    ]);
    expect(outcomes).toEqual(['2 new', '3 new', '4 repeats 3']);
    expect(numbers.slice(1).map(({ source }) => source)).toEqual(['paid_search', 'display']);
    const again = paste('numbers', { ...settings, numbers }, [
      'Number|Location|Source',
      '5125550102|c|Display',
      '5125550102|c|Paid search',
    ]);
    expect(again.numbers).toEqual(numbers);
  });

  test('one that is there moves to the branch of its only row, and keeps what has no column', () => {
    const { outcomes, numbers } = paste('numbers', settings, ['Number|Location', '5125550101|Waco']);
    expect(outcomes).toEqual(['2 +15125550101']);
    expect(numbers).toEqual([{ phone_number: '+15125550101', location_id: 'c', sms: true }]);
  });

  test('a name or city of several branches says no branch', () => {
    const { outcomes } = paste('numbers', settings, [
      'Number|Location',
      '5125550103|acme',
      '5125550104|Austin',
    ]);
    expect(outcomes).toEqual([
      '2 location_id: Several locations are named “acme”. Enter the id of one of them: a, b.',
      '3 location_id: Several locations are named “Austin”. Enter the id of one of them: a, b, c.',
    ]);
  });

  test('of two columns that mean the same, the second is ignored until somebody says otherwise', () => {
    const table = [['Number', 'Location', 'City']];
    const { mapping, columns } = readPasted('numbers', table, { settings, ...US });
    expect(mapping).toEqual({ Number: 'phone_number', Location: 'location_id', City: null });
    expect(columns.map(({ header }) => header)).toEqual(['Number', 'Location']);
  });
});

describe('many rows', () => {
  /** Matches rows. @returns how often they are looked at */
  function looksAt(count: number): number {
    let looks = 0;
    const rowOf = <Entry extends DniLocation | TrackingNumber>(
      entry: Entry,
      line: number,
    ): ReadRow<Entry> => ({
      line,
      title: '',
      faults: [],
      get entry() {
        looks += 1;
        return entry;
      },
    });
    const places = Array.from({ length: count }, (_, line) => location('', `Branch ${line}`, '30.2'));
    const numbers = places.map(({ name }, line) => ({
      phone_number: `+1303555${line}`,
      source: 'google_ads',
      location_id: name,
      sms: false,
    }));
    matchLocations(places.map(rowOf), EMPTY);
    matchNumbers(numbers.map(rowOf), EMPTY);
    return looks;
  }

  test('are matched without comparing each with each', () => {
    expect(looksAt(400)).toBe(2 * looksAt(200));
  });
});

describe('the sheet of a marketer', () => {
  const BRANCHES = [
    'Branch name|Street Address|City|State|ZIP|Lat/Long',
    'Denver|1 Main St|Denver|CO|80202|39,7392; -104,9903',
    'Boston|2 Elm St|Boston|MA|2116|',
    'Boulder|3 Pine St|Boulder|CO||',
    'Nowhere|4 Oak St|Atlantis|CO||',
    'Salem|5 Oak St|Salem|OR|97301|44.9429° N, 123.0351° W',
  ];

  test('has its columns found, its zeros put back, and coordinates from postal code or city', () => {
    const { locations, outcomes } = paste('locations', EMPTY, BRANCHES);

    expect(outcomes).toEqual([
      '2 new',
      '3 new',
      '4 new',
      '5 city: Atlantis, CO is not known. Check it and the country, or enter coordinates.',
      '6 new',
    ]);
    expect(
      locations.map(({ name, postal_code: code, latitude, longitude }) => [name, code, latitude, longitude]),
    ).toEqual([
      ['Denver', '80202', '39.7392', '-104.9903'],
      ['Boston', '02116', '42.3500', '-71.0760'],
      ['Boulder', '', '40.0150', '-105.2700'],
      ['Salem', '97301', '44.9429', '-123.0351'],
    ]);
    expect(locations[0]).toMatchObject({ address: '1 Main St', city: 'Denver', state: 'CO', country: 'US' });
  });

  test('has the phones that ring, and refuses what is none', () => {
    const table = [
      'Branch|City|State|Phone',
      'Boulder|Boulder|CO|(303) 555-0140; 303.555.0141',
      'Salem|Boulder|CO|ask Bob',
    ];

    const { locations, outcomes } = paste('locations', EMPTY, table);

    expect(outcomes).toEqual(['2 new', expect.stringMatching(/^3 numbers: “ask Bob” is not a phone number/)]);
    expect(locations.map(({ numbers }) => numbers)).toEqual([['+13035550140', '+13035550141']]);
  });

  test('says what was completed, and which tables it needs', () => {
    const table = BRANCHES.map((line) => line.split('|'));
    const bare = readPasted('locations', table, { settings: EMPTY, ...US });
    expect(bare.needed).toEqual({ codes: true, cities: true, countries: [], addresses: [] });

    const { rows, needed } = readPasted('locations', table, {
      settings: EMPTY,
      ...US,
      places: PLACES,
    });
    expect(needed).toBe(undefined);
    expect(rows.map(({ notes }) => notes)).toEqual([
      [],
      [
        { kind: 'zip', from: '2116', to: '02116' },
        { kind: 'place', from: '02116' },
      ],
      [{ kind: 'city', from: 'Boulder, CO' }],
      [],
      [],
    ]);
  });

  test('needs one of several columns for its places, and takes a column that somebody chooses', () => {
    const table = [
      ['Wer', 'Wo'],
      ['Denver', '39.7392, -104.9903'],
    ];
    const reading = { settings: EMPTY, ...US };
    const guessed = readPasted('locations', table, reading);
    expect(guessed.mapping).toEqual({ Wer: null, Wo: 'coordinates' });
    expect(guessed.missing).toEqual([['name']]);

    const { missing, rows } = readPasted('locations', table, { ...reading, chosen: { Wer: 'name' } });
    expect(missing).toEqual([]);
    expect(rows[0]?.entry).toMatchObject({ name: 'Denver', latitude: '39.7392', longitude: '-104.9903' });
  });

  test('keeps the coordinates of a branch that has some and comes without', () => {
    const there = location('boston', 'Boston', '42.3601', { postal_code: '02116', longitude: '-71.0589' });

    const { locations } = paste('locations', { ...EMPTY, locations: [there] }, [
      'Name|ZIP|City',
      'Boston|2116|Back Bay',
    ]);

    expect(locations).toEqual([{ ...there, city: 'Back Bay' }]);
  });

  test.for([
    ['39.7392, -104.9903', '39.7392', '-104.9903'],
    ['39.7392,-104.9903', '39.7392', '-104.9903'],
    ['39,7392 / -104,9903', '39.7392', '-104.9903'],
    ['(39.7392 -104.9903)', '39.7392', '-104.9903'],
    ['N 39.7392, W 104.9903', '39.7392', '-104.9903'],
  ] as const)('coordinates: %s', ([text, latitude, longitude]) => {
    expect(coordinatesIn(text)).toEqual({ latitude, longitude });
  });

  test.for(['Denver', '39.7392', '99.1, -104.9', '12-34', '1,2,3'])('no coordinates: %s', (text) => {
    expect(coordinatesIn(text)).toBeUndefined();
  });

  test('names a new source once for all its rows, which are right as soon as it exists', () => {
    const table = [
      ['Tracking Number', 'Source', 'Branch'],
      ...Array.from({ length: 24 }, (_, index) => [
        `303 555 0${100 + index}`,
        index % 2 === 0 ? 'Google Ads' : 'Yellow Pages',
        `b${index >> 1}`,
      ]),
    ];
    const locations = Array.from({ length: 12 }, (_, index) => location(`b${index}`, `B${index}`, '30'));
    const company = { ...EMPTY, locations };
    const before = readPasted('numbers', table, { settings: company, ...US });
    // Nobody has created them yet.
    expect(withPasted(company, before)).toEqual(company);
    expect(before.unknownSources).toEqual([
      {
        rule: { name: 'Google Ads', when: { source: 'Google*', channel: 'paid_*' } },
        rows: 12,
      },
      {
        rule: { name: 'Yellow Pages', when: { utm_source: 'Yellow Pages' } },
        rows: 12,
      },
    ]);
    expect(before.unknownSources.map(({ rule }) => visitsOf(rule))).toEqual([
      'paid clicks from Google',
      'links tagged utm_source=Yellow Pages; those who call are known by the number',
    ]);
    expect(before.rows.filter(({ entry }) => entry !== undefined)).toEqual([]);

    const settings = withSources(
      company,
      before.unknownSources.map(({ rule }) => rule),
    );
    const { rows, unknownSources } = readPasted('numbers', table, { settings, ...US });
    expect(unknownSources).toEqual([]);
    expect(
      rows.map(({ entry }) => entry !== undefined && 'source' in entry && entry.source).slice(0, 2),
    ).toEqual(['Google Ads', 'Yellow Pages']);
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test.for([
    ['google ads', 'https://acme.com/?gclid=1', '', true],
    ['Google Ads', 'https://acme.com/?wbraid=1', '', true],
    ['Google Ads', 'https://acme.com/?utm_source=google&utm_medium=cpc', '', true],
    ['Google Ads', 'https://acme.com/', 'https://www.google.com/', false],
    ['Facebook', 'https://acme.com/?fbclid=1', '', true],
    ['FB', 'https://acme.com/', 'https://m.facebook.com/', true],
    ['GBP', 'https://acme.com/?utm_source=google&utm_medium=organic&utm_campaign=gbp', '', true],
    ['Google My Business', 'https://acme.com/?utm_source=gmb&utm_medium=organic', '', true],
    ['Google Business Profile', 'https://acme.com/', 'https://www.google.com/', false],
    ['Bing', 'https://acme.com/?msclkid=1', '', true],
    ['Bing Ads', 'https://acme.com/', 'https://www.bing.com/', true],
    ['Radio', 'https://acme.com/?utm_source=radio-kbco', '', true],
  ] as const)('the source %s: a visit to %s from “%s”: %s', ([name, url, referrer, isOne]) => {
    const rule = sourceNamed(name);
    expect(classifyVisit({ url, referrer }, [rule]).name === name).toBe(isOne);
  });
});

test('each usual source says which visits it has', () => {
  expect(Object.keys(VISITS)).toEqual(PRESETS.map(({ rule }) => rule.name));
});

describe('pools', () => {
  const ads = {
    pool: 'ads',
    phone_numbers: ['+15125550161', '+15125550162'],
    hold_minutes: 20,
    overflow: '+15125550160',
    sms: false,
  };
  const settings: DniSettings = { ...EMPTY, numbers: [ads] };

  test('stay as they are, and a row with a number of theirs is refused', () => {
    const { numbers, outcomes } = paste('numbers', settings, [
      'Number|Source',
      '+15125550101|paid_search',
      '+15125550162|paid_search',
      '+15125550160|direct',
    ]);

    expect(outcomes).toEqual([
      '2 new',
      '3 phone_number: This number is in the pool “ads”, which is edited in the list. Leave the row out.',
      '4 new',
    ]);
    expect(numbers[0]).toEqual(ads);
    expect(numbers).toHaveLength(3);
  });

  test('are not in the CSV', () => {
    const number = { phone_number: '+15125550101', sms: false };

    expect(csvOf('numbers', { ...EMPTY, numbers: [ads, number] }).split('\r\n')).toEqual([
      '\uFEFFphone number,source,location id,target,sms',
      "'+15125550101,,,,no",
      '',
    ]);
  });
});

test.for(['=1+1', '+1', '-1+2', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', "'＝1+1"])(
  'the name %s is no formula in the file of locations',
  (name) => {
    const branch = location('austin', name, '30.2');
    const [, row = ''] = csvOf('locations', { ...EMPTY, locations: [branch] }).split('\r\n');

    expect(row.split(',')[1]).toBe(`'${name}`);
  },
);

test('the file of locations has the phones that ring and the number on the site, and pasted it changes nothing', () => {
  const branch = location('austin', 'Austin', '30.2', {
    numbers: ['+15125550141', { number: '+15125550142' }],
  });
  const company: DniSettings = {
    ...EMPTY,
    locations: [branch, location('waco', 'Waco', '31.5')],
    targets: [{ number: '+18005550100' }, { number: '+15125550140', location_id: 'austin' }],
  };
  const file = csvOf('locations', company);
  const [head = '', row = ''] = file.split('\r\n');

  expect(head).toMatch(/,phones that ring,number on the site$/);
  expect(row).toMatch(/,"'\+15125550141, \+15125550142",'\+15125550140$/);
  const pasted = readPasted('locations', csvRecords(file, ','), { settings: company, ...US });
  const after = withPasted(company, pasted);
  expect(after.targets).toEqual(company.targets);
  expect(after.locations.map(({ numbers = [] }) => numbers.map(ringingNumberOf))).toEqual([
    ['+15125550141', '+15125550142'],
    [],
  ]);
});
