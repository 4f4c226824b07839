/** Tells by what a platform would recognize the click or the person of a conversion. Pure. */
import type { Conversion, PlatformSettings } from './conversion.ts';
import type { Platform } from './facts.ts';
import { dataManagerIdentifiers } from './data-manager.ts';
import { ga4Identifiers } from './ga4.ts';
import { googleFileIdentifiers } from './google-file.ts';
import { metaIdentifiers } from './meta.ts';
import { microsoftFileIdentifiers } from './microsoft-file.ts';
import { uetIdentifiers } from './uet.ts';

const IDENTIFIERS: Readonly<
  Record<Platform, (conversion: Conversion, settings: PlatformSettings) => string[]>
> = {
  google_ads: googleFileIdentifiers,
  google_data_manager: dataManagerIdentifiers,
  meta: metaIdentifiers,
  microsoft_ads: microsoftFileIdentifiers,
  ga4: ga4Identifiers,
  microsoft_uet: uetIdentifiers,
};

/** Returns the names of the identifiers that would go out; without any, the platform cannot use the conversion. */
export function identifiersOf(
  platform: Platform,
  conversion: Conversion,
  settings: PlatformSettings,
): string[] {
  return IDENTIFIERS[platform](conversion, settings);
}
