/** The zone of a company. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { zoneOfLocations } from '../../../dni/pure/location-zones.ts';
import { settingsOf } from '../settings/settings.ts';
import { dniSettingsOf } from './saved-settings.ts';

/**
 * Returns the company's zone: that of the options, else of its default location, else of the first location that has one, else
 * UTC.
 */
export function timeZoneOf(company: Pick<CompanyState, 'memory'>): string {
  const { time_zone: chosen } = settingsOf(company).options();
  if (chosen !== null) return chosen;
  return zoneOfLocations(dniSettingsOf(company).read()?.settings ?? { locations: [] }) || 'UTC';
}
