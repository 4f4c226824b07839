/** The background work that asks Google what became of the conversions of a request, which it says after half an hour or more. */
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { callBy } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { platformsOf, recordState } from '../platform-settings.ts';
import { meaningOfRequestStatus, requestStatusUrl } from '../platforms/data-manager.ts';
import type { Meaning } from '../platforms/requests.ts';
import type { ConversionRecord } from '../schema.ts';
import { openAccess, tokensOf } from './accesses.ts';
import { conversionsOfRequest, nextPolled, updateConversion } from './conversion-store.ts';
import { read, safeDetail } from './exchanges.ts';

const PLATFORM = 'google_data_manager';
const AGAIN_MS = 60 * 60_000;
/** Google says it within a day. */
const LONGEST_MS = 48 * 60 * 60_000;
const NOT_SAID = 'Google has not said what became of it.';

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
    commit(company, callBy(company, { kind: 'system', name: 'conversions' }), (context) =>
      record(context, next.requestId ?? '', meaning, token),
    );
  },
};

function record(context: WriteContext, requestId: string, meaning: Meaning | undefined, token: string): void {
  const rows = conversionsOfRequest(context.database, PLATFORM, requestId);
  for (const row of rows) {
    const after = rowAfter(context, row, { meaning, count: rows.length, token });
    updateConversion(context.database, { ...after, changedTime: context.now });
    if (after.dueTime !== null) context.wakeBy(after.dueTime);
  }
  if (meaning?.kind === 'accepted') recordState(context, PLATFORM, { lastAcceptedTime: context.now });
}

function rowAfter(
  { now }: WriteContext,
  row: ConversionRecord,
  { meaning, count, token }: { meaning: Meaning | undefined; count: number; token: string },
): ConversionRecord {
  if (meaning?.kind === 'accepted') return { ...row, status: 'accepted', detail: null, dueTime: null };
  if (meaning?.kind === 'refused') {
    const detail = safeDetail(meaning.detail, token);
    // Google does not say which: each goes again alone, under its own id.
    if (count > 1) return { ...row, status: 'waiting', detail, dueTime: now, together: 1 };
    return { ...row, status: 'refused', reason: 'refused', detail, dueTime: null };
  }
  const isOver = now - (row.sentTime ?? now) > LONGEST_MS;
  return { ...row, detail: isOver ? NOT_SAID : row.detail, dueTime: isOver ? null : now + AGAIN_MS };
}
