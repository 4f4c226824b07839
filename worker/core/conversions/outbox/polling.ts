/** The background work that asks Google what became of the conversions of a request, which it says after half an hour or more. */
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { endTrouble } from '../../engine/context/feature.ts';
import { platformsOf, recordState, troubledPart } from '../platform-settings.ts';
import { type LateMeaning, meaningOfRequestStatus, requestStatusUrl } from '../platforms/data-manager.ts';
import type { ConversionRecord } from '../schema.ts';
import { openAccess, tokensOf } from './accesses.ts';
import { conversionsOfRequest, nextPolled, updateConversion } from './conversion-store.ts';
import { read, safeDetail } from './exchanges.ts';
import { recordLateRefusal } from './results.ts';

const PLATFORM = 'google_data_manager';
const AGAIN_MS = 60 * 60_000;
/** Google says it within a day. */
const LONGEST_MS = 48 * 60 * 60_000;
const NOT_SAID = 'Google has not said what became of it.';
const KEPT_FIRST = 'Google has this conversion, and kept its first value.';
/** When conversions go again that Google could not take, for a fault of its own or one that the company can mend. */
const RESENT_MS = 6 * 60 * 60_000;

export const pollingConversions: BackgroundTask = {
  kind: 'results of conversions',
  nextTime: (company) =>
    platformsOf(company).of(PLATFORM).isEnabled
      ? (nextPolled(company.database, PLATFORM)?.dueTime ?? undefined)
      : undefined,
  run: async (company, env) => {
    const next = nextPolled(company.database, PLATFORM);
    if (next === undefined || next.dueTime === null || next.dueTime > Date.now() || next.requestId === null)
      return;
    const opened = await openAccess(company, env, platformsOf(company).of(PLATFORM));
    const token = 'access' in opened ? opened.access.token : '';
    const answer =
      token === ''
        ? undefined
        : await read(requestStatusUrl(next.requestId), { Authorization: `Bearer ${token}` });
    if (answer?.status === 401) tokensOf(company).forget();
    const meaning = answer && meaningOfRequestStatus(answer);
    commit(company, contextOfActor(company, { kind: 'system', name: 'conversions' }), (context) =>
      recordStatus(context, next.requestId ?? '', meaning, token),
    );
  },
};

/** Records what Google says later of the conversions of a request; undefined while it works on it. */
export function recordStatus(
  context: WriteContext,
  requestId: string,
  meaning: LateMeaning | undefined,
  token: string,
): void {
  const rows = conversionsOfRequest(context.database, PLATFORM, requestId);
  for (const row of rows) {
    const after = rowAfter(context, row, { meaning, count: rows.length, token });
    updateConversion(context.database, { ...after, changedTime: context.now });
    if (after.dueTime !== null) context.wakeBy(after.dueTime);
  }
  if (meaning?.kind === 'unauthorized')
    recordLateRefusal(context, PLATFORM, safeDetail(meaning.detail, token));
  if (meaning?.kind !== 'accepted') return;
  endTrouble(context, troubledPart(PLATFORM));
  recordState(context, PLATFORM, { lastAcceptedTime: context.now });
}

/** What a conversion becomes that Google has. */
const ACCEPTED = {
  status: 'accepted',
  detail: null,
  dueTime: null,
  formerUnit: null,
  formerValue: null,
} as const;

function rowAfter(
  { now }: WriteContext,
  row: ConversionRecord,
  { meaning, count, token }: { meaning: LateMeaning | undefined; count: number; token: string },
): ConversionRecord {
  switch (meaning?.kind) {
    case 'accepted':
      return { ...row, ...ACCEPTED };
    case 'known':
      return rowThatIsKnown(row, { count, now });
    case 'failed':
    case 'unauthorized':
      return {
        ...row,
        status: 'waiting',
        detail: safeDetail(meaning.detail, token),
        dueTime: now + RESENT_MS,
      };
    case 'refused': {
      const detail = safeDetail(meaning.detail, token);
      // Google does not say which: each goes again alone, under its own id.
      if (count > 1) return { ...row, status: 'waiting', detail, dueTime: now, together: 1 };
      return { ...row, status: 'refused', reason: 'refused', detail, dueTime: null };
    }
    default: {
      const isOver = now - (row.sentTime ?? now) > LONGEST_MS;
      return { ...row, detail: isOver ? NOT_SAID : row.detail, dueTime: isOver ? null : now + AGAIN_MS };
    }
  }
}

/** Returns a conversion of a request whose conversions Google had before. It keeps their first values. */
function rowThatIsKnown(
  row: ConversionRecord,
  { count, now }: { count: number; now: number },
): ConversionRecord {
  const { formerUnit, formerValue } = row;
  // It came twice, and counts once.
  if (formerValue === null) return { ...row, ...ACCEPTED };
  if (count > 1) return { ...row, status: 'waiting', dueTime: now, together: 1 };
  return { ...row, ...ACCEPTED, detail: KEPT_FIRST, sentUnit: formerUnit, sentValue: formerValue };
}
