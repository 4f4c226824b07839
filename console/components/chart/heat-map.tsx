/** Counts by weekday and hour: a square for each hour, larger and darker the more there are. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../../worker/core/reports/words/counts.ts';
import { ScrollingTable, Table } from '../table.tsx';
import { Cursor } from './cursor.tsx';
import type { HourCount } from './findings.ts';
import type { Noun } from '../../../worker/core/reports/words/metrics.ts';
import { formatHour } from '../../formats/english.ts';
import { WEEKDAY_NAMES } from '../../../worker/core/reports/words/periods.ts';

const HOURS = 24;
const DAYS = 7;
/** The hours with a label. */
const MARKED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
/** The side of the smallest and of the largest square, in a cell of 1. */
const LEAST_SIDE = 0.34;
const FULL_SIDE = 0.9;

interface HeatMapProps {
  /** The label for screen readers. */
  label: string;
  /** What is counted. */
  noun: Noun;
  counts: readonly HourCount[];
}

/** Levels of a heat map, without that of 0. */
export const HEAT_LEVELS = 5;

/** Returns the level of a value, 0 for none and 5 for the most. */
export function heatLevel(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  return Math.min(HEAT_LEVELS, Math.max(1, Math.ceil((value / most) * HEAT_LEVELS)));
}

export function HeatMap({ label, noun, counts }: HeatMapProps): VNode {
  const [at, move] = useState<number | undefined>();
  const values = valuesOf(counts);
  const most = Math.max(...values);
  return (
    <>
      <div class="heat">
        <ol class="heat-days small" aria-hidden="true">
          {WEEKDAY_NAMES.map((name) => (
            <li key={name}>{name.slice(0, 3)}</li>
          ))}
        </ol>
        <div class="plot-area">
          <Squares values={values} most={most} at={at} />
          {at !== undefined && <Tip at={at} text={textOf(at, values, noun)} />}
          <Cursor
            label={label}
            count={HOURS * DAYS}
            at={at}
            text={textOf(at ?? values.length - 1, values, noun)}
            move={move}
            find={(x, y) => clamp(y * DAYS, DAYS) * HOURS + clamp(x * HOURS, HOURS)}
            rowLength={HOURS}
          />
        </div>
        <ol class="heat-hours small" aria-hidden="true">
          {MARKED_HOURS.map((hour, index) => (
            <li
              key={hour}
              class={index % 2 === 0 ? '' : 'minor'}
              style={{ insetInlineStart: `${((100 * (hour + 0.5)) / HOURS).toFixed(2)}%` }}
            >
              {formatHour(hour)}
            </li>
          ))}
        </ol>
      </div>
      <Scale most={most} />
    </>
  );
}

/** The same counts as a table. @param linkOf the list behind a count */
export function HeatTable({
  caption,
  counts,
  linkOf,
}: {
  caption: string;
  counts: readonly HourCount[];
  linkOf?: (weekday: number, hour: number) => string | undefined;
}): VNode {
  const values = valuesOf(counts);
  return (
    <ScrollingTable label="Hours and weekdays">
      <Table
        class="heat-table"
        caption={caption}
        columns={['Hour', ...WEEKDAY_NAMES.map((label) => ({ label, class: 'number' }))]}
      >
        {Array.from({ length: HOURS }, (_, hour) => (
          <tr key={hour}>
            <th scope="row">{formatHour(hour)}</th>
            {WEEKDAY_NAMES.map((name, weekday) => {
              const value = values[weekday * HOURS + hour] ?? 0;
              const link = value === 0 ? undefined : linkOf?.(weekday, hour);
              return (
                <td key={name} class="number">
                  {link === undefined ? formatCount(value) : <a href={link}>{formatCount(value)}</a>}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </ScrollingTable>
  );
}

function Squares({
  values,
  most,
  at,
}: {
  values: readonly number[];
  most: number;
  at: number | undefined;
}): VNode {
  return (
    <div class="heat-squares" aria-hidden="true">
      {values.map((value, index) => (
        <Square key={index} level={heatLevel(value, most)} isChosen={index === at} />
      ))}
    </div>
  );
}

function Square({ level, isChosen = false }: { level: number; isChosen?: boolean }): VNode {
  const side = LEAST_SIDE + ((FULL_SIDE - LEAST_SIDE) * level) / HEAT_LEVELS;
  return (
    <i
      class={`level-${level} ${isChosen ? 'is-chosen' : ''}`}
      style={{ inlineSize: `${Math.round(100 * side)}%` }}
    />
  );
}

function Tip({ at, text }: { at: number; text: string }): VNode {
  const [x, y] = [at % HOURS, Math.floor(at / HOURS)];
  return (
    <div
      class={`tip of-heat ${x > HOURS / 2 ? 'to-start' : ''} ${y < 2 ? 'below' : ''}`}
      style={{
        insetInlineStart: `${((100 * (x + 0.5)) / HOURS).toFixed(2)}%`,
        insetBlockStart: `${((100 * (y + (y < 2 ? 1 : 0))) / DAYS).toFixed(2)}%`,
      }}
      aria-hidden="true"
    >
      {text}
    </div>
  );
}

/** Explains the squares. */
function Scale({ most }: { most: number }): VNode {
  return (
    <p class="heat-scale small soft" aria-hidden="true">
      None
      <span class="heat-squares">
        {Array.from({ length: HEAT_LEVELS + 1 }, (_, level) => (
          <Square key={level} level={level} />
        ))}
      </span>
      {formatCount(most)}
    </p>
  );
}

/** Returns the counts in the order of the cells, Monday's 24 hours first. */
function valuesOf(counts: readonly HourCount[]): number[] {
  const values = Array.from({ length: HOURS * DAYS }, () => 0);
  for (const { weekday, hour, value } of counts) {
    const index = weekday * HOURS + hour;
    values[index] = (values[index] ?? 0) + value;
  }
  return values;
}

function textOf(at: number, values: readonly number[], { one, many }: Noun): string {
  const value = values[at] ?? 0;
  const day = WEEKDAY_NAMES[Math.floor(at / HOURS)] ?? '';
  return `${day} ${formatHour(at % HOURS)}: ${formatCount(value)} ${value === 1 ? one : many}`;
}

function clamp(position: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(position)));
}
