/** Writes times into mail, as people do. Pure. */

/** Returns a time as people write it, with the name of its zone: `Mon, Mar 2, 3:04 PM CST`; '' for none. */
export function momentText(time: number, timeZone: string): string {
  return formatted(time, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** Formats a time; '' for none. */
export function formatted(time: number, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(time)) return '';
  return new Intl.DateTimeFormat('en-US', options).format(time).replaceAll('\u202F', ' ');
}
