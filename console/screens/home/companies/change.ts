/** The change of a company's calls in words. Pure. */
import { formatCount } from '../../../../worker/core/reports/words/counts.ts';

/** A smaller change is none. */
const SAME = 0.05;
/** Of fewer calls, a percentage says nothing. */
const LEAST = 10;

/** Says how the calls have changed. */
export function changeInWords(calls: number, before: number): string {
  if (before === 0) return calls === 0 ? 'none in two weeks' : 'none the week before';
  if (before < LEAST) return `${formatCount(before)} the week before`;
  const change = calls / before - 1;
  if (Math.abs(change) < SAME) return 'as many as the week before';
  return `${Math.abs(Math.round(change * 100))}% ${change > 0 ? 'more' : 'fewer'} than the week before`;
}
