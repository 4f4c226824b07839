/** The figures of today, so far. */
import type { VNode } from 'preact';
import { formatFigure } from '../../../worker/core/reports/words/figures.ts';
import { listHref } from '../reports/figures/links.ts';
import { formatOf, METRIC_WORDS } from '../../../worker/core/reports/words/metrics.ts';
import type { ReportBody } from '../reports/figures/report.ts';
import { TODAY } from './home-query.ts';

export function Today({ report }: { report: ReportBody }): VNode {
  return (
    <section class="today" aria-label="Today">
      <h2>Today so far</h2>
      <ul>
        {TODAY.filter((name) => name !== 'forms' || (report.totals.forms ?? 0) > 0).map((name) => {
          const value = report.totals[name] ?? 0;
          const { noun } = METRIC_WORDS[name];
          const text = (
            <>
              <b>{formatFigure(value, formatOf(name, report.metrics))}</b>{' '}
              {value === 1 ? noun.one : noun.many}
            </>
          );
          const href = value === 0 ? undefined : listHref(name, report.metrics, report.link);
          return <li key={name}>{href === undefined ? text : <a href={href}>{text}</a>}</li>;
        })}
      </ul>
    </section>
  );
}
