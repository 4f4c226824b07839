/** The times that a reminder is set or postponed to, in the time zone of the browser. Pure. */
import { formatHour } from '../../../../formats/english.ts';

/** The hour of the day at which people begin. */
export const MORNING = 9;

/** Tomorrow at 9. */
export function tomorrowMorning(now: Date): Date {
  return inDays(now, 1);
}

/** The choices of “Later”. Monday is left out if it is tomorrow. */
export function laterTimes(now: Date): { label: string; time: Date }[] {
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: 'In one hour', time: new Date(now.getTime() + 60 * 60_000) },
    { label: `Tomorrow at ${formatHour(MORNING)}`, time: tomorrowMorning(now) },
    ...(untilMonday === 1
      ? []
      : [{ label: `Monday at ${formatHour(MORNING)}`, time: inDays(now, untilMonday) }]),
    { label: `In one week, at ${formatHour(MORNING)}`, time: inDays(now, 7) },
  ];
}

/** Writes a time as a field of the type `datetime-local` has it. */
export function localTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function inDays(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
