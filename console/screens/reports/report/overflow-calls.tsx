/** The calls of a report that met an empty pool, each pool with a link to its advice. */
import type { VNode } from 'preact';
import type { ExplainedPoolBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { user } from '../../../api/user.ts';
import { pathTo } from '../../../address/router.ts';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import type { ReportBody } from '../figures/report.ts';
import { ADVICE, usePools } from '../../numbers/pools/pools.ts';

/** Shows the calls to the overflow numbers of the pools, for those who may change the pools. */
export function OverflowCalls({ report }: { report: ReportBody }): VNode | null {
  const isAsked = user.value?.role_id === 'superadmin' && report.metrics.some(({ list }) => list === 'calls');
  return isAsked ? <Asked link={report.link} /> : null;
}

/** @param link the days and filters of the report */
function Asked({ link }: Pick<ReportBody, 'link'>): VNode | null {
  const pools = usePools().data?.pools ?? [];
  const path = `/reports/query?${link}&metrics=calls&by=number&compare=none&limit=5000`;
  const byNumber = useResource<ReportBody>(pools.length > 0 ? companyPath(path) : undefined).data;
  const met = byNumber === undefined ? [] : overflowCalls(byNumber, pools);
  if (byNumber === undefined || met.length === 0) return null;
  return (
    <ul class="small overflow-calls" aria-label="Calls while all numbers of a pool were in use">
      {met.map(({ phone, of, count, calls }) => (
        <li key={phone}>
          <a href={`${pathTo('reports', 'calls')}?${calls}`}>{plural(count, 'call')}</a> came to the overflow
          number {formatPhone(phone)}, since all numbers of the pool were in use. How many it needs:{' '}
          {of.map(({ name }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <a href={`${pathTo('numbers', 'numbers')}?${ADVICE}=${encodeURIComponent(name)}`}>{name}</a>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface Overflow {
  phone: string;
  /** The pools with this overflow number. */
  of: readonly ExplainedPoolBody[];
  count: number;
  /** The query of the list of the calls. */
  calls: string;
}

function overflowCalls({ rows }: ReportBody, pools: readonly ExplainedPoolBody[]): Overflow[] {
  const overflows = Map.groupBy(pools, ({ overflow }) => overflow);
  return rows.flatMap(({ by: [number], values, link: calls }) => {
    const phone = number?.value ?? '';
    const of = overflows.get(phone);
    // A model may credit a part of a call to a source that is asked for.
    const count = Math.round(values.calls ?? 0);
    return of === undefined || count === 0 ? [] : [{ phone, of, count, calls }];
  });
}
