/** The company's country, and the unit in which distances are shown. */
import { type DistanceUnit, unitIn } from '../formats/distance.ts';
import { companyPath } from './company.ts';
import { useResource } from './resource.ts';
import { user } from './user.ts';

/** Returns the unit of distances: that of `useCountry`. Undefined until the country is known. */
export function useDistanceUnit(): DistanceUnit | undefined {
  const country = useCountry();
  return country === undefined ? undefined : unitIn(country);
}

/**
 * Returns the company's country (ISO 3166-1 alpha-2), or that of the browser's language for users who may not read the
 * company's options. Undefined until it is known.
 */
export function useCountry(): string | undefined {
  const mayRead = user.value?.role_id === 'superadmin';
  const path = mayRead ? companyPath('/settings') : undefined;
  const { data, failure } = useResource<{ default_region: string }>(path);
  if (data !== undefined) return data.default_region;
  const isWaiting = mayRead && failure === undefined;
  return isWaiting ? undefined : (navigator.language.split('-').at(-1) ?? '');
}
