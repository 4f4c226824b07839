/** Decides who holds which number of a pool. Pure. */

/** A number of a pool and its last lease. */
export interface Lease {
  number: string;
  /** The visit's id, else `network`. */
  holder: string;
  /** The keyed hash of the holder's network. */
  network: string;
  /** When the number was given to the holder, in milliseconds since the epoch. */
  begun: number;
  /** When the hold ends, in milliseconds since the epoch. Until then nobody else gets the number. */
  ends: number;
}

/** A request for a number. */
export interface LeaseRequest {
  holder: string;
  network: string;
  /** Milliseconds since the epoch. Must not be before that of an earlier request. */
  now: number;
  /** The numbers of the pool. */
  numbers: readonly string[];
  holdMs: number;
}

/**
 * Returns the lease that a holder gets: their own number while nobody else has it, else one whose hold is over. Among these,
 * one that has been idle for longer is more likely, since a late call to it is less likely; chance decides, so that a number's
 * rest does not depend on the order of the pool.
 * @param leases the last lease of each number that ever had one
 * @param random returns a number from 0 to below 1
 * @returns undefined when all numbers are held by others, or the holder's network has its share of the pool
 */
export function decideLease(
  leases: ReadonlyMap<string, Lease>,
  { holder, network, now, numbers, holdMs }: LeaseRequest,
  random: () => number,
): Lease | undefined {
  const ends = now + holdMs;
  const own = numbers.find((number) => leases.get(number)?.holder === holder);
  const kept = own === undefined ? undefined : leases.get(own);
  if (kept !== undefined) {
    // A shorter hold in newer settings does not end what was promised before.
    if (kept.ends > now) return { ...kept, ends: Math.max(kept.ends, ends) };
    return { number: kept.number, holder, network, begun: now, ends };
  }
  if (leasesOf(network, leases, now) >= mostOfNetwork(numbers.length)) return undefined;
  const number = pickIdle(freeNumbers(leases, numbers, now), now, random);
  return number === undefined ? undefined : { number, holder, network, begun: now, ends };
}

/**
 * Returns how many numbers the visits of one network may hold: a quarter of the pool, so that nobody empties it with ids that
 * they make up, and at least two.
 */
export function mostOfNetwork(numbers: number): number {
  return Math.max(2, Math.floor(numbers / 4));
}

function leasesOf(network: string, leases: ReadonlyMap<string, Lease>, now: number): number {
  let count = 0;
  for (const lease of leases.values()) if (lease.network === network && lease.ends > now) count += 1;
  return count;
}

/** Returns the numbers that nobody holds. */
export function freeNumbers(
  leases: ReadonlyMap<string, Lease>,
  numbers: readonly string[],
  now: number,
): Map<string, Lease | undefined> {
  const free = new Map<string, Lease | undefined>();
  for (const number of numbers) {
    const last = leases.get(number);
    if (last === undefined || last.ends <= now) free.set(number, last);
  }
  return free;
}

/** Picks a number with a probability proportional to its idle time. A number that was never leased comes first. */
function pickIdle(
  free: ReadonlyMap<string, Lease | undefined>,
  now: number,
  random: () => number,
): string | undefined {
  const unused = [...free].flatMap(([number, last]) => (last === undefined ? number : []));
  if (unused.length > 0) return unused[Math.floor(random() * unused.length)];
  const idle = [...free].map(([number, last]) => ({ number, weight: now - (last?.ends ?? now) + 1 }));
  let left = random() * idle.reduce((sum, { weight }) => sum + weight, 0);
  for (const { number, weight } of idle) {
    left -= weight;
    if (left < 0) return number;
  }
  return idle.at(-1)?.number;
}
