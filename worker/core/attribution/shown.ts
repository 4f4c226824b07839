/** Finds the visits that were shown the number of a call, and how long ago. Times are milliseconds. Pure. */
import type { KeptLease, KeptTap, KeptVisit } from '../../dni/evidence.ts';
import type { CallEvidence } from './schema.ts';

/** A tap belongs to a call that begins within this time. */
export const TAP_MS = 2 * 60_000;
/** The clocks of carrier and edge may differ by so much; a phone may ring before the tap is reported. */
export const CLOCKS_MS = 5_000;
/** A visit may bring a call for so long, and a lease after its end. */
export const VISIT_MS = 30 * 24 * 60 * 60_000;

/** Returns the visits that began before the call and were seen, or held the number, within 30 days. */
export function shownVisits(call: CallEvidence): KeptVisit[] {
  const { startedTime, visits } = call;
  return visits
    .map((visit) => ({ ...visit, seenTime: shownTime(call, visit) }))
    .filter(
      ({ begunTime, seenTime }) => begunTime <= startedTime + CLOCKS_MS && seenTime >= startedTime - VISIT_MS,
    );
}

/** Returns when a visit was shown the number last. One that is seen after its lease has ended is shown another number. */
function shownTime(call: CallEvidence, { visitId, seenTime }: KeptVisit): number {
  const lease = call.leases.find((each) => each.visitId === visitId);
  if (lease === undefined) return seenTime;
  const asked = askedTime(call, lease);
  return lease.until < seenTime ? asked : Math.max(seenTime, asked);
}

/** Returns when a lease was asked for last. The shortest lease was not renewed, so its length is the hold. */
export function askedTime({ leases }: CallEvidence, { from, until }: KeptLease): number {
  const hold = Math.min(...leases.map((lease) => lease.until - lease.from));
  return Math.max(from, until - hold);
}

/** Returns the time since a visit was seen last; 0 for one that went on after the call. */
export function ageOf({ startedTime }: CallEvidence, { seenTime }: KeptVisit): number {
  return Math.max(0, startedTime - seenTime);
}

/** Returns whether a tap may have led to the call. */
export function isNear({ startedTime }: CallEvidence, { time }: Pick<KeptTap, 'time'>): boolean {
  return time >= startedTime - TAP_MS && time <= startedTime + CLOCKS_MS;
}
