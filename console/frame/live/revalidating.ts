/**
 * Reads again what a hint concerns. What is shown is read at once, and then the less often the longer that takes, however many
 * hints come. What is not shown is marked as out of date.
 */
import type { Hint } from '../../../worker/core/live/messages.ts';
import { isWriting } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { type Resource, resourcesWith } from '../../api/resource.ts';
import { SHOWN_BY } from './shown-by.ts';

/** The least time between two reads of a path. */
const LEAST_GAP_MS = 1_000;
/** A read that takes a tenth of a second is repeated after a second at the earliest. */
const GAP_FACTOR = 10;
/** The wait for a read that has begun, or for a write of this page. */
const BUSY_MS = 200;
/** A write that takes longer delays no hint: it may be a large file. */
const LONGEST_WRITE_MS = 5_000;
/** Hints that arrive together are read together. */
const TOGETHER_MS = 30;
const UUID = /^[\da-f]{8}-[\da-f-]{27}/;

/** The last read of a path. */
interface LastRead {
  began: number;
  gapMs: number;
}

const lastReads = new WeakMap<Resource<unknown>, LastRead>();
/** The paths that will be read again, with the time of the newest change that they wait for. */
const waiting = new Map<Resource<unknown>, number>();

/** Reads what hints concern. @param time of the newest change, in milliseconds since the epoch */
export function readChanged(hints: readonly Hint[], time: number): void {
  for (const item of resourcesWith(companyPath())) {
    const path = item.path.slice(companyPath().length);
    if (hints.some((hint) => concerns(hint, path))) outOfDate(item, time);
  }
}

/** Reads everything that was read before a moment. @param time milliseconds since the epoch; Infinity for everything */
export function readOlder(time: number): void {
  for (const item of resourcesWith(companyPath())) outOfDate(item, time);
}

function concerns({ kind, id }: Hint, path: string): boolean {
  // A newer Worker may have kinds that this page does not know.
  const { [kind]: prefixes = [''] }: Partial<typeof SHOWN_BY> = SHOWN_BY;
  if (!prefixes.some((prefix) => path.startsWith(prefix))) return false;
  const [, room = '', other = ''] = path.split('/');
  // The page of another lead or call.
  const isOther = (room === 'leads' || room === 'calls') && UUID.test(other) && id !== undefined;
  return !isOther || other.startsWith(id) || room !== `${kind}s`;
}

function outOfDate(item: Resource<unknown>, time: number): void {
  // It was read since, for instance after a change on this page itself.
  if (item.began >= time) return;
  item.time = 0;
  if (item.users === 0 || !isReadNow(item)) return;
  const newest = waiting.get(item);
  waiting.set(item, Math.max(time, newest ?? 0));
  if (newest !== undefined) return;
  const last = lastReads.get(item);
  const wait = Math.max(TOGETHER_MS, last === undefined ? 0 : last.began + last.gapMs - Date.now());
  setTimeout(() => void readAgain(item, Date.now() + LONGEST_WRITE_MS), wait);
}

/** @param latest the end of the wait for writes of this page, whose answers are followed by a read */
async function readAgain(item: Resource<unknown>, latest: number): Promise<void> {
  // A read that has begun may have been too early. It is not aborted, so that hints cannot keep it from ending.
  if (item.isBusy.value || (isWriting() && Date.now() < latest)) {
    setTimeout(() => void readAgain(item, latest), BUSY_MS);
    return;
  }
  const time = waiting.get(item) ?? 0;
  waiting.delete(item);
  // A hidden page reads when it is seen again. What was read since the change is current.
  if (item.users === 0 || !isReadNow(item) || item.began >= time) return;
  const began = Date.now();
  await item.refresh(true);
  lastReads.set(item, { began, gapMs: Math.max(LEAST_GAP_MS, GAP_FACTOR * (Date.now() - began)) });
}

/** Tells whether a path is read although nobody may be looking: notifications are, to be shown on the device. */
function isReadNow({ path }: Resource<unknown>): boolean {
  return document.visibilityState === 'visible' || path.startsWith(companyPath('/notifications'));
}
