/** Finds the due times of a schedule by walking along the clock of its zone in steps of 15 minutes. */
import type { Schedule } from '../../../../../worker/core/reports/saved/schema.ts';

const STEP_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

interface Stretch {
  from: number;
  days: number;
}

interface Step {
  time: number;
  /** In the zone. */
  date: string;
  weekday: string;
  hour: number;
}

/** The hours of a zone that were walked already. */
const walked = new Map<string, Step[]>();

export function naiveDueTimes(schedule: Schedule, timeZone: string, stretch: Stretch): number[] {
  const done = new Set<string>();
  const times: number[] = [];
  for (const { time, date, weekday, hour } of walk(timeZone, stretch)) {
    if (done.has(date) || hour < schedule.hour) continue;
    done.add(date);
    if (isDay(schedule, date, weekday) && time >= stretch.from) times.push(time);
  }
  return times;
}

/** Returns the beginning of each hour, from the day before on, so that an hour of that day is not due later. */
function walk(timeZone: string, { from, days }: Stretch): Step[] {
  const key = `${timeZone} ${from} ${days}`;
  const known = walked.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    weekday: 'long',
  });
  const steps: Step[] = [];
  const start = Math.floor((from - DAY_MS) / STEP_MS) * STEP_MS;
  for (let time = start; time < from + days * DAY_MS; time += STEP_MS) {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const hour = Number(parts['hour']);
    const before = steps.at(-1);
    if (before?.date === date && before.hour === hour) continue;
    steps.push({ time, date, weekday: parts['weekday'] ?? '', hour });
  }
  walked.set(key, steps);
  return steps;
}

function isDay(schedule: Schedule, date: string, weekday: string): boolean {
  if (schedule.every === 'day') return true;
  if (schedule.every === 'week') return weekday.toLowerCase() === schedule.weekday;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isLast = new Date(Date.UTC(year, month - 1, day + 1)).getUTCDate() === 1;
  return day === schedule.day || (isLast && schedule.day > day);
}
