/** What is wrong with a company, for the overview of a person's companies. Pure. */
import type { CompanyFigures } from '../../../accounts/other-companies.ts';

/** A site that has visitors requests its numbers every day. */
const SILENT_MS = 3 * 24 * 60 * 60_000;
/** Fewer calls than these in the week before say nothing about a trend. */
const MIN_CALLS = 10;
/** The part of the calls of the week before below which the calls are too few. */
const TOO_FEW = 0.6;

/** From the worst to the least. */
export const TROUBLES = [
  'numbers_astray',
  'script_silent',
  'contacts_silent',
  'script_missing',
  'not_called_back',
  'calls_down',
  'setup_open',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/**
 * Lists what is wrong, the worst first: calls to numbers go elsewhere; the script was there and is silent, or no page has requested its
 * numbers for three days; calls or forms are silent; a set-up company has never had it; missed callers wait; the calls of a week fell by more than 40 %; steps of the set-up
 * are open.
 * @param now milliseconds since the epoch
 */
export function troublesOf(figures: CompanyFigures, now: number): Trouble[] {
  const { astrayNumbers, silences, seenTime, hasNumbers, hasCarrier, notCalledBack, calls, callsBefore } =
    figures;
  const isFound: Readonly<Record<Trouble, boolean>> = {
    numbers_astray: astrayNumbers > 0,
    script_silent: silences.includes('script') || (seenTime !== null && now - seenTime > SILENT_MS),
    contacts_silent: silences.some((silent) => silent !== 'script'),
    script_missing: seenTime === null && hasNumbers,
    not_called_back: notCalledBack > 0,
    calls_down: callsBefore >= MIN_CALLS && calls < callsBefore * TOO_FEW,
    setup_open: !hasNumbers || !hasCarrier,
  };
  return TROUBLES.filter((trouble) => isFound[trouble]);
}
