/** A pool that answers late: the visitor does not wait, and the pool gets to know of them all the same. */
import { expect, test, vi } from 'vitest';
import { PoolClient } from '../../../../worker/edge/lookup/caches/pool-client.ts';

const POOL = { pool: 'ads', phone_numbers: ['+18005550100'], overflow: '+18005550190' };
const VISITOR = { holder: 'visit', network: 'network', block: 'block' };

test('a pool that answers late is still asked to its end after the visitor has their answer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { promise: late, resolve: answer } = Promise.withResolvers<undefined>();
  const lease = vi.fn<() => Promise<undefined>>(() => late);
  const kept: Promise<unknown>[] = [];
  const compiled = {
    companyId: 'company',
    settings: { default_number: '+18005550101', targets: [] },
    numbers: { choose: () => POOL },
  };
  const context = {
    env: { POOLS: { getByName: () => ({ lease }) } },
    background: (work: Promise<unknown>) => void kept.push(work),
  };

  const leases = await new PoolClient().lease(
    context as never,
    { lane: 'swap', choice: {} as never, compiled: compiled as never },
    VISITOR,
  );

  expect(leases).toBeUndefined();
  expect(lease).toHaveBeenCalledOnce();
  expect(kept).toHaveLength(1);
  answer(undefined);
  await expect(kept[0]).resolves.toBeUndefined();
});
