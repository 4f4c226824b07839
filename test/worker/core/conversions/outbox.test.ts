/** What becomes of conversions after the answer of a platform, and how long a failing platform rests. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  conversionIdOf,
  findConversion,
  insertConversion,
  updateConversion,
} from '../../../../worker/core/conversions/outbox/conversion-store.ts';
import {
  type Batch,
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
function addTogether(count: number): Batch {
  return Array.from({ length: count }, (_, index) => {
    const recordId = `call-${index}`;
    insertConversion(company.database, {
      conversionId: conversionIdOf(recordId, 'rule'),
      what: 'call',
      recordId,
      platform: 'meta',
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

test('a platform that asks for a longer rest gets it', () => {
  expect(rests(2, 3_600_000)).toEqual([3_600, 3_600]);
});
