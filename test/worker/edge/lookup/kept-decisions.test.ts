/** Kept decisions: those in memory are newer than those in KV, which may answer with an old value for a minute. */
import { expect, test } from 'vitest';
import {
  type KeptDecision,
  merged,
  readEntry,
} from '../../../../worker/edge/lookup/caches/kept-decisions.ts';

function decision(phoneNumber: string, time: number): KeptDecision {
  return { source: 'direct', location_id: 'austin', phone_number: phoneNumber, time, reason: 'closest' };
}

const OLDER = decision('+15125550101', 1);
const NEWER = decision('+15125550102', 2);

test('memory comes before KV, for the place of the visitor and for each postal code', () => {
  const memory = { own: NEWER, zips: new Map([['78701', NEWER]]) };
  const kv = { own: OLDER, zips: new Map([['78701', OLDER]]) };

  expect(merged(memory, kv)).toEqual({ own: NEWER, zips: new Map([['78701', NEWER]]) });
});

test('what memory does not have comes from KV', () => {
  const kv = { own: OLDER, zips: new Map([['78702', OLDER]]) };

  expect(merged(undefined, kv)).toEqual(kv);
  expect(merged({ zips: new Map([['78701', NEWER]]) }, kv)).toEqual({
    own: OLDER,
    zips: new Map([
      ['78702', OLDER],
      ['78701', NEWER],
    ]),
  });
});

test('an entry of KV is read without what is not understood; a decision may have no location', () => {
  const nowhere = { ...OLDER, location_id: null };
  const stored = {
    shape: 1,
    own: nowhere,
    zips: { 78701: NEWER, 78702: { ...OLDER, location_id: 7 }, 78703: { ...OLDER, time: '1' }, 78704: 'x' },
  };

  expect(readEntry(stored)).toEqual({ own: nowhere, zips: new Map([['78701', NEWER]]) });
  expect(readEntry({ ...stored, shape: 2 })).toEqual({ zips: new Map() });
  expect(readEntry(null)).toEqual({ zips: new Map() });
});
