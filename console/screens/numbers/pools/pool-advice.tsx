/** The published pools: free numbers, overflows and the advised size. It changes nothing. */
import type { VNode } from 'preact';
import { Read } from '../../../components/read.tsx';
import { freeText, loadTexts, usePools } from './pools.ts';

export function PoolAdvice(): VNode {
  const shown = usePools();
  return (
    <section class="card padded">
      <h2>Pools</h2>
      <p class="soft">Pools are not part of the CSV, and pasted lists leave them as they are.</p>
      <Read shown={shown}>
        {({ pools }) =>
          pools.length === 0 ? (
            <p class="soft">No pool is published yet.</p>
          ) : (
            pools.map((pool) => (
              <p key={pool.name}>
                <b>{pool.name}:</b> {[freeText(pool), ...loadTexts(pool)].join(' ')}
              </p>
            ))
          )
        }
      </Read>
    </section>
  );
}
