/** `POST /dni/api/companies/<uuid>/places`: the coordinates of addresses, for branches without any. */
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../shared/http/input.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { limitPreviews } from '../../shared/limits/rate-limits.ts';
import { configured } from '../../shared/configuration.ts';
import { limitFailedCredentials } from '../credential-guard.ts';
import type { LookupApp } from '../lookup/lookup-app.ts';
import { placesSchema, resolveAddress } from './address-resolver.ts';
import type { PlacesBody } from './answer-schema.ts';
import { previewRightsOnly, settingsCredentials } from './settings-access.ts';

const PLACES = '/api/companies/:company/places';

interface PlaceApp extends LookupApp {
  Bindings: LookupApp['Bindings'] & { ADDRESS_URL?: string };
}

export const placeRoutes = new Hono<PlaceApp>();
placeRoutes.use(PLACES, limitPreviews, limitFailedCredentials, settingsCredentials, previewRightsOnly);

/**
 * Answers `{is_available, places}`: for each address `{latitude, longitude}`, or null where it is not known. Without a resolver
 * (`ADDRESS_URL`) `is_available` is false. Stores nothing.
 */
placeRoutes.post(PLACES, takesNoQuery, async (c) => {
  const { addresses, country = '' } = parse(placesSchema, await readJson(c.req.raw));
  const addressUrl = configured(c.env, 'ADDRESS_URL');
  const places: PlacesBody['places'] = [];
  for (const address of addresses) {
    places.push(addressUrl === undefined ? null : await resolveAddress(addressUrl, { address, country }));
  }
  const answer: PlacesBody = { is_available: addressUrl !== undefined, places };
  return c.json(answer, 200, { 'Cache-Control': 'no-store' });
});
