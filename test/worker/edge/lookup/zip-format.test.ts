/** The packed table of postal codes: slots, and the form without empty slots for browsers. */
import { expect, test } from 'vitest';
import {
  codesOf,
  decodeSlot,
  encodeSlot,
  fsaPrefixSlot,
  fsaSlot,
  TABLE_BYTES,
  withEmptySlots,
  withoutEmptySlots,
  zipPrefixSlot,
  zipSlot,
} from '../../../../worker/edge/lookup/place/zip-format.ts';

const PLACES = [
  [zipSlot('00501'), { latitude: 40.81, longitude: -73.04, region: 34 }],
  [zipSlot('99950'), { latitude: 55.34, longitude: -131.64, region: 2 }],
  [zipPrefixSlot('803'), { latitude: 40.01, longitude: -105.27, region: 6 }],
  [fsaSlot('A0A'), { latitude: 47.05, longitude: -53.2, region: 64 }],
  [fsaPrefixSlot('Y1'), { latitude: 60.72, longitude: -135.05, region: 72 }],
] as const;

function tableOfPlaces(): ArrayBuffer {
  const table = new ArrayBuffer(TABLE_BYTES);
  for (const [slot, place] of PLACES) encodeSlot(new DataView(table), slot, place);
  return table;
}

test('a place is read as it was written, to a step of 0.006 degrees, and other slots are empty', () => {
  const view = new DataView(tableOfPlaces());

  expect(new Set(PLACES.map(([slot]) => slot)).size).toBe(PLACES.length);
  for (const [slot, { latitude, longitude, region }] of PLACES) {
    const read = decodeSlot(view, slot);
    expect(read?.region).toBe(region);
    expect(Math.abs((read?.latitude ?? 0) - latitude)).toBeLessThan(0.003);
    expect(Math.abs((read?.longitude ?? 0) - longitude)).toBeLessThan(0.006);
  }
  expect(decodeSlot(view, zipSlot('00502'))).toBeUndefined();
});

test('the table is the same after its empty slots were removed and restored', () => {
  const table = new Uint8Array(tableOfPlaces());
  const packed = withoutEmptySlots(table);

  expect(packed.length).toBe(TABLE_BYTES / 5 + 4 * PLACES.length);
  expect(Buffer.from(withEmptySlots(packed)).equals(Buffer.from(table))).toBe(true);
});

test('every possible code has a slot of its own', () => {
  const slots = [
    ...[...codesOf('US')].flatMap((zip) => [zipSlot(zip), zipPrefixSlot(zip)]),
    ...[...codesOf('CA')].flatMap((fsa) => [fsaSlot(fsa), fsaPrefixSlot(fsa)]),
  ];

  expect(new Set(slots).size * 5).toBe(TABLE_BYTES);
  expect(Math.max(...new Set(slots))).toBe(TABLE_BYTES / 5 - 1);
});
