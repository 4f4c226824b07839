/** Checks settings of platforms beyond the shape of their fields. Pure. */
import { type PlatformSettings, textOf } from './conversion.ts';
import type { Platform } from './facts.ts';
import { hasNeededColumns } from './google-file.ts';

/** Returns the faults of a platform's settings, by the name of the setting. */
export function faultsOfSettings(
  platform: Platform,
  settings: PlatformSettings,
): { name: string; detail: string }[] {
  return platform === 'google_ads' ? faultsOfHeader(textOf(settings, 'header')) : [];
}

function faultsOfHeader(header: string): { name: string; detail: string }[] {
  if (header === '' || hasNeededColumns(header)) return [];
  return [
    { name: 'header', detail: 'Name a click id, email or phone number, the conversion name and its time.' },
  ];
}
