/** The rate of a pool's one object. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GrantedLease, PoolRequest } from '../../../../worker/dni/pools.ts';
import { type FaultyLeadline, startFaultyLeadline } from '../../../harness/faulty-leadline.ts';

const NUMBERS = Array.from({ length: 40 }, (_, index) => `+180055501${String(index).padStart(2, '0')}`);
/** Leases a second that a pool of 40 numbers has to serve. */
const RATE = 200;
/** Requests that arrive at once. */
const BURST = 50;
const BURSTS = 20;

let leadline: FaultyLeadline;

beforeAll(async () => {
  leadline = await startFaultyLeadline();
});

afterAll(() => leadline.close());

test('a pool of 40 numbers leases 200 times a second', { tags: ['full'] }, async () => {
  const path = `/test/pool/${randomUUID()}/ads`;
  const lease = async (burst: number): Promise<(GrantedLease | null)[]> => {
    const requests = Array.from({ length: BURST }, (_, index): PoolRequest => ({
      holder: `visitor-${(burst * BURST + index) % 70}`,
      network: `network-${index % 35}`,
      block: `block-${index % 35}`,
      numbers: NUMBERS,
      holdMinutes: 20,
    }));
    const answer = await leadline.send(path, { method: 'POST', body: JSON.stringify(requests) });
    return (await answer.json()) as (GrantedLease | null)[];
  };
  await lease(0);
  const granted: (GrantedLease | null)[] = [];
  const started = performance.now();
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    // A minute later, every renewal is stored.
    await leadline.set({ ahead: burst * 61_000 });
    granted.push(...(await lease(burst)));
  }
  const seconds = (performance.now() - started) / 1000;

  expect(granted).toHaveLength(BURST * BURSTS);
  expect(new Set(granted.flatMap((each) => each?.number ?? [])).size).toBe(NUMBERS.length);
  expect(granted.filter((each) => each === null).length).toBeGreaterThan(0);
  expect(granted.length / seconds).toBeGreaterThan(RATE);
});
