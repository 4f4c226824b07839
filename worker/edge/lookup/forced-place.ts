/** The place of a postal code that a request forces; one that says no place is refused. */
import { Problem } from '../../shared/http/problems.ts';
import { placeOfPostalCode, type PostalCodePlace } from './place/place.ts';

/** @throws Problem `invalid_postal_code` (400) when malformed, `unknown_postal_code` (404) when not even its prefix is known */
export function forcedPlace(text: string): PostalCodePlace {
  const found = placeOfPostalCode(text);
  if (!('code' in found)) return found;
  const { code, detail } = found;
  throw new Problem(code, detail, { errors: [{ parameter: 'zip', code, detail }] });
}
