/** The history of an attribution: first the number alone, then what the evidence told. Pure. */
import { byNumber } from './attribution.ts';
import type { Attribution, FormerAttribution } from './schema.ts';

/** Most replaced attributions that are kept. */
const MOST_FORMER = 5;

/** Returns an attribution to save, with what it replaces. @param now milliseconds since the epoch */
export function replaced(before: Attribution | null, after: Attribution, now: number): Attribution {
  const former =
    before === null ? [] : [...(before.saved?.former ?? []), entryOf(before, before.saved?.time ?? now)];
  return { ...after, saved: { time: now, former: former.slice(-MOST_FORMER) } };
}

/** Lists the attributions of a call or message, the first first. @param begunTime of the item, milliseconds since the epoch */
export function historyOf(
  item: { attribution: Attribution | null; source: string | null; locationId: string | null },
  begunTime: number,
): FormerAttribution[] {
  const { attribution, source } = item;
  const first = { ...entryOf(byNumber(item), begunTime), source };
  if (attribution === null) return [first];
  const { time = begunTime, former = [] } = attribution.saved ?? {};
  return [first, ...former, entryOf(attribution, time)];
}

function entryOf({ method, confidence, visit }: Attribution, time: number): FormerAttribution {
  return { time, method, confidence, source: visit?.source ?? null, campaign: visit?.campaign ?? null };
}
