/** Decides who holds which number of a pool. Pure. */

/** A number of a pool and its last lease. */
export interface Lease {
  number: string;
  /** The visit's id, else `network`. */
  holder: string;
  /** The keyed hash of the holder's network, and of the block of networks that it belongs to. */
  network: string;
  block: string;
  /** When the number was given to the holder, in milliseconds since the epoch. */
  begun: number;
  /** When the hold ends, in milliseconds since the epoch. Until then nobody else gets the number. */
  ends: number;
}

/** A request for a number. */
export interface LeaseRequest {
  holder: string;
  network: string;
  block: string;
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
 * @returns undefined when all numbers are held by others, or the holder's network or block has its share of the pool
 */
export function decideLease(
  leases: ReadonlyMap<string, Lease>,
  { holder, network, block, now, numbers, holdMs }: LeaseRequest,
  random: () => number,
): Lease | undefined {
  const ends = now + holdMs;
  const own = numbers.find((number) => leases.get(number)?.holder === holder);
  const kept = own === undefined ? undefined : leases.get(own);
  // A shorter hold in newer settings does not end what was promised before.
  if (kept !== undefined && kept.ends > now) return { ...kept, ends: Math.max(kept.ends, ends) };
  if (hasItsShare({ network, block }, leases, { numbers, now })) return undefined;
  const number = kept?.number ?? pickIdle(freeNumbers(leases, numbers, now), now, random);
  return number === undefined ? undefined : { number, holder, network, block, begun: now, ends };
}

/**
 * Returns how many numbers the visits of a network, and of a block of networks, may hold, so that nobody empties a pool with ids
 * and addresses that they make up: a quarter and a half of the pool, and at least two, but not all of it.
 */
export function mostLeases(numbers: number): { network: number; block: number } {
  const most = (share: number): number =>
    Math.max(1, Math.min(numbers - 1, Math.max(2, Math.floor(numbers * share))));
  return { network: most(1 / 4), block: most(1 / 2) };
}

/** Tells whether a network, or its block, holds as many numbers as it may. */
function hasItsShare(
  { network, block }: Pick<Lease, 'network' | 'block'>,
  leases: ReadonlyMap<string, Lease>,
  { numbers, now }: Pick<LeaseRequest, 'numbers' | 'now'>,
): boolean {
  const most = mostLeases(numbers.length);
  const held = numbers.flatMap((number) => leases.get(number) ?? []).filter(({ ends }) => ends > now);
  return (
    held.filter((lease) => lease.network === network).length >= most.network ||
    held.filter((lease) => lease.block === block).length >= most.block
  );
}

/**
 * Returns the leases that a clock which was ahead made end later than any can, so that they end in time. Each still lasts as long
 * as it was promised.
 */
export function cutLeases(
  leases: ReadonlyMap<string, Lease>,
  { now, holdMs }: Pick<LeaseRequest, 'now' | 'holdMs'>,
): Lease[] {
  return [...leases.values()]
    .filter(({ begun, ends }) => begun > now || ends > now + holdMs)
    .map((lease) => ({
      ...lease,
      begun: Math.min(lease.begun, now),
      ends: Math.min(lease.ends, now + holdMs),
    }));
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
