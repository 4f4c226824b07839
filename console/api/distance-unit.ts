/** The unit in which distances are shown. */
import { type DistanceUnit, unitIn } from '../formats/distance.ts';
import { companyPath } from './company.ts';
import { useResource } from './resource.ts';
import { user } from './user.ts';

/**
 * Returns the unit of distances: that of the company's country, or of the browser's language for users who may not read
 * the company's options. Undefined until the country is known.
 */
export function useDistanceUnit(): DistanceUnit | undefined {
  const mayRead = user.value?.role_id === 'superadmin';
  const path = mayRead ? companyPath('/settings') : undefined;
  const { data, failure } = useResource<{ default_region: string }>(path);
  if (data !== undefined) return unitIn(data.default_region);
  const isWaiting = mayRead && failure === undefined;
  return isWaiting ? undefined : unitIn(navigator.language.split('-').at(-1) ?? '');
}
