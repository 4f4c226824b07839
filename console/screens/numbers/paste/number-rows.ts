/** Reads the rows of numbers. Pure. */
import { plainCell } from '../../../formats/csv.ts';
import { isPhone } from '../../../forms/phone/e164.ts';
import { formatPhone } from '../../../formats/phone.ts';
import {
  type DniLocation,
  type DniSettings,
  ringingNumberOf,
  type TrackingNumber,
} from '../../draft/dni-settings.ts';
import { knownSource } from '../../sources/presets.ts';
import { countryNamed } from './sheet/country-names.ts';
import type { RowFault } from './pasted-matches.ts';
import type { NotedRow, ReadCells, Reading } from './reading.ts';
import { isNoNumber } from './sheet/wide.ts';

/** A column of numbers of a source. */
export interface SourceColumn {
  index: number;
  source: string;
}

/** Makes a row for each number of the sources in a row of a wide sheet. It says what its row says. */
export function numberCells(
  { line, values }: ReadCells,
  cells: readonly string[],
  columns: readonly SourceColumn[],
): ReadCells[] {
  return columns.flatMap(({ index, source }) => {
    const number = plainCell((cells[index] ?? '').trim());
    if (isNoNumber(number)) return [];
    const said: Readonly<Record<string, string>> = { phone_number: number, source };
    return [{ line, source, values: (member) => said[member] ?? values(member) }];
  });
}

/** Reads a row of numbers. */
export function numberRow(
  { line, values, source: column }: ReadCells,
  { settings, toE164 }: Reading,
): NotedRow<TrackingNumber> {
  const found = locationsCalled(settings, values('location_id'));
  const country = countryNamed(values('country') || (found[0]?.country ?? ''));
  const phone = toE164(values('phone_number'), country);
  const target = toE164(values('target'), country);
  const [text, source] = [values('source'), knownSource(settings, values('source'))];
  const faults = [
    ...phoneFault('phone_number', phone),
    ...ringingFault(phone, settings),
    ...(text !== '' && source === undefined
      ? [{ column: 'source', detail: `You have no source “${text}” yet. Create it above.` }]
      : []),
    ...locationFault(values('location_id'), found),
    ...(target === '' ? [] : phoneFault('target', target)),
  ];
  const [location] = found;
  const entry: TrackingNumber = {
    phone_number: phone,
    ...(source === undefined ? {} : { source }),
    ...(location === undefined ? {} : { location_id: location.location_id }),
    ...(target === '' ? {} : { target }),
    sms: /^(?:1|yes|y|true|x)$/i.test(values('sms')),
  };
  return { line, title: column ?? formatPhone(phone), entry, faults, notes: [] };
}

/** Refuses a number that rings at a location: it would ring itself. */
function ringingFault(phone: string, { locations }: DniSettings): RowFault[] {
  const place = locations.find(({ numbers = [] }) => numbers.some((each) => ringingNumberOf(each) === phone));
  if (place === undefined || !isPhone(phone)) return [];
  const detail = `${formatPhone(phone)} is the phone that rings at ${place.name}, so it cannot be a tracking number too.`;
  return [{ column: 'phone_number', detail }];
}

/** Refuses what is no phone number. @param text as it was written */
export function phoneFault(column: string, number: string, text = number): RowFault[] {
  const detail = `“${text}” is not a phone number. Enter it as you would dial it, or with + and the country code.`;
  return isPhone(number) ? [] : [{ column, detail }];
}

function locationFault(called: string, found: readonly DniLocation[]): RowFault[] {
  if (called === '' || found.length === 1) return [];
  const ids = found.map(({ location_id: id }) => id).join(', ');
  const detail =
    found.length === 0
      ? `You have no location “${called}”. Enter the name or the id of one of your locations.`
      : `Several locations are named “${called}”. Enter the id of one of them: ${ids}.`;
  return [{ column: 'location_id', detail }];
}

/** Finds locations by id, else by name, else by city, ignoring case. */
export function locationsCalled({ locations }: DniSettings, text: string): readonly DniLocation[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  for (const member of ['location_id', 'name', 'city'] as const) {
    const found = locations.filter((location) => location[member].toLowerCase() === wanted);
    if (found.length > 0) return found;
  }
  return [];
}
