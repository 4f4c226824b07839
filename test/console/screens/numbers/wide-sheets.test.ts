/** Sheets as agencies keep them: a row for each branch, and a column of numbers for each source. */
import { describe, expect, test } from 'vitest';
import { toE164 } from '../../../../console/forms/phone/typed-phone.ts';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { type DniSettings, isPool, NO_SETTINGS } from '../../../../console/screens/draft/dni-settings.ts';
import { readPasted } from '../../../../console/screens/numbers/paste/pasted.ts';
import type { Pasted } from '../../../../console/screens/numbers/paste/result.ts';
import { countryNamed } from '../../../../console/screens/numbers/paste/sheet/country-names.ts';
import type { PasteList } from '../../../../console/screens/numbers/paste/sheet/headers.ts';
import { sourceOfHeader } from '../../../../console/screens/numbers/paste/sheet/wide.ts';
import { withPasted } from '../../../../console/screens/numbers/paste/with-pasted.ts';
import { chooseSwaps } from '../../../../worker/edge/lookup/choice/choose-number.ts';
import { CompiledSettings } from '../../../../worker/edge/lookup/choice/compiled-settings.ts';
import { checkDniSettings } from '../../../../worker/dni/settings-document.ts';

const EMPTY: DniSettings = { ...NO_SETTINGS, default_number: '+18005550100' };

interface Company {
  settings?: DniSettings;
  country?: string;
  isPrinted?: boolean;
}

/** Reads a sheet as it stands in a file with `;`. */
function read(list: PasteList, text: string, { settings = EMPTY, country = 'US', isPrinted }: Company = {}) {
  const places = {
    ofCode: () => ({ latitude: '39.7', longitude: '-105' }),
    ofCity: () => ({ latitude: '39.7', longitude: '-105' }),
  };
  const pasted = readPasted(list, csvRecords(text, ';'), {
    settings,
    country,
    places,
    isPrinted,
    toE164: (typed, of = country) => toE164(typed, of),
  });
  return { pasted, after: withPasted(settings, pasted) };
}

const AMERICAN = [
  'Acme branches 2026;;;;;;;',
  ';;;;;;;',
  'Branch;City;State;ZIP;Phone;Google Ads;GBP;Radio spots',
  'Denver;Denver;CO;80202;(303) 555-0140;303-555-0101;303-555-0102;303-555-0103',
  ';;;;;;;',
  'Austin;Austin;TX;78701;(512) 555-0140;512-555-0101;512-555-0102;n/a',
  'Total;;;;;2;2;1',
].join('\r\n');

const numbersIn = ({ numbers }: DniSettings) =>
  numbers.map((each) => [isPool(each) ? each.pool : each.phone_number, each.source, each.location_id]);
const faultsIn = ({ rows }: Pasted) =>
  rows.flatMap(({ line, title, faults }) => faults.map(({ column }) => `${line} ${title} ${column}`));

describe('a wide sheet', () => {
  test('has its branches, their numbers for each source, and the sources; titles and totals are left out', () => {
    const { pasted, after } = read('locations', AMERICAN);

    expect(pasted.totals).toEqual([7]);
    expect(pasted.rows.map(({ line, title, faults }) => [line, title, faults])).toEqual([
      [4, 'Denver', []],
      [6, 'Austin', []],
    ]);
    expect(pasted.mapping).toMatchObject({ Phone: 'numbers', GBP: 'of_source', 'Radio spots': 'of_source' });
    expect(pasted.numbers?.rows.map(({ line }) => line)).toEqual([4, 4, 4, 6, 6]);
    expect(after.sources.map(({ name }) => name)).toEqual(['Google Ads', 'GBP', 'Radio spots']);
    expect(numbersIn(after)).toEqual([
      ['+13035550101', 'Google Ads', 'denver'],
      ['+13035550102', 'GBP', 'denver'],
      ['+13035550103', 'Radio spots', 'denver'],
      ['+15125550101', 'Google Ads', 'austin'],
      ['+15125550102', 'GBP', 'austin'],
    ]);
    expect(checkDniSettings(after).faults).toBeUndefined();
    // The same sheet again changes nothing.
    expect(read('locations', AMERICAN, { settings: after }).after).toEqual(after);
  });

  test('has no source in a column of remarks, though some of them are numbers', () => {
    const sheet = ['Branch;ZIP;Google Ads;Remarks', 'Denver;80202;303-555-0101;303-555-0109'].concat(
      ['Austin', 'Waco', 'Temple'].map((name) => `${name};78701;-;ordered`),
    );
    expect(read('locations', sheet.join('\n')).pasted.mapping).toMatchObject({ Remarks: null });
  });

  test('is the same where numbers are pasted, with branches that are there or new', () => {
    const { after } = read('locations', AMERICAN);
    expect(read('numbers', AMERICAN).after).toEqual(after);

    const there = { ...after, numbers: [], sources: [] };
    const { pasted, after: again } = read('numbers', AMERICAN, { settings: there });
    expect([pasted.list, pasted.isWide]).toEqual(['numbers', true]);
    expect(again).toEqual(after);
  });

  test('of another country has its own words, decimal commas and trunk prefixes', () => {
    const { pasted, after } = read(
      'locations',
      [
        'Filiale;Straße;PLZ;Ort;Bundesland;Land;Breitengrad;Längengrad;Telefon;Mitarbeiter;Google Ads Rufnr.;Radio;Plakat',
        'Mitte;Linienstr. 1;10115;Berlin;BE;Deutschland;52,5300;13,3900;030/5550140;12500;030 5550101;030 5550102;',
        'Altona;Am Markt 2;22765;Hamburg;HH;Deutschland;53,55;9,93;040 5550140;8100;040 5550101;0049 40 5550102;(040) 5550103',
      ].join('\n'),
      { country: 'DE' },
    );

    expect(faultsIn(pasted)).toEqual([]);
    expect(pasted.mapping).toMatchObject({ Mitarbeiter: null, Bundesland: 'state', Land: 'country' });
    expect(after.locations).toMatchObject([
      { name: 'Mitte', postal_code: '10115', country: 'DE', latitude: '52.5300', numbers: ['+49305550140'] },
      { name: 'Altona', city: 'Hamburg', longitude: '9.93', numbers: ['+49405550140'] },
    ]);
    expect(numbersIn(after)).toEqual([
      ['+49305550101', 'Google Ads', 'mitte'],
      ['+49305550102', 'Radio', 'mitte'],
      ['+49405550101', 'Google Ads', 'altona'],
      ['+49405550102', 'Radio', 'altona'],
      ['+49405550103', 'Plakat', 'altona'],
    ]);
    // Of a company in another country, the column of countries says how numbers are dialled.
    const abroad = read(
      'locations',
      'Nom;Pays;Latitude;Longitude;Tél.\nLyon;France;45,76;4,83;04 78 55 01 40',
    );
    expect(abroad.after.locations[0]).toMatchObject({ country: 'FR', numbers: ['+33478550140'] });
  });

  test('tells a cell that is no number by its row and column, and skips the numbers of a skipped branch', () => {
    const { pasted } = read(
      'locations',
      'Branch;ZIP;Google Ads;Bing\nDenver;80202;303 555 0101;ask Bob\n;78701;512 555 0101;512 555 0102',
    );

    expect(faultsIn(pasted)).toEqual(['3  name']);
    expect(pasted.numbers && faultsIn(pasted.numbers)).toEqual(['2 Bing phone_number']);
    expect(pasted.numbers?.rows.map(({ line }) => line)).toEqual([2, 2]);
  });

  test('says that a number rings at a branch or is for other visits already', () => {
    const { pasted } = read(
      'locations',
      'Branch;ZIP;Phone;Google Ads;GBP\nDenver;80202;303 555 0140;303 555 0101;303 555 0140\nAustin;78701;512 555 0140;303 555 0101;512 555 0102',
    );

    expect(pasted.numbers?.rows.map(({ faults }) => faults.map(({ detail }) => detail).join(' '))).toEqual([
      'Rows 2 and 3 give this number to different locations. A number can have only one location: keep one of the rows.',
      '(303) 555-0140 is the phone that rings at Denver, so it cannot be a tracking number too.',
      'Rows 2 and 3 give this number to different locations. A number can have only one location: keep one of the rows.',
      '',
    ]);
  });

  test.for([
    ['Branch;ZIP;Phone;Fax', []],
    ['Branch;ZIP;Phone;Mobile;Manager cell', []],
    ['Branch;ZIP;Phone;Hotline', []],
    ['Branch;ZIP;Phone;Google Ads', ['Google Ads']],
    ['Branch;ZIP;Phone;Yelp;Angi', ['Yelp', 'Angi']],
    ['Branch;ZIP;Phone;Fax;Bing number', ['Bing number']],
  ] as const)('%s: the numbers of %s', ([header, sources]) => {
    const row = header.split(';').map((_, index) => ['Denver', '80202'][index] ?? `303 555 01${10 + index}`);
    const { pasted } = read('locations', [header, row.join(';')].join('\n'));
    const found = Object.entries(pasted.mapping).filter(([, member]) => member === 'of_source');
    expect(found.map(([name]) => name)).toEqual(sources);
  });

  test.for([
    ['Google Ads', 'Google Ads'],
    ['Google Ads Tracking Number', 'Google Ads'],
    ['GBP #', 'GBP'],
    ['Tracking no.: Radio', 'Radio'],
    ['Call Center', 'Call Center'],
    ['Tracking no.', ''],
    ['Fax number', ''],
  ] as const)('the header %s is the source %s', ([header, source]) => {
    expect(sourceOfHeader(header)).toBe(source);
  });
});

describe('rows of any sheet', () => {
  test('have the numbers of the spreadsheet, whatever is between them', () => {
    const { pasted } = read(
      'numbers',
      ';;\nTracking no.;Source\n;\n303 555 0101;Radio\n;\n;\nask Bob;Radio\nGrand total:;1',
    );
    expect(pasted.rows.map(({ line }) => line)).toEqual([4, 7]);
    expect([pasted.totals, pasted.missing]).toEqual([[8], []]);
  });

  test('in which one source has two numbers for a branch are refused, as the settings would refuse them', () => {
    const { pasted, after } = read('numbers', 'Number;Source\n303 555 0101;Direct\n303 555 0102;Direct');
    expect(faultsIn(pasted)).toEqual(['3 (303) 555-0102 phone_number']);
    const moved = read('numbers', 'Number;Source\n303 555 0101;Referral\n303 555 0102;Direct', {
      settings: after,
    });
    expect(faultsIn(moved.pasted)).toEqual([]);
  });
});

describe('the phone of a branch', () => {
  const swapsOf = (settings: DniSettings, locationId: string, source: string) => {
    const checked = checkDniSettings(settings);
    if (checked.faults !== undefined) throw new Error(JSON.stringify(checked.faults));
    const compiled = new CompiledSettings('company', { version: 1, settings: checked.settings });
    return chooseSwaps(compiled, { locationId, source });
  };

  test('rings, and is the number on its pages that a number of the branch replaces', () => {
    const { pasted, after } = read('locations', AMERICAN);

    expect(pasted.isPrinted).toBe(true);
    expect(after.targets).toEqual([
      { number: '+18005550100' },
      { number: '+13035550140', location_id: 'denver' },
      { number: '+15125550140', location_id: 'austin' },
    ]);
    // A visitor near Denver by radio: of Austin, nothing is replaced, which has no number for the radio.
    expect(swapsOf(after, 'denver', 'Radio spots').map(({ from, to }) => [from, to])).toEqual([
      ['+18005550100', '+13035550103'],
      ['+13035550140', '+13035550103'],
    ]);
  });

  test('only rings when the user or the header says so, and a second column is the number on the site', () => {
    const apart = read('locations', AMERICAN, { isPrinted: false });
    expect([apart.pasted.isPrinted, apart.after.targets]).toEqual([false, []]);
    expect(apart.after.locations[0]?.numbers).toEqual(['+13035550140']);

    const forwards = read('locations', 'Branch;ZIP;Forwards to\nDenver;80202;303 555 0140');
    expect([forwards.pasted.isPrinted, forwards.after.targets]).toEqual([false, []]);

    const both = read(
      'locations',
      'Branch;ZIP;Phone;Forwards to\nDenver;80202;303 555 0140;720 555 0141\nBoulder;80302;;720 555 0142',
    );
    expect(both.pasted.isPrinted).toBeUndefined();
    expect(both.after.targets.slice(1)).toEqual([{ number: '+13035550140', location_id: 'denver' }]);
    expect(both.after.locations.map(({ numbers }) => numbers)).toEqual([['+17205550141'], ['+17205550142']]);
  });

  test('stays on the site if several branches have it, if it is printed already, or if there is no room', () => {
    const shared = read(
      'locations',
      'Branch;ZIP;Phone\nA;80202;800 555 0100\nB;80203;303 555 0140\nC;80204;303 555 0140',
    );
    expect(shared.pasted.printed).toEqual({ targets: [], shared: ['+13035550140'], left: 0 });
    expect(shared.after.targets).toEqual([]);

    const rows = Array.from({ length: 203 }, (_, index) => `B${index};80202;303 555 1${100 + index}`);
    const many = read('locations', ['Branch;ZIP;Phone', ...rows].join('\n'));
    expect([many.after.targets.length, many.pasted.printed.left]).toEqual([200, 4]);
  });
});

test.for([
  ['DE', 'DE'],
  ['uk', 'GB'],
  ['USA', 'US'],
  ['Deutschland', 'DE'],
  ['Österreich', 'AT'],
  ['France', 'FR'],
  ['España', 'ES'],
  ['United Kingdom', 'GB'],
] as const)('the country %s is %s', ([text, code]) => {
  expect(countryNamed(text)).toBe(code);
});

test.for(['', 'TX', 'Texas', 'Denver'])('no country: “%s”', (text) => {
  expect(countryNamed(text)).toBeUndefined();
});
