/** Writes times into mail, as people do. Pure. */
import { timeStyleOf } from '../pure/time-style.ts';

/** Who reads a time: where they are, and how their company's country writes it. */
export interface TimeReader {
  /** IANA zone. */
  timeZone: string;
  /** ISO 3166-1 alpha-2. */
  region: string;
}

/** Returns a time as people write it, with the name of its zone: `Mon, Mar 2, 3:04 PM CST`, `Mon 2 Mar, 15:04 CET`; '' for none. */
export function momentText(time: number, { timeZone, region }: TimeReader): string {
  return formatted(time, region, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** Formats a time as a country writes it in English; '' for none. @param region ISO 3166-1 alpha-2 */
export function formatted(time: number, region: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(time)) return '';
  const { isDayFirst, has24Hours } = timeStyleOf(region);
  const hourCycle = options.hour === undefined ? {} : ({ hourCycle: has24Hours ? 'h23' : 'h12' } as const);
  const format = new Intl.DateTimeFormat(isDayFirst ? 'en-GB' : 'en-US', { ...options, ...hourCycle });
  return format.format(time).replaceAll('\u202F', ' ');
}
