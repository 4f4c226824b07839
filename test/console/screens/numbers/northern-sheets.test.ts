/** Sheets of Northern Europe: headers and countries in their own words, phones of the row's country, totals. */
import { expect, test } from 'vitest';
import { toE164 } from '../../../../console/forms/phone/typed-phone.ts';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { type DniSettings, NO_SETTINGS } from '../../../../console/screens/draft/dni-settings.ts';
import { readPasted } from '../../../../console/screens/numbers/paste/pasted.ts';
import type { PasteList } from '../../../../console/screens/numbers/paste/sheet/headers.ts';
import { withPasted } from '../../../../console/screens/numbers/paste/with-pasted.ts';

const EMPTY: DniSettings = { ...NO_SETTINGS, default_number: '+4722413010' };
const BRANCHES = [
  'Avdeling;Adresse;Postnr;Poststed;Land;Sentralbord;Breddegrad;Lengdegrad;Omsetning 2025 (MNOK)',
  'Oslo;Storgata 1;0155;Oslo;Norge;22 41 30 10;59,9139;10,7522;48,5 / 31,2',
  'København;Vesterbrogade 1;1620;København V;Danmark;33 15 20 20;55,6761;12,5683;20,1 / 19,8',
  'Malmö;Storgatan 1;211 22;Malmö;Sverige;040-12 34 56;55,6050;13,0038;3,2 / 2,9',
  'Sum;;;;;3;;;71,8 / 53,9',
].join('\r\n');

function read(list: PasteList, text: string, settings: DniSettings = EMPTY) {
  const pasted = readPasted(list, csvRecords(text, ';'), {
    settings,
    country: 'NO',
    places: {},
    isPrinted: false,
    toE164: (typed, of = 'NO') => toE164(typed, of),
  });
  return { pasted, after: withPasted(settings, pasted) };
}

test('branches have their columns found, and the phones of their own country', () => {
  const { pasted, after } = read('locations', BRANCHES);

  expect(pasted.mapping).toEqual({
    Avdeling: 'name',
    Adresse: 'address',
    Postnr: 'postal_code',
    Poststed: 'city',
    Land: 'country',
    Sentralbord: 'numbers',
    Breddegrad: 'latitude',
    Lengdegrad: 'longitude',
    'Omsetning 2025 (MNOK)': null,
  });
  expect(pasted.rows.flatMap(({ faults }) => faults)).toEqual([]);
  expect(pasted.totals).toEqual([5]);
  expect(
    after.locations.map(({ name, country, numbers, latitude }) => [name, country, numbers, latitude]),
  ).toEqual([
    ['Oslo', 'NO', ['+4722413010'], '59.9139'],
    ['København', 'DK', ['+4533152020'], '55.6761'],
    ['Malmö', 'SE', ['+4640123456'], '55.6050'],
  ]);
});

test('numbers of a branch are of its country, and a row of totals is none', () => {
  const { after: settings } = read('locations', BRANCHES);
  const sheet = 'Avdeling;Telefon\r\nKøbenhavn;33 15 20 30\r\nI alt;1';
  const { pasted, after } = read('numbers', sheet, settings);

  expect(pasted.totals).toEqual([3]);
  expect(after.numbers).toMatchObject([
    { phone_number: '+4533152030', location_id: settings.locations[1]?.location_id },
  ]);
});

test('a country that nobody knows is refused, not taken for the company’s', () => {
  const { pasted } = read('locations', BRANCHES.replace('Danmark', 'Danmrk'));

  expect(pasted.rows.flatMap(({ line, faults }) => faults.map(({ detail }) => `${line} ${detail}`))).toEqual([
    '3 “Danmrk” is not known as a country. Write its English name or its two letters, such as DK.',
  ]);
});
