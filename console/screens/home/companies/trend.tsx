/** The calls of a company: their number, two weeks of days as bars, and the change in words. */
import type { VNode } from 'preact';
import type { CompanyOverviewBody } from '../../../../worker/core/reports/overview/reference.ts';
import { formatCount } from '../../../components/text/values.tsx';
import { changeInWords } from './change.ts';
import { CompanyLink } from './company-link.tsx';

export type Figures = NonNullable<CompanyOverviewBody['figures']>;

/** The size of the chart, and the width of a day with its gap. */
const HEIGHT = 24;
const DAY = 6;
const BAR = 4;
/** A day without calls has a mark, too. */
const LEAST = 1.5;

export function Trend({ id, figures }: { id: string; figures: Figures }): VNode {
  const { calls, calls_before: before, calls_by_day: days } = figures;
  return (
    <div class="trend">
      <CompanyLink
        id={id}
        at={`/console/${id}/reports/figures?relative=last_7_days`}
        text={formatCount(calls)}
      />
      <Bars days={days} />
      <span class="soft">{changeInWords(calls, before)}</span>
    </div>
  );
}

/** Says nothing to a screen reader: the words beside it do. */
function Bars({ days }: { days: readonly number[] }): VNode {
  const most = Math.max(1, ...days);
  const width = days.length * DAY;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${HEIGHT}`} style={{ maxWidth: `${width}px` }}>
      {days.map((calls, index) => {
        const height = Math.max(LEAST, (HEIGHT * calls) / most);
        return (
          <rect
            key={index}
            class={index < days.length / 2 ? 'former' : undefined}
            x={index * DAY}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
