/** Reads coordinates and postal codes as spreadsheets have them. Pure. */

/** Decimal degrees as text, with a point. */
export interface Degrees {
  latitude: string;
  longitude: string;
}

const DEGREE = /^([+-]?)\s*(\d{1,3}(?:[.,]\d+)?)\s*(?:°\s*)?([NSEW]?)$/i;
const LIMITS = { latitude: 90, longitude: 180 };

/** Reads decimal degrees with a point or a comma, `°`, and N, S, E or W. Returns undefined for other texts. */
export function degreesIn(text: string, member: 'latitude' | 'longitude'): string | undefined {
  const [, sign = '', digits = '', side = ''] =
    DEGREE.exec(text.trim().replace(/^[NSEW](?=\s*\d)/i, '')) ?? [];
  const letter = side || (/^[NSEW](?=\s*\d)/i.exec(text.trim())?.[0] ?? '');
  if (digits === '') return undefined;
  const isNegative = sign === '-' || /[SW]/i.test(letter);
  const degrees = digits.replace(',', '.');
  if (Number(degrees) > LIMITS[member]) return undefined;
  return `${isNegative ? '-' : ''}${degrees}`;
}

/** Reads both coordinates from one cell: `39.74, -104.99`, `39,74; -104,99`, `39.74/-104.99`, `39.74 -104.99`. */
export function coordinatesIn(text: string): Degrees | undefined {
  const plain = text
    .trim()
    .replaceAll(/^[([]|[)\]]$/g, '')
    .trim();
  for (const pattern of [
    /^([^;/|]+)[;/|]([^;/|]+)$/,
    /^((?:[^,]|,(?!\s))+),\s(.+)$/,
    /^(-?[\d.]+),(-?[\d.]+)$/,
    /^(\S+)\s+(\S+)$/,
  ]) {
    const [, first = '', second = ''] = pattern.exec(plain) ?? [];
    const [latitude, longitude] = [degreesIn(first, 'latitude'), degreesIn(second, 'longitude')];
    if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  }
  return undefined;
}

/**
 * Puts back the zeros in front of a US ZIP code that a spreadsheet took for a number: `2116` is 02116.
 * @returns undefined if it has all its digits, or is none of the US
 */
export function restoredZip(text: string, country: string): string | undefined {
  const [, zip = '', rest = ''] = /^(\d{3,4})(-\d{4})?$/.exec(text.trim()) ?? [];
  return zip === '' || !/^(US|USA|United States.*|)$/i.test(country)
    ? undefined
    : zip.padStart(5, '0') + rest;
}
