/** The zone of a company. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { settingsOf } from '../settings/settings.ts';
import { dniSettingsOf } from './saved-settings.ts';

/**
 * Returns the company's zone: that of the options, else of its default location, else of the first location that has one, else
 * UTC.
 */
export function timeZoneOf(company: Pick<CompanyState, 'memory'>): string {
  const { time_zone: chosen } = settingsOf(company).options();
  if (chosen !== null) return chosen;
  const settings = dniSettingsOf(company).read()?.settings;
  const { locations = [], default_location_id: defaultId } = settings ?? {};
  const main = locations.find(({ location_id: id }) => id === defaultId);
  return main?.timezone || locations.find(({ timezone }) => timezone !== '')?.timezone || 'UTC';
}
