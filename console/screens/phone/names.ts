/** Names of the people and locations in the call settings. */
import { usePeople } from '../../api/company.ts';
import { useSettings } from '../draft/draft.ts';
import { currentPhone } from './phone-draft.ts';
import { menusIn } from './phone-settings.ts';
import type { Names } from './rule-words.ts';

export function useNames(): Names {
  const { data: people = [] } = usePeople();
  const { published } = useSettings();
  return {
    people: new Map(people.map(({ user_id: id, name }) => [id, name])),
    locations: new Map(published.locations.map(({ location_id: id, name }) => [id, name])),
    menus: new Map(Object.entries(menusIn(currentPhone())).map(([id, { name }]) => [id, name])),
  };
}
