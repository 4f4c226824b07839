/** The zone of a company. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { zoneOfCompany } from '../../../dni/pure/location-zones.ts';
import { settingsOf } from '../settings/settings.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Returns the company's zone (`zoneOfCompany`). */
export function timeZoneOf(company: Pick<CompanyState, 'memory'>): string {
  const { time_zone: chosen } = settingsOf(company).options();
  return zoneOfCompany(chosen, dniSettingsOf(company).read()?.settings ?? { locations: [] });
}
