/** Writes locations and numbers as CSV with the columns that the paste dialog reads. Pure. */
import { csvCell, FORMULA } from '../../../formats/csv.ts';
import {
  type DniLocation,
  type DniSettings,
  isPool,
  ringingNumberOf,
  type TrackingNumber,
} from '../dni-settings.ts';

/** The lists that can be exported and pasted. */
export type TableName = 'locations' | 'numbers';

/** Matches negative numbers, such as longitudes, which need no apostrophe. */
const NEGATIVE_NUMBER = /^-\d+(?:\.\d+)?$/;

const HEADERS: Record<TableName, readonly string[]> = {
  locations: [
    'location id',
    'name',
    'address',
    'city',
    'state',
    'postal code',
    'country',
    'latitude',
    'longitude',
    'timezone',
    'serves',
    'phones that ring',
    'number on the site',
  ],
  numbers: ['phone number', 'source', 'location id', 'target', 'sms'],
};

/**
 * Returns the CSV (RFC 4180) with a byte order mark, so that spreadsheets recognise UTF-8. Pools are left out: they have a form.
 */
export function csvOf(list: TableName, settings: DniSettings): string {
  const rows =
    list === 'locations'
      ? settings.locations.map((location) => locationCells(location, settings))
      : settings.numbers.flatMap((entry) => (isPool(entry) ? [] : [numberCells(entry)]));
  return `\uFEFF${[HEADERS[list], ...rows].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`;
}

function locationCells(location: DniLocation, { targets }: DniSettings): string[] {
  const printed = targets.find(({ location_id: id }) => id === location.location_id);
  return [
    location.location_id,
    location.name,
    location.address,
    location.city,
    location.state,
    location.postal_code,
    location.country,
    location.latitude,
    location.longitude,
    location.timezone,
    location.service_area?.postal_codes.join(' ') ?? '',
    (location.numbers ?? []).map(ringingNumberOf).join(', '),
    printed?.number ?? '',
  ];
}

function numberCells(number: TrackingNumber): string[] {
  const { phone_number: phone, source = '', location_id: location = '', target = '', sms } = number;
  return [phone, source, location, target, sms ? 'yes' : 'no'];
}

function cellText(cell: string): string {
  return csvCell(FORMULA.test(cell) && !NEGATIVE_NUMBER.test(cell) ? `'${cell}` : cell);
}
