/** A line over time, with the line of a former period behind it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Cursor } from './cursor.tsx';
import { type FigureFormat, formatFigure, formatTick } from '../../../worker/core/reports/words/figures.ts';
import { axisMarks } from './axis.ts';
import { formatPeriod } from '../../formats/periods.ts';
import { type PeriodUnit } from '../../../worker/core/reports/words/periods.ts';
import { areaPath, indexAt, linePath, SIDE, type ValueScale, valueScale, xOf, yOf } from './scales.ts';

/** One period of a line. */
export interface LinePoint {
  /** The start, as `2026-11-23`, `2026-11` or `2026-11-23T08`. */
  start: string;
  value: number | null;
  /** The same period before; undefined without a comparison. */
  former?: { start: string | undefined; value: number | null } | undefined;
}

interface LineChartProps {
  /** What the line counts, for instance `Calls`. */
  label: string;
  unit: PeriodUnit;
  format: FigureFormat;
  points: readonly LinePoint[];
  /** Whether the last period is not over. Its part of the line is dotted. */
  isOpen: boolean;
  /** The legend of both lines. */
  legend: { now: string; former: string | undefined };
}

export function LineChart({ label, unit, format, points, isOpen, legend }: LineChartProps): VNode {
  const [at, move] = useState<number | undefined>();
  const values = points.map(({ value }) => value);
  const formers = points.map(({ former }) => former?.value ?? null);
  const scale = valueScale([...values, ...formers], format.kind === 'count');
  const point = points[at ?? points.length - 1];
  const said = point === undefined ? [] : tipLines({ unit, format, point });
  return (
    <>
      <Legend {...legend} />
      <div class="plot">
        <ValueAxis scale={scale} format={format} />
        <div class="plot-area">
          <Lines values={values} formers={formers} scale={scale} isOpen={isOpen} />
          {at !== undefined && point !== undefined && (
            <Pointer at={at} count={points.length} point={point} scale={scale}>
              {said}
            </Pointer>
          )}
          <Cursor
            label={`${label}, by ${unit}`}
            count={points.length}
            at={at}
            text={said.join('; ')}
            move={move}
            find={(x) => indexAt(x, points.length)}
          />
        </div>
        <TimeAxis unit={unit} starts={points.map(({ start }) => start)} />
      </div>
    </>
  );
}

function ValueAxis({ scale, format }: { scale: ValueScale; format: FigureFormat }): VNode {
  return (
    <ol class="plot-values" aria-hidden="true">
      {scale.ticks.map((tick) => (
        <li key={tick} style={{ insetBlockStart: percent(yOf(tick, scale)) }}>
          {formatTick(tick, format)}
        </li>
      ))}
    </ol>
  );
}

function TimeAxis({ unit, starts }: { unit: PeriodUnit; starts: readonly string[] }): VNode {
  return (
    <ol class="plot-times" aria-hidden="true">
      {axisMarks(unit, starts).map(({ index, text, isMajor }) => (
        <li
          key={index}
          class={isMajor ? '' : 'minor'}
          style={{ insetInlineStart: percent(xOf(index, starts.length)) }}
        >
          {text}
        </li>
      ))}
    </ol>
  );
}

function Legend({ now, former }: LineChartProps['legend']): VNode {
  return (
    <ul class="legend small" aria-hidden="true">
      <li class="key-now">{now}</li>
      {former !== undefined && <li class="key-former">{former}</li>}
    </ul>
  );
}

interface LinesProps {
  values: readonly (number | null)[];
  formers: readonly (number | null)[];
  scale: ValueScale;
  isOpen: boolean;
}

function Lines({ values, formers, scale, isOpen }: LinesProps): VNode {
  const count = values.length;
  const closed = isOpen ? values.slice(0, -1) : values;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none">
      {scale.ticks.map((tick) => (
        <path key={tick} class="grid" d={`M0 ${yOf(tick, scale)}H${SIDE}`} />
      ))}
      <path class="area" d={areaPath(values, scale)} />
      <path class="former" d={linePath(formers, scale)} />
      <path class="now" d={linePath(closed, scale, { count })} />
      {isOpen && count > 1 && (
        <path class="now open" d={linePath(values.slice(-2), scale, { from: count - 2, count })} />
      )}
    </svg>
  );
}

interface PointerProps {
  at: number;
  count: number;
  point: LinePoint;
  scale: ValueScale;
  children: string[];
}

/** Marks the chosen period and says its values. */
function Pointer({ at, count, point, scale, children }: PointerProps): VNode {
  const x = xOf(at, count);
  const { value } = point;
  const former = point.former?.value ?? null;
  const [title, ...lines] = children;
  return (
    <div class="pointer" style={{ insetInlineStart: percent(x) }} aria-hidden="true">
      {former !== null && <i class="of-former" style={{ insetBlockStart: percent(yOf(former, scale)) }} />}
      {value !== null && <i style={{ insetBlockStart: percent(yOf(value, scale)) }} />}
      <div class={`tip ${x > SIDE / 2 ? 'to-start' : ''}`}>
        <b>{title}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}

function tipLines({
  unit,
  format,
  point: { start, value, former },
}: {
  unit: PeriodUnit;
  format: FigureFormat;
  point: LinePoint;
}): string[] {
  const now = [formatPeriod(unit, start), formatFigure(value, format)];
  if (former === undefined) return now;
  const when = former.start === undefined ? '' : `, ${formatPeriod(unit, former.start)}`;
  return [...now, `${formatFigure(former.value, format)} before${when}`];
}

function percent(position: number): string {
  return `${((100 * position) / SIDE).toFixed(2)}%`;
}
