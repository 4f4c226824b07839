/** Checks settings of platforms beyond the shape of their fields. Pure. */
import { type PlatformSettings, textOf } from './conversion.ts';
import type { Platform } from './facts.ts';
import { readKeyFile } from './service-account.ts';
import { hasNeededColumns } from './google-file.ts';

/** Returns the faults of a platform's settings, by the name of the setting. */
export function faultsOfSettings(
  platform: Platform,
  settings: PlatformSettings,
): { name: string; detail: string }[] {
  const header = platform === 'google_ads' ? textOf(settings, 'header') : '';
  if (header === '' || hasNeededColumns(header)) return [];
  return [
    { name: 'header', detail: 'Name a click id, email or phone number, the conversion name and its time.' },
  ];
}

/** Tells whether a text is a secret of the kind that a platform gives out, beyond its pattern. */
export function isSecretOf(platform: Platform, secret: string): boolean {
  return platform !== 'google_data_manager' || readKeyFile(secret) !== undefined;
}
