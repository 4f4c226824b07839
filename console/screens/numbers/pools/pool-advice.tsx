/** The published pools: free numbers, overflows, the advised size, late calls and leaks. It changes nothing. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ExplainedPoolBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { place } from '../../../address/router.ts';
import { Notice } from '../../../components/notice.tsx';
import { Read } from '../../../components/read.tsx';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { formatCount } from '../../../components/text/values.tsx';
import { ADVICE, freeText, hoursBy, lateTexts, leakText, loadTexts, usePools } from './pools.ts';

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
            pools.map((pool) => <Pool key={pool.name} pool={pool} />)
          )
        }
      </Read>
    </section>
  );
}

function Pool({ pool }: { pool: ExplainedPoolBody }): VNode {
  const { name, hours, leaks } = pool;
  const isAsked = place.value.query.get(ADVICE) === name;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) shown.current?.focus();
  }, [isAsked]);
  return (
    <div class="pool" ref={shown} tabIndex={isAsked ? -1 : undefined}>
      <p>
        <b>{name}:</b> {[freeText(pool), ...loadTexts(pool), ...lateTexts(pool)].join(' ')}
      </p>
      {leaks !== null && leaks.length > 0 && (
        <Notice kind="warning">
          Numbers of this pool that seem to be known elsewhere:
          <ul>
            {leaks.map((leak) => (
              <li key={`${leak.kind} ${leak.number} ${leak.last_at} ${leak.page ?? ''}`}>{leakText(leak)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {hours.length > 0 && (
        <details>
          <summary>Numbers leased, calls and overflows of {name} by day and hour</summary>
          <Hours pool={pool} unit="day" />
          <Hours pool={pool} unit="hour" />
        </details>
      )}
    </div>
  );
}

function Hours({ pool: { name, hours }, unit }: { pool: ExplainedPoolBody; unit: 'day' | 'hour' }): VNode {
  const caption = unit === 'day' ? `${name} by day` : `${name} by hour of the day`;
  return (
    <ScrollingTable label={caption}>
      <Table
        caption={caption}
        columns={[
          unit === 'day' ? 'Day' : 'Hour',
          { label: 'Leased', class: 'number' },
          { label: 'Calls', class: 'number' },
          { label: 'Overflows', class: 'number' },
        ]}
      >
        {hoursBy(hours, unit).map(({ label, issued, called, overflowed }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="number">{formatCount(issued)}</td>
            <td class="number">{formatCount(called)}</td>
            <td class="number">{formatCount(overflowed)}</td>
          </tr>
        ))}
      </Table>
    </ScrollingTable>
  );
}
