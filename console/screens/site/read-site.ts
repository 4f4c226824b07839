/** Reads the form of the site. */
import { isSameName } from '../../formats/search.ts';
import { Refusal } from '../../api/api.ts';
import { type DistanceUnit, distanceText, readDistance, UNIT_NAMES } from '../../formats/distance.ts';
import { domainOf } from '../../formats/domain.ts';
import { typedNumber } from '../../formats/numbers.ts';
import { type FormValues, textOf } from '../../forms/form-values.ts';
import { isPhone } from '../../forms/phone/e164.ts';
import { phoneFromField, typedPhone } from '../../forms/phone/home-country.ts';
import { refusalAt } from '../../forms/saving.ts';
import type { DniSettings, DniTarget } from '../draft/dni-settings.ts';

/** Limits of the API. */
const MIN_DISTANCE_KM = 1;
const MAX_DISTANCE_KM = 20_038;
const MAX_CACHE_DAYS = 365;

/**
 * Reads the settings, or refuses the first field that cannot be read.
 * @param settings the settings that the form was opened with
 */
export function readSite(
  values: FormValues,
  settings: DniSettings,
  unit: DistanceUnit,
): DniSettings | Refusal {
  const number = typedPhone(textOf(values, '/default_number'));
  if (!isPhone(number)) return refusalAt('/default_number', 'Enter the number printed on your pages.');
  const targets = readTargets(textOf(values, '/targets'), settings);
  if (typeof targets === 'string') return refusalAt('/targets', targets);
  const others = readOthers(textOf(values, '/other_numbers'));
  if (typeof others === 'string') return refusalAt('/other_numbers', others);
  const domains = readDomains(textOf(values, '/domains'), settings.domains);
  if (typeof domains === 'string') return refusalAt('/domains', domains);
  const limits = readLimits(values, settings, unit);
  if (limits instanceof Refusal) return limits;
  const { default_location_id: _, unasked_consent: __, other_numbers: ___, ...rest } = settings;
  const unasked = textOf(values, '/unasked_consent');
  const fallback = textOf(values, '/default_location_id');
  return {
    ...rest,
    default_number: number,
    ...(fallback === '' ? {} : { default_location_id: fallback }),
    ...(unasked === 'analytics' || unasked === 'personalized_ads' ? { unasked_consent: unasked } : {}),
    ...(others.length === 0 ? {} : { other_numbers: others }),
    targets: [{ number }, ...targets.filter((target) => target.number !== number)],
    domains,
    prefer: textOf(values, '/prefer') === 'location' ? 'location' : 'source',
    prefer_open: values['/prefer_open'] === true,
    ...limits,
    visits: values['/visits'] === true,
    forms: values['/forms'] === true,
  };
}

function readLimits(
  values: FormValues,
  { max_distance_km: before }: DniSettings,
  unit: DistanceUnit,
): Pick<DniSettings, 'max_distance_km' | 'cache_days'> | Refusal {
  const distance = readDistance(textOf(values, '/max_distance_km'), unit, before);
  if (distance !== null && !isWithin(distance, MIN_DISTANCE_KM, MAX_DISTANCE_KM))
    return refusalAt('/max_distance_km', distanceFault(unit));
  const days = typedNumber(textOf(values, '/cache_days'));
  if (!Number.isInteger(days) || !isWithin(days, 1, MAX_CACHE_DAYS))
    return refusalAt('/cache_days', `Write whole days, 1 to ${MAX_CACHE_DAYS}.`);
  return { max_distance_km: distance, cache_days: days };
}

/** Tells whether a number is between two others; `NaN` is not. */
function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function distanceFault(unit: DistanceUnit): string {
  const [least, most] = [MIN_DISTANCE_KM, MAX_DISTANCE_KM].map((limit) => distanceText(limit, unit));
  return `Write ${UNIT_NAMES[unit]} as 250, 1000 or 12.5, from ${least} to ${most}. Leave it empty for no limit.`;
}

/** Reads the lines. @returns the domains, or the error of a line */
function readDomains(text: string, present: readonly string[]): string[] | string {
  const lines = text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // A host of an intranet, which the API takes, stays.
  const readLine = (line: string): string | undefined => (present.includes(line) ? line : domainOf(line));
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (wrong !== undefined)
    return `“${wrong}” is not the address of a site. Enter it as acme.com, one per line.`;
  return [...new Set(lines.flatMap((line) => readLine(line) ?? []))];
}

/** Reads the lines. @returns the numbers that stay as they are, or the error of a line */
function readOthers(text: string): string[] | string {
  const numbers = text.split(/[\n,;]+/).flatMap((line) => typedPhone(line.trim()) || []);
  const wrong = numbers.find((number) => !isPhone(number));
  return wrong === undefined ? [...new Set(numbers)] : `“${wrong}” is not a phone number.`;
}

/** Reads the lines. @returns the printed numbers, or the error of a line */
function readTargets(text: string, { locations, targets: before }: DniSettings): DniTarget[] | string {
  const printed = before.map(({ number }) => number);
  const targets: DniTarget[] = [];
  for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
    const [written = ''] = /^[+\d\s().–-]+/.exec(line.trim()) ?? [];
    const name = line.trim().slice(written.length);
    const location = locations.find(
      ({ location_id: id, name: called }) => isSameName(called, name) || isSameName(id, name),
    );
    const number = phoneFromField(written, location?.country, printed);
    if (!isPhone(number)) return `“${line.trim()}” does not start with a phone number.`;
    if (name.trim() !== '' && location === undefined) return `No location is named “${name.trim()}”.`;
    targets.push({ number, ...(location === undefined ? {} : { location_id: location.location_id }) });
  }
  return targets;
}
