/** Names of the locations and sources of calls. */
import { companyPath } from './company.ts';
import { useResource } from './resource.ts';

export interface Places {
  locations: readonly { id: string; name: string }[];
  sources: readonly string[];
  /** Returns the name of a location; its id when the location was removed. */
  nameOf: (locationId: string) => string;
}

interface PlacesAnswer {
  locations: { location_id: string; name: string }[];
  sources: string[];
}

export function usePlaces(): Places {
  const { data } = useResource<PlacesAnswer>(companyPath('/calls/places'), true);
  const { locations = [], sources = [] } = data ?? {};
  return {
    locations: locations.map(({ location_id: id, name }) => ({ id, name })),
    sources,
    nameOf: (id) => locations.find(({ location_id: other }) => other === id)?.name ?? id,
  };
}
