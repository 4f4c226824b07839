/** Sheets of Northern Europe: headers and countries in their own words, phones of the row's country, totals. */
import { describe, expect, test } from 'vitest';
import { toE164 } from '../../../../console/forms/phone/typed-phone.ts';
import { csvRecords } from '../../../../console/formats/csv.ts';
import { type DniSettings, NO_SETTINGS } from '../../../../console/screens/draft/dni-settings.ts';
import { readPasted } from '../../../../console/screens/numbers/paste/pasted.ts';
import type { PasteList } from '../../../../console/screens/numbers/paste/sheet/headers.ts';
import { withPasted } from '../../../../console/screens/numbers/paste/with-pasted.ts';
import { CityFinder } from '../../../../console/screens/places/finding/country-cities.ts';
import type { Places } from '../../../../console/screens/places/finding/find-place.ts';
import { citiesByCountry } from '../../../../build/world-cities.ts';

const EMPTY: DniSettings = { ...NO_SETTINGS, default_number: '+4722413010' };
const BRANCHES = [
  'Avdeling;Adresse;Postnr;Poststed;Land;Sentralbord;Breddegrad;Lengdegrad;Omsetning 2025 (MNOK)',
  'Oslo;Storgata 1;0155;Oslo;Norge;22 41 30 10;59,9139;10,7522;48,5 / 31,2',
  'København;Vesterbrogade 1;1620;København V;Danmark;33 15 20 20;55,6761;12,5683;20,1 / 19,8',
  'Malmö;Storgatan 1;211 22;Malmö;Sverige;040-12 34 56;55,6050;13,0038;3,2 / 2,9',
  'Sum;;;;;3;;;71,8 / 53,9',
].join('\r\n');

function read(list: PasteList, text: string, settings: DniSettings = EMPTY, places: Places = {}) {
  const pasted = readPasted(list, csvRecords(text, ';'), {
    settings,
    country: 'NO',
    places,
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
  // Abroad, the clocks may show something else.
  expect(after.locations.map(({ timezone }) => timezone)).toEqual([
    '',
    'Europe/Copenhagen',
    'Europe/Stockholm',
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

describe('branches without coordinates are placed at the middle of their cities', () => {
  const tables = citiesByCountry();
  const places: Places = {
    abroad: new Map(
      [...tables]
        .filter(([country]) => ['NO', 'DK', 'SE', 'DE'].includes(country))
        .map(([country, table]) => [country, new CityFinder(country, table)]),
    ),
  };

  test('of Norway and its neighbours', () => {
    const sheet = [
      'Avdeling;Adresse;Postnr;Poststed;Land;Sentralbord',
      'Drammen;Bragernes torg 1;3017;DRAMMEN;Norge;32 24 00 10',
      'Tromsø;Storgata 1;9008;Tromso;;77 60 00 10',
      'København;Vesterbrogade 1;1620;København V;Danmark;33 15 20 20',
      'Göteborg;Avenyn 1;411 36;Goteborg;Sverige;031-12 34 56',
      'Atlantis;Havgata 1;0000;Atlantis;Norge;22 41 30 11',
    ].join('\r\n');
    const { pasted, after } = read('locations', sheet, EMPTY, places);

    expect(
      after.locations.map(({ name, country, latitude, longitude }) => [name, country, latitude, longitude]),
    ).toEqual([
      ['Drammen', 'NO', '59.74', '10.20'],
      ['Tromsø', 'NO', '69.65', '18.96'],
      ['København', 'DK', '55.68', '12.57'],
      ['Göteborg', 'SE', '57.71', '11.97'],
    ]);
    expect(pasted.rows.slice(0, 4).flatMap(({ notes }) => notes.map(({ kind }) => kind))).toEqual([
      'city',
      'city',
      'city',
      'city',
    ]);
    expect(pasted.rows[4]?.faults).toEqual([
      { column: 'city', detail: expect.stringMatching(/^No city Atlantis is known in NO/) },
    ]);
    expect(pasted.needed).toBe(undefined);
  });

  test('of Germany, where a city of several has its state', () => {
    const sheet = [
      'Filiale;Straße;PLZ;Ort;Bundesland;Land',
      'München;Marienplatz 1;80331;München;Bayern;Deutschland',
      'Köln;Domplatz 1;50667;Koeln;;Deutschland',
      'Halle Saale;Markt 1;06108;Halle;Sachsen-Anhalt;Deutschland',
      'Halle;Markt 1;06108;Halle;;Deutschland',
    ].join('\r\n');
    const { pasted, after } = read('locations', sheet, EMPTY, places);

    expect(after.locations.map(({ name, latitude, longitude }) => [name, latitude, longitude])).toEqual([
      ['München', '48.14', '11.58'],
      ['Köln', '50.93', '6.95'],
      ['Halle Saale', '51.48', '11.98'],
    ]);
    expect(pasted.rows[3]?.faults[0]?.detail).toMatch(
      /^DE has several cities Halle: Halle \(Saale\) \(Saxony-Anhalt\); Halle \(North Rhine-Westphalia\)\. Write/,
    );
  });
});
