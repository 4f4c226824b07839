/** Tells by what a platform would recognize the click or the person of a conversion. Pure. */
import type { Conversion, PlatformSettings } from './conversion.ts';
import type { Platform } from './facts.ts';
import { googleFileIdentifiers } from './google-file.ts';

const IDENTIFIERS: Readonly<
  Record<Platform, (conversion: Conversion, settings: PlatformSettings) => string[]>
> = {
  google_ads: googleFileIdentifiers,
};

/** Returns the names of the identifiers that would go out; without any, the platform cannot use the conversion. */
export function identifiersOf(
  platform: Platform,
  conversion: Conversion,
  settings: PlatformSettings,
): string[] {
  return IDENTIFIERS[platform](conversion, settings);
}
