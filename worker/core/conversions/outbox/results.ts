/** Records what became of a request to a platform. */
import { beginTrouble, endTrouble } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { platformsOf, recordState, troubledPart } from '../platform-settings.ts';
import type { Conversion } from '../platforms/conversion.ts';
import { FACTS, type Platform } from '../platforms/facts.ts';
import type { Meaning } from '../platforms/requests.ts';
import type { ConversionRecord } from '../schema.ts';
import { findConversion, updateConversion } from './conversion-store.ts';

/** Waits of a platform after its first, second, ... failure, in milliseconds. The last one repeats. */
const WAITS_MS = [60, 300, 1_800, 7_200, 5 * 3_600].map((seconds) => seconds * 1_000);
const JITTER = 0.2;
/** Failures that pass by themselves are told of to nobody: the third attempt comes after six minutes. */
const FAILURES_BEFORE_TROUBLE = 3;
const NO_ANSWER = 'There was no answer. It is not sent again, since the platform would count it twice.';

/** The conversions of a request, as they were when it was made. */
export type Batch = readonly { row: ConversionRecord; conversion: Conversion }[];

/**
 * Marks conversions as sent before the request. A platform that does not recognize repeats gets none, even if this object is
 * killed while it waits for the answer.
 */
export function claim(context: WriteContext, batch: Batch): void {
  for (const { row } of batch) {
    updateConversion(context.database, { ...sentRow(context, row), status: 'sent', detail: NO_ANSWER });
  }
}

/**
 * Notes the values of conversions before their request: the platform may have them even if there is no answer. One that replaces
 * no value keeps the first one.
 */
export function noteValues(context: WriteContext, batch: Batch): void {
  for (const { row } of batch) {
    const isNoted = FACTS[row.platform].restates ? row.sentValue === row.value : row.sentValue !== null;
    if (isNoted) continue;
    const former = formerOf(row);
    updateConversion(context.database, { ...row, ...former, sentUnit: row.unit, sentValue: row.value });
  }
}

/** Returns the value that the platform has, before a later one is sent. */
function formerOf(row: ConversionRecord): Pick<ConversionRecord, 'formerUnit' | 'formerValue'> {
  const { formerUnit, formerValue, sentTime, sentUnit, sentValue } = row;
  if (formerValue !== null || sentTime === null) return { formerUnit, formerValue };
  return { formerUnit: sentUnit, formerValue: sentValue };
}

/**
 * Records the meaning of an answer.
 * @param of.claimed whether the conversions were marked as sent before (`claim`), and whether the platform answered
 */
export function recordMeaning(
  context: WriteContext,
  {
    platform,
    batch,
    meaning,
    claimed,
  }: { platform: Platform; batch: Batch; meaning: Meaning; claimed: Claimed },
): void {
  batch.forEach(({ row }, index) => {
    const current = findConversion(context.database, row.conversionNumber);
    // Erased meanwhile.
    if (current === undefined) return;
    const after = rowAfter(context, { row, current, meaning, index, count: batch.length, claimed });
    if (after !== undefined) updateConversion(context.database, { ...after, changedTime: context.now });
  });
  const isOk = meaning.kind === 'accepted' || meaning.kind === 'sent';
  if (!isOk && meaning.kind !== 'refused') return;
  // A platform that says later what became of a conversion may refuse all of them then.
  if (meaning.kind !== 'sent' || FACTS[platform].saysAfterMs === null)
    endTrouble(context, troubledPart(platform));
  recordState(context, platform, {
    failures: 0,
    restUntil: 0,
    lastAttempt: { time: context.now, isOk, detail: meaning.kind === 'refused' ? meaning.detail : null },
    ...(meaning.kind === 'accepted' ? { lastAcceptedTime: context.now } : {}),
  });
}

/** Records a failure of a platform, which then rests. */
export function recordFailure(
  context: WriteContext,
  platform: Platform,
  { detail, askedWaitMs }: { detail: string; askedWaitMs: number },
): void {
  const failures = platformsOf(context).of(platform).failures + 1;
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
  const restUntil = context.now + Math.max(Math.round(wait * (1 + Math.random() * JITTER)), askedWaitMs);
  recordState(context, platform, {
    failures,
    restUntil,
    lastAttempt: { time: context.now, isOk: false, detail },
  });
  context.wakeBy(restUntil);
  if (failures >= FAILURES_BEFORE_TROUBLE)
    tellTrouble(context, platform, `${String(failures)} attempts failed.`);
}

/** Records that a platform said later that it takes no conversion until the company mends something. */
export function recordLateRefusal(context: WriteContext, platform: Platform, detail: string): void {
  recordState(context, platform, { lastAttempt: { time: context.now, isOk: false, detail } });
  tellTrouble(context, platform, detail);
}

function tellTrouble(context: WriteContext, platform: Platform, detail: string): void {
  beginTrouble(context, {
    part: troubledPart(platform),
    type: 'conversions.failing',
    data: { platform, name: FACTS[platform].label, detail },
  });
}

/** Whether conversions were marked as sent before the request, and if so, whether there was an answer. */
export type Claimed = 'no' | 'answered' | 'unanswered';

interface Result {
  row: ConversionRecord;
  current: ConversionRecord;
  meaning: Meaning;
  index: number;
  count: number;
  claimed: Claimed;
}

/** Returns a conversion after an answer; undefined if it stays as it is. */
function rowAfter(context: WriteContext, result: Result): ConversionRecord | undefined {
  const { row, current, meaning, index, count, claimed } = result;
  switch (meaning.kind) {
    case 'accepted':
    case 'sent':
      return taken(context, { row, current, meaning });
    case 'refused':
      if (meaning.indexes !== undefined && !meaning.indexes.includes(index)) {
        return taken(context, {
          row,
          current,
          meaning: { kind: 'accepted', requestId: meaning.requestId ?? null },
        });
      }
      if (meaning.indexes === undefined && count > 1) return inHalves(context, result, meaning.detail);
      return { ...current, status: 'refused', reason: 'refused', detail: meaning.detail, dueTime: null };
    default:
      // Without an answer the platform may have it.
      return claimed === 'answered' ? { ...row, detail: null } : undefined;
  }
}

/** One of them spoiled the request, so smaller ones are tried, until it is alone. */
function inHalves(
  context: WriteContext,
  { row, current, count, claimed }: Result,
  detail: string,
): ConversionRecord | undefined {
  const before = claimed === 'no' ? current : row;
  // It was skipped meanwhile.
  if (before.status !== 'waiting') return undefined;
  return { ...before, dueTime: context.now, together: Math.max(1, Math.floor(count / 2)), detail };
}

function taken(
  context: WriteContext,
  {
    row,
    current,
    meaning,
  }: Pick<Result, 'row' | 'current'> & { meaning: { kind: 'accepted' | 'sent'; requestId: string | null } },
): ConversionRecord {
  const { restates } = FACTS[row.platform];
  const isKnown = meaning.kind === 'accepted' ? { formerUnit: null, formerValue: null } : {};
  const after: ConversionRecord = {
    ...sentRow(context, { ...current, unit: row.unit, value: row.value }),
    ...isKnown,
    status: meaning.kind,
    detail: null,
    requestId: meaning.requestId,
    dueTime: meaning.kind === 'sent' && meaning.requestId !== null ? laterOf(context, row) : null,
  };
  // People gave it another value while it was sent.
  const isStale = restates && (current.unit !== row.unit || current.value !== row.value);
  if (!isStale) return after;
  return { ...after, status: 'waiting', unit: current.unit, value: current.value, dueTime: context.now };
}

/** Returns when the platform is asked what became of a conversion; null if it says nothing. */
function laterOf(context: WriteContext, { platform }: ConversionRecord): number | null {
  const { saysAfterMs } = FACTS[platform];
  if (saysAfterMs === null) return null;
  context.wakeBy(context.now + saysAfterMs);
  return context.now + saysAfterMs;
}

function sentRow({ now }: WriteContext, row: ConversionRecord): ConversionRecord {
  const { unit, value } = row;
  return {
    ...row,
    reason: null,
    sentUnit: unit,
    sentValue: value,
    sentTime: now,
    dueTime: null,
    changedTime: now,
  };
}
