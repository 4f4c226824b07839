/** The controls of a report: days, comparison, groupings, model, metrics. All of them are in the URL. */
import { plural } from '../../../components/text/values.tsx';
import type { VNode } from 'preact';
import { go, withQuery } from '../../../address/router.ts';
import { Popover } from '../../../components/over/popover.tsx';
import { DIMENSION_LABELS, METRIC_WORDS } from '../../../../worker/core/reports/words/metrics.ts';
import { DIMENSIONS, METRIC_NAMES, MODEL_LABELS, MODELS } from '../figures/metrics.ts';
import type { Dimension } from '../figures/report-path.ts';
import type { ReportBody } from '../figures/report.ts';
import { Choice } from './choice.tsx';
import {
  COMPARISONS,
  type Comparison,
  rangeName,
  RANGES,
  type ReportState,
  withGroupings,
  withMetric,
} from '../report-query.ts';

const CUSTOM = 'custom';

interface ControlsProps {
  state: ReportState;
  /** The report shown, whose days a custom range begins with. */
  report: ReportBody | undefined;
}

export function Controls({ state, report }: ControlsProps): VNode {
  const { by, compare, model } = state;
  const [first = '', second = ''] = by;
  return (
    <div class="controls">
      <DayChoice state={state} report={report} />
      <Choice
        label="Compared with"
        value={compare}
        choices={Object.entries(COMPARISONS) as [Comparison, string][]}
        choose={(value) => go(withQuery({ compare: value }))}
      />
      <Choice<Dimension | ''>
        label="Grouped by"
        value={first}
        choices={[['', 'Nothing'], ...groupings()]}
        choose={(value) => go(withQuery(withGroupings([value, value === '' ? '' : second])))}
      />
      {first !== '' && (
        <Choice<Dimension | ''>
          label="Then by"
          value={second}
          choices={[['', 'Nothing'], ...groupings().filter(([dimension]) => dimension !== first)]}
          choose={(value) => go(withQuery(withGroupings([first, value])))}
        />
      )}
      <Choice
        label="Credited visit"
        value={model}
        choices={MODELS.map((name) => [name, MODEL_LABELS[name]])}
        choose={(value) => go(withQuery({ model: value === 'last' ? undefined : value }))}
      />
      <MetricChoice state={state} />
    </div>
  );
}

function DayChoice({ state: { days }, report }: ControlsProps): VNode {
  const { relative } = days;
  const [from, to] = [days.from ?? report?.from, days.to ?? report?.to];
  const names = new Set([...Object.keys(RANGES), relative ?? CUSTOM, CUSTOM]);
  const choose = (value: string): void =>
    go(
      withQuery(
        value === CUSTOM
          ? { relative: undefined, from, to }
          : { relative: value, from: undefined, to: undefined },
      ),
    );
  return (
    <>
      <Choice<string>
        label="Days"
        value={relative ?? CUSTOM}
        choices={[...names].map((name) => [name, name === CUSTOM ? 'Other days' : rangeName(name)])}
        choose={choose}
      />
      {relative === undefined && (
        <>
          <DayField label="First day" name="from" value={from} />
          <DayField label="Last day" name="to" value={to} />
        </>
      )}
    </>
  );
}

function DayField({
  label,
  name,
  value,
}: {
  label: string;
  name: 'from' | 'to';
  value: string | undefined;
}): VNode {
  return (
    <label class="choice">
      <span class="label">{label}</span>
      <input
        type="date"
        value={value}
        onChange={({ currentTarget }) =>
          currentTarget.value !== '' && go(withQuery({ [name]: currentTarget.value }))
        }
      />
    </label>
  );
}

function MetricChoice({ state }: { state: ReportState }): VNode {
  return (
    <div class="choice">
      <span class="label" aria-hidden="true">
        Figures
      </span>
      <Popover button={plural(state.metrics.length, 'figure')}>
        {() => (
          <fieldset class="metric-choice">
            <legend class="unseen">Figures</legend>
            {METRIC_NAMES.map((name) => (
              <label key={name} class="row">
                <input
                  type="checkbox"
                  checked={state.metrics.includes(name)}
                  onChange={({ currentTarget: { checked } }) =>
                    go(withQuery(withMetric(state, name, checked)))
                  }
                />
                {METRIC_WORDS[name].label}
              </label>
            ))}
          </fieldset>
        )}
      </Popover>
    </div>
  );
}

function groupings(): [Dimension, string][] {
  return DIMENSIONS.map((dimension) => [dimension, DIMENSION_LABELS[dimension]]);
}
