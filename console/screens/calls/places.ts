/** What the locations and sources of the company are called, for those who may read its settings. */
import { useResource } from '../../resource.ts';
import { user } from '../../session.ts';
import type { DniSettings } from '../numbers/dni-settings.ts';
import { settingsPath } from '../numbers/draft.ts';
import { locationName } from '../numbers/words.ts';

export interface Places {
  locations: readonly { id: string; name: string }[];
  sources: readonly string[];
  /** The name of a location; its id for those who may not read the settings. */
  nameOf: (locationId: string) => string;
}

export function usePlaces(): Places {
  const mayRead = user.value?.role_id === 'superadmin';
  const { data } = useResource<DniSettings>(mayRead ? settingsPath() : undefined);
  const { locations = [], numbers = [] } = data ?? {};
  const sources = new Set(numbers.flatMap(({ source }) => source ?? []));
  return {
    locations: locations.map(({ location_id: id, name }) => ({ id, name })),
    sources: [...sources].toSorted(),
    nameOf: (id) => locationName({ locations }, id),
  };
}
