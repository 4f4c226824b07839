/** The time zone that a form proposes. */
import { companyPath } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { ownZone } from '../../forms/lists/zone-field.tsx';
import type { DniSettings } from '../draft/dni-settings.ts';

/** Returns the zone of the company, else that of most of its branches, else that of the browser (IANA). */
export function useProposedZone(settings: Pick<DniSettings, 'locations'>): string {
  const { data } = useResource<{ time_zone?: string | null }>(companyPath('/settings'));
  return data?.time_zone ?? zoneOfMost(settings) ?? ownZone();
}

/** Returns the zone that most branches have; undefined without one. */
export function zoneOfMost({ locations }: Pick<DniSettings, 'locations'>): string | undefined {
  const zones = locations.map(({ timezone }) => timezone).filter((zone) => zone !== '');
  const groups = [...Map.groupBy(zones, (zone) => zone).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0];
}
