/** Says in a sentence what a chart shows. Pure. */
import { formatCount } from '../../../worker/core/reports/words/counts.ts';
import { changeText, type FigureFormat, formatFigure } from '../../../worker/core/reports/words/figures.ts';
import type { Noun } from '../../../worker/core/reports/words/metrics.ts';
import { formatHour } from '../../formats/english.ts';
import { WEEKDAY_NAMES } from '../../../worker/core/reports/words/periods.ts';

/** A count of one hour of the week. */
export interface HourCount {
  /** 0 is Monday. */
  weekday: number;
  hour: number;
  value: number;
}

/** A value and when it was. */
interface Point {
  phrase: string;
  value: number | null;
}

/** Fewer than this in one hour of the week is no pattern. */
const LEAST_PEAK = 4;
/** Fewer than this altogether is no pattern. */
const LEAST_TOTAL = 5;
/** Of fewer periods, the best one is no finding. */
const LEAST_POINTS = 3;
/** Rows that lead together. More are no finding. */
const MOST_EQUALS = 2;

/** A figure over time. */
export interface Trend {
  noun: Noun;
  format: FigureFormat;
  /** The figure of the whole period. */
  total: number | null;
  /** The period before, and when it was, for instance `in Sep 20 – Oct 19, 2026`; undefined without a comparison. */
  before?: { total: number | null; phrase: string } | undefined;
  /** The figure of each part of the period, oldest first. */
  points: readonly Point[];
}

/** Says how much there was, how it changed and which part of the period had the most. */
export function trendFinding(trend: Trend): string {
  const { noun, format, total, before } = trend;
  if (total === null || (format.kind === 'count' && total === 0)) return nothingFinding(trend);
  const amount = formatFigure(total, format);
  const change = before === undefined ? '' : comparison(total, before, format);
  if (format.kind !== 'count') return `${upper(noun.one)}: ${amount}${change}.`;
  return `${amount} ${total === 1 ? noun.one : noun.many}${change}.${bestOf(trend)}`;
}

/** Says in which hour of the week the most happened, if there is a pattern. */
export function hoursFinding({ one, many }: Noun, counts: readonly HourCount[]): string {
  const total = counts.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return `No ${many} in this period.`;
  if (total < LEAST_TOTAL)
    return `${formatCount(total)} ${total === 1 ? one : many}: too few to see a pattern.`;
  const peak = mostOf(counts);
  if (peak !== undefined && peak.value >= LEAST_PEAK) {
    const day = `${WEEKDAY_NAMES[peak.weekday] ?? ''}s`;
    return `${upper(many)} peak on ${day} at ${formatHour(peak.hour)}: ${shareOf(peak.value, total)}.`;
  }
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    value: counts.reduce((sum, count) => (count.hour === hour ? sum + count.value : sum), 0),
  }));
  const most = mostOf(hours);
  if (most === undefined) return `${formatCount(total)} ${many}, spread over the week.`;
  return `Most ${many} are at ${formatHour(most.hour)}: ${shareOf(most.value, total)}.`;
}

/**
 * Says which row has the most.
 * @param lead begins the sentence, for instance `The most calls come from`
 * @param rows in any order; those without a name do not count
 */
export function shareFinding(
  lead: string,
  rows: readonly { name: string | undefined; value: number | null }[],
  total: number | null,
): string | undefined {
  const named = rows.flatMap(({ name, value }) => (name === undefined || !value ? [] : [{ name, value }]));
  const first = mostOf(named);
  if (first === undefined || total === null) return undefined;
  const others = named.filter(({ value }) => value === first.value).map(({ name }) => name);
  if (others.length > MOST_EQUALS) return undefined;
  return `${lead} ${others.join(' and ')}: ${shareOf(first.value, total)}${others.length > 1 ? ' each' : ''}.`;
}

function nothingFinding({ noun, format, before }: Trend): string {
  const former = before?.total ?? 0;
  const then = former > 0 ? `, after ${formatFigure(former, format)} ${before?.phrase ?? ''}` : '';
  return `No ${noun.many} in this period${then}.`;
}

function comparison(total: number, before: NonNullable<Trend['before']>, { kind }: FigureFormat): string {
  const change = changeText(total, before.total, kind);
  if (change === undefined) return before.total === 0 ? `, after none ${before.phrase}` : '';
  if (change.direction === 'same')
    return `, ${kind === 'count' ? 'as many' : 'the same'} as ${before.phrase}`;
  const size = change.text.replace(/^[+−]/, '');
  return `, ${size} ${change.direction === 'up' ? 'more' : 'less'} than ${before.phrase}`;
}

function bestOf({ points, format }: Trend): string {
  const known = points.flatMap(({ phrase, value }) => (value === null ? [] : [{ phrase, value }]));
  const best = mostOf(known);
  if (known.length < LEAST_POINTS || best === undefined || best.value === 0) return '';
  return ` The most were ${best.phrase}: ${formatFigure(best.value, format)}.`;
}

/** Returns the item with the highest value, the first of equals. */
function mostOf<Item extends { value: number }>(items: readonly Item[]): Item | undefined {
  return items.reduce<Item | undefined>(
    (most, item) => (most === undefined || item.value > most.value ? item : most),
    undefined,
  );
}

function shareOf(value: number, total: number): string {
  return `${formatCount(value)} of ${formatCount(total)}`;
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
