/** Which of the company's locations a lead has called or written to: by the tracking numbers on its timeline. */
import type { Database } from '../database.ts';
import { readDniSettings } from '../dni/settings.ts';

/**
 * The names of the locations of each lead, in the order of the DNI settings; leads without one are left out.
 * @param leadNumbers the leads of a page
 */
export function locationNames(
  database: Database,
  leadNumbers: readonly number[],
): ReadonlyMap<number, string[]> {
  const names = namesByNumber(database);
  if (names.size === 0) return new Map();
  const rows = database.all<{ lead_number: number; phones: string }>(
    `SELECT lead_number, json_group_array(DISTINCT events.data ->> 'phone') AS phones
     FROM json_each(?) CROSS JOIN events ON lead_number = value
     WHERE removed_time = 0 AND events.type IN ('call', 'sms') GROUP BY lead_number`,
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

/** Every number that belongs to one location, with the location's name. */
function namesByNumber(database: Database): Map<string, string> {
  const { settings } = readDniSettings(database) ?? {};
  if (settings === undefined) return new Map();
  const entries = settings.locations.flatMap(({ location_id: locationId, name }) => {
    const own = settings.numbers.filter((number) => number.location_id === locationId);
    const printed = settings.targets.filter((target) => target.location_id === locationId);
    return [...own.map((entry) => entry.phone_number), ...printed.map((entry) => entry.number)].map(
      (phone): [string, string] => [phone, name],
    );
  });
  return new Map(entries);
}
