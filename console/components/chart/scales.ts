/** Scales and paths of charts. A chart is drawn on a square of 1,000 by 1,000, which the page stretches. Pure. */
import { ticks } from 'd3-array';
import { area, curveMonotoneX, line } from 'd3-shape';

/** The side of the square on which charts are drawn. */
export const SIDE = 1_000;
/** The number of ticks that is aimed at. */
const TICKS = 3;

/** A value axis: it begins at 0 and ends at the last tick. */
export interface ValueScale {
  top: number;
  ticks: readonly number[];
}

/** Returns the axis for some values. @param isWhole whether values are whole numbers, so that there are no ticks between */
export function valueScale(values: readonly (number | null)[], isWhole: boolean): ValueScale {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  if (most === 0) return { top: 1, ticks: [0] };
  const all = ticks(0, most, TICKS).filter((tick) => !isWhole || Number.isInteger(tick));
  const [first = 0, second = first + Math.ceil(most)] = all;
  const last = all.at(-1) ?? 0;
  const marks = last >= most && all.length > 1 ? all : [...all, Math.max(last, first) + (second - first)];
  return { top: marks.at(-1) ?? 1, ticks: marks };
}

/** Returns the position of a value, from the top. */
export function yOf(value: number, { top }: ValueScale): number {
  return SIDE * (1 - value / top);
}

/** Returns the position of a period, from the start. @param count the number of periods */
export function xOf(index: number, count: number): number {
  return count < 2 ? SIDE / 2 : (SIDE * index) / (count - 1);
}

/** Returns the index of the period closest to a position. @param share of the width, 0 to 1 */
export function indexAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

/** Returns the path of a line; a missing value leaves a gap. @param from the index of the first value */
export function linePath(
  values: readonly (number | null)[],
  scale: ValueScale,
  { from = 0, count = values.length } = {},
): string {
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => xOf(from + index, count))
    .y((value) => yOf(value ?? 0, scale))
    .curve(curveMonotoneX)
    .digits(1);
  return draw(values) ?? '';
}

/** Returns the path of the area below a line. */
export function areaPath(
  values: readonly (number | null)[],
  scale: ValueScale,
  count = values.length,
): string {
  const draw = area<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => xOf(index, count))
    .y0(SIDE)
    .y1((value) => yOf(value ?? 0, scale))
    .curve(curveMonotoneX)
    .digits(1);
  return draw(values) ?? '';
}
