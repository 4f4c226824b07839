/** What becomes of conversions after the answer of a platform, and how long a failing platform rests. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  conversionIdOf,
  findConversion,
  insertConversion,
  updateConversion,
} from '../../../../worker/core/conversions/outbox/conversion-store.ts';
import { recordStatus } from '../../../../worker/core/conversions/outbox/polling.ts';
import {
  type Batch,
  noteValues,
  recordFailure,
  recordMeaning,
} from '../../../../worker/core/conversions/outbox/results.ts';
import { platformsOf, savePlatform } from '../../../../worker/core/conversions/platform-settings.ts';
import type { Conversion } from '../../../../worker/core/conversions/platforms/conversion.ts';
import type { ConversionRecord } from '../../../../worker/core/conversions/schema.ts';
import { MortalCompany } from '../engine/context/mortal-company.ts';

const NOW = Date.UTC(2026, 10, 2, 12);

let company: MortalCompany;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  company = new MortalCompany(1, 0);
});
afterEach(() => vi.useRealTimers());

/** Adds conversions of calls that are sent together. */
function addTogether(count: number, platform: 'meta' | 'google_data_manager' = 'meta'): Batch {
  return Array.from({ length: count }, (_, index) => {
    const recordId = `call-${index}`;
    insertConversion(company.database, {
      conversionId: conversionIdOf(recordId, 'rule'),
      what: 'call',
      recordId,
      platform,
      ruleId: 'rule',
      ruleVersion: 1,
      status: 'waiting',
      reason: null,
      detail: null,
      eventTime: NOW,
      createdTime: NOW,
      changedTime: NOW,
      unit: 'USD',
      value: 1,
      sentUnit: null,
      sentValue: null,
      sentTime: null,
      formerUnit: null,
      formerValue: null,
      requestId: null,
      dueTime: NOW,
      together: count,
    });
    return { row: stored(index + 1), conversion: { id: recordId } as Conversion };
  });
}

function stored(number: number): ConversionRecord {
  const record = findConversion(company.database, number);
  if (record === undefined) throw new Error(`There is no conversion ${number}.`);
  return record;
}

function refuse(batch: Batch): void {
  company.write((context) =>
    recordMeaning(context, {
      platform: 'meta',
      batch,
      meaning: { kind: 'refused', detail: 'One of them is wrong.' },
      claimed: 'no',
    }),
  );
}

test('a refused request is tried again in halves, without what was skipped meanwhile', () => {
  const batch = addTogether(4);
  company.write(({ database }) =>
    updateConversion(database, { ...stored(2), status: 'skipped', reason: 'rule_off', dueTime: null }),
  );

  refuse(batch);

  const [first, skipped, third] = [1, 2, 3].map(stored);
  expect(first).toMatchObject({ status: 'waiting', dueTime: NOW, together: 2 });
  expect(third).toMatchObject({ status: 'waiting', dueTime: NOW, together: 2 });
  expect(skipped).toMatchObject({ status: 'skipped', reason: 'rule_off', dueTime: null });
});

test('the one that is refused alone is not sent again', () => {
  refuse(addTogether(1));

  expect(stored(1)).toMatchObject({ status: 'refused', detail: 'One of them is wrong.', dueTime: null });
});

/** The seconds that a platform rests after each of its failures. */
function rests(failures: number, askedWaitMs = 0): number[] {
  company.write((context) => savePlatform(context, 'meta', { enabled: false, settings: {} }, undefined));
  return Array.from({ length: failures }, () => {
    company.write((context) => recordFailure(context, 'meta', { detail: 'No answer.', askedWaitMs }));
    return (platformsOf(company.company).of('meta').restUntil - NOW) / 1_000;
  });
}

test('a failing platform rests for 1, 5, 30, 120 and then always 300 minutes, and up to a fifth longer', () => {
  const minutes = [1, 5, 30, 120, 300, 300, 300];

  const factors = rests(minutes.length).map((seconds, index) => seconds / 60 / (minutes[index] ?? 0));

  expect(Math.min(...factors)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...factors)).toBeLessThanOrEqual(1.2);
});

/** Has conversions sent to Google, and then what Google says of their request. @param values for each the values that are sent */
function toldLater(values: number[][], meaning: NonNullable<Parameters<typeof recordStatus>[2]>): void {
  const batch = addTogether(values.length, 'google_data_manager');
  company.write((context) =>
    savePlatform(context, 'google_data_manager', { enabled: false, settings: {} }, undefined),
  );
  const send = (turn: number): void =>
    company.write((context) => {
      const again = batch.map(({ conversion }, index) => {
        const value = values[index]?.[turn] ?? values[index]?.[0] ?? 0;
        return { row: { ...stored(index + 1), status: 'waiting' as const, value }, conversion };
      });
      for (const { row } of again) updateConversion(context.database, row);
      noteValues(context, again);
      const sent = { kind: 'sent', requestId: `request-${turn}` } as const;
      const platform = 'google_data_manager';
      recordMeaning(context, { platform, batch: again, meaning: sent, claimed: 'no' });
    });
  for (let turn = 0; turn < Math.max(...values.map((each) => each.length)); turn++) {
    send(turn);
    const answer = turn === 0 ? ({ kind: 'accepted', requestId: null } as const) : meaning;
    const isLast = values.every((each) => each.length === 1);
    company.write((context) => recordStatus(context, `request-${turn}`, isLast ? meaning : answer, ''));
  }
}

test('a later value that Google does not take is not taken for sent', () => {
  toldLater([[10, 25]], { kind: 'known' });

  expect(stored(1)).toMatchObject({
    status: 'accepted',
    value: 25,
    sentValue: 10,
    formerValue: null,
    dueTime: null,
    detail: 'Google has this conversion, and kept its first value.',
  });
});

test('a later value that Google takes replaces the first, and a repeat that it knows counts once', () => {
  toldLater([[10, 25]], { kind: 'accepted', requestId: null });
  expect(stored(1)).toMatchObject({ status: 'accepted', sentValue: 25, formerValue: null, detail: null });
});

test('of several conversions that Google knows, those with a later value go again alone', () => {
  toldLater([[10, 25], [30]], { kind: 'known' });

  expect(stored(1)).toMatchObject({ status: 'waiting', value: 25, together: 1, dueTime: NOW });
});

test.for([
  ['Google failed itself', { kind: 'failed', detail: 'INTERNAL_ERROR' }, true],
  ['the company has terms to sign', { kind: 'unauthorized', detail: 'TERMS_NOT_SIGNED' }, false],
] as const)('conversions wait if %s', ([, meaning, isOk]) => {
  toldLater([[10], [20]], meaning);

  const waiting = { status: 'waiting', reason: null, detail: meaning.detail, dueTime: NOW + 6 * 3_600_000 };
  expect([stored(1), stored(2)]).toMatchObject([waiting, waiting]);
  expect(platformsOf(company.company).of('google_data_manager').lastAttempt?.isOk).toBe(isOk);
});

test('a platform that asks for a longer rest gets it', () => {
  expect(rests(2, 3_600_000)).toEqual([3_600, 3_600]);
});
