/** How whoever reads the screen writes times: as the country of their browser's language does. */
import { type TimeStyle, timeStyleOf } from '../../worker/shared/pure/time-style.ts';

export const READER: TimeStyle = timeStyleOf(regionOf(navigator.language));

/** Returns the country of a language, the usual one if it names none: `DE` for `de`. Some systems name none that is known. */
export function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? 'US';
  } catch {
    return 'US';
  }
}
