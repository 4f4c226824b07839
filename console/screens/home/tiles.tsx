/** The figures of a period beside those before. The label of a figure draws its line, the figure leads to its list. */
import type { VNode } from 'preact';
import { pathTo, place, withQuery } from '../../address/router.ts';
import { MetricFigure } from '../reports/figures/metric-figure.tsx';
import { METRIC_WORDS } from '../../../worker/core/reports/words/metrics.ts';
import type { ReportBody } from '../reports/figures/report.ts';
import { periodWords, type Tile, TILES, tilesOf } from './home-query.ts';

export function Tiles({ report, chosen }: { report: ReportBody; chosen: Tile }): VNode {
  return (
    <ul class="tiles">
      {tilesOf(report).map((name) => (
        <li key={name} class={name === chosen ? 'is-chosen' : ''}>
          <a
            class="tile-label"
            href={withQuery({ line: name === TILES[0] ? undefined : name })}
            aria-current={name === chosen ? 'true' : undefined}
          >
            {METRIC_WORDS[name].label}
            <span class="unseen">: {name === chosen ? 'shown as a line' : 'show as a line'}</span>
          </a>
          {name === 'cost_per_lead' && !hasCosts(report) ? (
            <p class="small">
              <a href={pathTo('reports', 'costs')}>Add what you spend</a> to see what a lead costs.
            </p>
          ) : (
            <p class="tile-figure">
              <MetricFigure
                name={name}
                report={report}
                value={report.totals[name] ?? null}
                former={report.compared?.totals[name]}
                link={report.link}
                of={periodWords(place.value.query).title.toLowerCase()}
              />
            </p>
          )}
          {name === 'not_called_back' && (
            <p class="small soft">
              Calls, also those that somebody marked as done. The <a href={pathTo('inbox')}>inbox</a> has one
              row for each person who still waits.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Tells whether there are costs in either period. */
function hasCosts({ totals, compared }: ReportBody): boolean {
  return [totals, compared?.totals].some((figures) => (figures?.cost ?? 0) !== 0);
}
