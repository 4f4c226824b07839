/** Finds the company's locations that a lead has called or written to, by the tracking numbers on its timeline. */
import { numbersOf } from '../../../../dni/pure/number-entries.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';

/** Most calls and messages of a lead that are read, newest first. */
const CALLS_OF_A_LEAD = 100;

/**
 * Returns the names of each lead's locations, in the order of the DNI settings. Leads without a location are left out.
 * @param leadNumbers the leads of a page
 */
export function locationNames(
  context: RequestContext,
  leadNumbers: readonly number[],
): ReadonlyMap<number, string[]> {
  const names = namesByNumber(context);
  if (names.size === 0) return new Map();
  const rows = context.database.all<{ lead_number: number; phones: string }>(
    `SELECT lead_number, (
       SELECT json_group_array(DISTINCT phone) FROM (
         SELECT data ->> 'phone' AS phone FROM events
         WHERE events.lead_number = wanted.value AND type IN ('call', 'sms') AND removed_time = 0
         ORDER BY event_time DESC LIMIT ${CALLS_OF_A_LEAD}
       )
     ) AS phones
     FROM (SELECT value, value AS lead_number FROM json_each(?)) AS wanted`,
    JSON.stringify(leadNumbers),
  );
  const found = new Map<number, string[]>();
  for (const { lead_number, phones } of rows) {
    const called = new Set(JSON.parse(phones) as (string | null)[]);
    const own = [...names].flatMap(([phone, name]) => (called.has(phone) ? [name] : []));
    if (own.length > 0) found.set(lead_number, [...new Set(own)]);
  }
  return found;
}

/** Returns the name of the location for every number that belongs to one location. */
function namesByNumber(context: RequestContext): Map<string, string> {
  const dni = dniSettingsOf(context);
  const { settings } = dni.read() ?? {};
  if (settings === undefined) return new Map();
  const entries = settings.locations.flatMap(({ location_id: locationId, name }) => {
    const own = settings.numbers.filter((number) => number.location_id === locationId);
    const printed = settings.targets.filter((target) => target.location_id === locationId);
    return [...own.flatMap(numbersOf), ...printed.map((entry) => entry.number)].map(
      (phone): [string, string] => [phone, name],
    );
  });
  return new Map(entries);
}
