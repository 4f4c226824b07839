/** What may fall silent, and how much of the usual is to be expected of it. Pure. */
import type { DayKind } from './holidays.ts';
import { activityAfter, type Hours, type Silence, silenceIn } from './rhythm.ts';

/** `calls` are those to all numbers together. */
export const KINDS_OF_SILENCE = ['script', 'calls', 'number', 'forms'] as const;
export type KindOfSilence = (typeof KINDS_OF_SILENCE)[number];

/** What part of the usual is expected on a day. People look at websites on holidays too, but hardly call. */
const PARTS: Readonly<Record<'script' | 'calls' | 'forms', Readonly<Record<DayKind, number>>>> = {
  script: { usual: 1, quiet: 0.5, holiday: 0.35 },
  calls: { usual: 1, quiet: 0.4, holiday: 0.1 },
  forms: { usual: 1, quiet: 0.4, holiday: 0.25 },
};
/** A number that came down to less had a campaign that fades. */
const FADED = 0.25;

/** Returns what part of the usual is expected on a day. */
export function partOn(kind: KindOfSilence, day: DayKind): number {
  return PARTS[kind === 'number' ? 'calls' : kind][day];
}

/** A number's calls beside those to all numbers. */
interface OtherThings {
  /** The hours of the calls to all numbers, for a number that is not the only one. */
  calls?: Hours;
  /** Returns what part of the usual visits there was after an hour, at most 1: of a number, those that were shown it. */
  visitsAfter: (last: number) => number;
}

/** Returns the silence of something; undefined if there is none, or if something else explains it. */
export function silenceOf(
  kind: KindOfSilence,
  hours: Hours,
  { calls, visitsAfter }: OtherThings,
): Silence | undefined {
  // The silence of a script is that of the visits.
  if (kind === 'script') return silenceIn(hours);
  const shareOf = (last: number): number =>
    Math.min(calls === undefined ? 1 : activityAfter(calls, last), visitsAfter(last));
  return silenceIn(hours, shareOf, kind === 'number' ? FADED : 0);
}
