/**
 * Looks once an hour whether something has been silent for longer than its own past makes likely: the script on a site, the calls to
 * a number and to all numbers, the forms. Super admins are told once, and again when it is heard.
 */
import { numbersOf } from '../../../dni/pure/number-entries.ts';
import { FORMS, type HeardDay, heardSince, partOfNumber, SCRIPT } from '../../company/heard/heard-hours.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { seenSites } from '../../company/dni/seen-pages.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { fixedClock, type LocalClock, zoneClock } from '../../engine/times/local-clock.ts';
import { countOn, firstTime, WINDOW_MS } from './counting.ts';
import { type KindOfSilence, silenceOf } from './rhythm/kinds.ts';
import { type Hours, LEAST_HOURS } from './rhythm/rhythm.ts';
import { ShownVisits } from './shown-visits.ts';
import { forgetSilence, type Part, tellHeard, tellSilence, toldSilences } from './telling.ts';
import { Windows } from './windows.ts';

const HOUR_MS = 60 * 60_000;
/** A company in which nothing happens is looked at again so much later. */
const IDLE_MS = 24 * HOUR_MS;
/** The most numbers that are watched. */
const MOST_NUMBERS = 1_000;
const CALLS = 'calls';
const ACTOR = { kind: 'system', name: 'silence' } as const;

/** Counts a day of the past, or looks at all parts. */
export const watchingSilence: BackgroundTask = {
  kind: 'silence',
  nextTime: ({ database }) => {
    const state = database.maybe<{ next_time: number }>('SELECT next_time FROM silence_watch');
    if (state !== undefined) return state.next_time;
    const first = firstTime(database, Date.now());
    return first === undefined ? undefined : first + LEAST_HOURS * HOUR_MS;
  },
  run: async (company) => {
    commit(company, contextOfActor(company, ACTOR), watch, 'reserve');
  },
};

function watch(context: WriteContext): void {
  const { database, now, wakeBy } = context;
  const state = database.maybe<{ counted_time: number }>('SELECT counted_time FROM silence_watch');
  const first = firstTime(database, now);
  if (first === undefined) {
    for (const part of toldSilences(context).keys()) forgetSilence(context, part);
    database.run('DELETE FROM silence_watch');
    return;
  }
  const counted = countOn(context, state?.counted_time ?? first);
  const days = counted < now ? [] : heardSince(database, now - WINDOW_MS);
  if (counted === now) look(context, days);
  const next = counted < now ? now : now + (days.length > 0 ? HOUR_MS : IDLE_MS);
  database.run(
    `INSERT INTO silence_watch (only, counted_time, next_time) VALUES (1, ?1, ?2)
     ON CONFLICT (only) DO UPDATE SET counted_time = ?1, next_time = ?2`,
    counted,
    next,
  );
  wakeBy(next);
}

/** Something that is watched, with its hours. */
interface Watched extends Part {
  hours: Hours;
}

function look(context: WriteContext, days: readonly HeardDay[]): void {
  const clock = zoneClock(timeZoneOf(context)) ?? fixedClock(0);
  const windows = new Windows(context.now, {
    clock,
    region: settingsOf(context).options().default_region,
    specialDays: dniSettingsOf(context).read()?.settings.special_hours ?? [],
  });
  const watched = watchedParts(context, windows, days);
  const told = toldSilences(context);
  const others = othersOf(context, { clock, windows, watched });
  for (const { part, kind, hours } of watched) {
    const toldTime = told.get(part);
    told.delete(part);
    const last = hours.heard.lastIndexOf(1);
    if (toldTime !== undefined) {
      if (last < 0) forgetSilence(context, part);
      else if (windows.endOf(last) > toldTime) tellHeard(context, { part, kind });
      continue;
    }
    const silence = silenceOf(kind, hours, others(kind, part));
    if (silence === undefined) continue;
    tellSilence(context, { part, kind }, { since: windows.endOf(last), expected: silence.expected });
  }
  for (const part of told.keys()) forgetSilence(context, part);
}

/** Returns what the company uses now and has been heard: its sites, its numbers and their sum, its forms. */
function watchedParts(context: WriteContext, windows: Windows, days: readonly HeardDay[]): Watched[] {
  const settings = dniSettingsOf(context).read()?.settings;
  if (settings === undefined) return [];
  const byPart = Map.groupBy(days, ({ part }) => part);
  const watch = (kind: KindOfSilence, parts: readonly string[]): Watched[] =>
    parts.flatMap((part) => {
      const heard = byPart.get(part);
      return heard === undefined ? [] : [{ part, kind, hours: windows.of(kind, heard) }];
    });
  const numbers = new Set([settings.default_number, ...settings.numbers.flatMap(numbersOf)]);
  const called = watch('number', [...numbers].slice(0, MOST_NUMBERS).map(partOfNumber));
  const sum = called.flatMap(({ part }) => byPart.get(part) ?? []);
  return [
    ...watch(
      'script',
      seenSites(context).map(({ site }) => SCRIPT + site),
    ),
    ...(called.length > 1 ? [{ part: CALLS, kind: CALLS, hours: windows.of(CALLS, sum) } as const] : []),
    ...called,
    ...(settings.forms ? watch('forms', [FORMS]) : []),
  ];
}

/** Returns what else is known of a silence. */
function othersOf(
  { database, now }: WriteContext,
  {
    clock,
    windows,
    watched,
  }: { clock: Pick<LocalClock, 'toLocal'>; windows: Windows; watched: readonly Watched[] },
): (kind: KindOfSilence, part: string) => Parameters<typeof silenceOf>[2] {
  const calls = watched.find(({ kind }) => kind === CALLS)?.hours;
  const visits = new ShownVisits(database, { now: clock.toLocal(now), from: clock.toLocal(windows.start) });
  return (kind, part) => {
    const number = kind === 'number' ? part.slice(part.indexOf(':') + 1) : undefined;
    return {
      ...(kind === 'number' && calls !== undefined && { calls }),
      visitsAfter: (last) => visits.after(clock.toLocal(windows.endOf(last)), number),
    };
  };
}
