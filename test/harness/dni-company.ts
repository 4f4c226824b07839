/** Creates companies with DNI settings, with readable defaults. */
import { makeCompany } from './builders.ts';
import { sendAsOperator } from './client.ts';

/** Returns a location. `overrides` replace its members. */
export function location(
  locationId: string,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    location_id: locationId,
    name: locationId,
    city: '',
    state: '',
    country: 'US',
    address: '',
    postal_code: '',
    timezone: 'America/Chicago',
    latitude: '0',
    longitude: '0',
    hours: [],
    numbers: [],
    users: [],
    extra_params: {},
    ...overrides,
  };
}

/** Returns settings with four branches far apart, and numbers by source and branch: +1 512/303/206/212 and the national +1 800. */
export function dniSettings(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    default_number: '+18005550100',
    locations: [
      location('austin', {
        name: 'Austin',
        city: 'Austin',
        state: 'TX',
        latitude: '30.2672',
        longitude: '-97.7431',
      }),
      location('denver', {
        name: 'Denver',
        city: 'Denver',
        state: 'CO',
        latitude: '39.7392',
        longitude: '-104.9903',
      }),
      location('seattle', {
        name: 'Seattle',
        city: 'Seattle',
        state: 'WA',
        latitude: '47.6062',
        longitude: '-122.3321',
      }),
      location('new-york', {
        name: 'New York',
        city: 'New York',
        state: 'NY',
        latitude: '40.7128',
        longitude: '-74.0060',
      }),
    ],
    numbers: [
      { phone_number: '+18005550111', source: 'paid_search' },
      { phone_number: '+15125550101', location_id: 'austin' },
      { phone_number: '+15125550102', location_id: 'austin', source: 'paid_search' },
      { phone_number: '+13035550101', location_id: 'denver' },
      { phone_number: '+13035550102', location_id: 'denver', source: 'paid_search' },
      { phone_number: '+12065550101', location_id: 'seattle' },
      { phone_number: '+12125550101', location_id: 'new-york' },
      { phone_number: '+12125550103', location_id: 'new-york', source: 'organic_search', sms: true },
    ],
    ...overrides,
  };
}

/** Creates a company with DNI settings and returns its id. Numbers of another test's company are moved to it. */
export async function makeDniCompany(overrides: Record<string, unknown> = {}): Promise<string> {
  const companyId = await makeCompany();
  const settings = dniSettings(overrides);
  let response = await putSettings(companyId, settings);
  while (response.status === 409) {
    await moveNumber(companyId, await response.text());
    response = await putSettings(companyId, settings);
  }
  if (response.status !== 200) throw new Error(`No settings: ${await response.text()}`);
  return companyId;
}

/** Moves the number that a refusal names to a company: a deployment gives a number to one company only. */
async function moveNumber(companyId: string, refusal: string): Promise<void> {
  const [, number] = /has the number (\+\d+)/.exec(refusal) ?? [];
  if (number === undefined) throw new Error(`No settings: ${refusal}`);
  const moved = await sendAsOperator('POST', '/operator/numbers/move', { number, company_id: companyId });
  if (moved.status !== 200) throw new Error(`The number was not moved: ${await moved.text()}`);
}

/** Replaces the DNI settings as the operator. */
export function putSettings(
  companyId: string,
  settings: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return sendAsOperator('PUT', `/dni/api/companies/${companyId}/settings`, settings, headers);
}
