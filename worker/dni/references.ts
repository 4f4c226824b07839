/** Checks across the DNI settings: ids that must exist, ids that must be unique, coordinates. Pure. */
import { isObject, pointerTo } from '../shared/http/input.ts';
import type { Fault, ProblemCode } from '../shared/http/problems.ts';
import { CHANNELS } from './pure/channels.ts';
import { findMisplacement } from './coordinates.ts';

/** Most names of parameters in all conditions of a company: each plan lists them. */
const MAX_PARAMETERS = 20;

type Keys = readonly (string | number)[];
/** An object that no schema has fully checked. */
type UncheckedObject = Record<string, unknown>;
type Report = (path: Keys, code: ProblemCode, detail: string, allowed?: readonly string[]) => void;

/**
 * Lists unknown and duplicate ids, and locations whose coordinates are certainly wrong. Accepts a document that failed
 * the schema, so that one answer lists the faults of both.
 */
export function referenceFaults(document: unknown): Fault[] {
  if (!isObject(document)) return [];
  const faults: Fault[] = [];
  const report: Report = (path, code, detail, allowed) =>
    void faults.push({ pointer: pointerTo(path), code, detail, ...(allowed && { allowed }) });
  const locations = objectsOf(document['locations']);
  reportDuplicates(locations, ['locations', 'location_id'], report);
  reportDuplicates(objectsOf(document['targets']), ['targets', 'number'], report);
  reportSameSources(objectsOf(document['sources']), report);
  reportDanglingLocations(document, locations, report);
  reportNumbers(document, report);
  reportPools(objectsOf(document['numbers']), report);
  reportRules(objectsOf(document['sources']), report);
  reportParameters(objectsOf(document['sources']), report);
  locations.forEach((location, index) => location && reportLocation(location, index, report));
  return faults;
}

/** Reads the position of a location for `findMisplacement`; undefined without valid coordinates. */
export function statedPosition(
  location: UncheckedObject,
): Parameters<typeof findMisplacement>[0] | undefined {
  const [latitude, longitude] = [degreesOf(location['latitude']), degreesOf(location['longitude'])];
  if (latitude === undefined || longitude === undefined) return undefined;
  // Out of range, which the schema reports.
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude, country: textOf(location['country']), state: textOf(location['state']) };
}

function reportLocation(location: UncheckedObject, index: number, report: Report): void {
  const hours = [location['hours'], location['special_hours']];
  const hasHours = hours.some((list) => Array.isArray(list) && list.length > 0);
  if (hasHours && !location['timezone']) {
    const detail = 'Set the time zone of the location; its opening hours need one.';
    report(['locations', index, 'timezone'], 'invalid_parameter', detail);
  }
  const place = statedPosition(location);
  const misplaced = place && findMisplacement(place);
  if (misplaced?.isMistaken === true) {
    report(['locations', index, 'latitude'], 'invalid_parameter', misplaced.detail);
  }
}

function reportDanglingLocations(
  document: UncheckedObject,
  locations: readonly (UncheckedObject | undefined)[],
  report: Report,
): void {
  const known = new Set(locations.map((location) => location?.['location_id']));
  const check = (id: unknown, path: Keys): void => {
    if (typeof id !== 'string' || known.has(id)) return;
    report(path, 'unknown_location', `There is no location "${id}".`);
  };
  check(document['default_location_id'], ['default_location_id']);
  for (const list of ['targets', 'numbers']) {
    objectsOf(document[list]).forEach((item, index) =>
      check(item?.['location_id'], [list, index, 'location_id']),
    );
  }
}

function reportNumbers(document: UncheckedObject, report: Report): void {
  const sources = [...CHANNELS, ...textsAt(document['sources'], 'name')];
  const targets = [textOf(document['default_number']), ...textsAt(document['targets'], 'number')];
  const [knownSources, knownTargets] = [new Set(sources), new Set(targets)];
  const seen = new Set<string>();
  objectsOf(document['numbers']).forEach((number, index) => {
    if (number === undefined) return;
    const { source, target, location_id: location } = number;
    if (typeof source === 'string' && !knownSources.has(source)) {
      const detail = `"${source}" is neither one of your sources nor a channel.`;
      report(['numbers', index, 'source'], 'invalid_choice', detail, sources);
    }
    if (typeof target === 'string' && !knownTargets.has(target)) {
      const detail = `"${target}" is not one of the targets.`;
      report(['numbers', index, 'target'], 'invalid_choice', detail, [...knownTargets]);
    }
    const conditions = JSON.stringify([source, location, target]);
    if (seen.has(conditions)) {
      const detail = 'An earlier number has the same conditions, so this one is never chosen.';
      report(['numbers', index], 'duplicate_id', detail);
    }
    seen.add(conditions);
  });
}

/** Reports numbers that would be leased by two pools, or twice by one: two visits would hold them. */
function reportPools(entries: readonly (UncheckedObject | undefined)[], report: Report): void {
  reportDuplicates(
    entries.map((entry) => (entry?.['pool'] === undefined ? undefined : entry)),
    ['numbers', 'pool'],
    report,
  );
  const pools = new Map<string, string>();
  entries.forEach((entry, index) => {
    const numbers = entry?.['phone_numbers'];
    if (!Array.isArray(numbers)) return;
    numbers.forEach((number: unknown, position) => {
      if (typeof number !== 'string') return;
      const other = pools.get(number);
      if (other === undefined) pools.set(number, textOf(entry?.['pool']));
      else
        report(
          ['numbers', index, 'phone_numbers', position],
          'duplicate_id',
          `The pool "${other}" already has this number.`,
        );
    });
  });
}

/** Reports rules for channels that do not exist. A pattern with `*` passes, as it may match several. */
function reportRules(rules: readonly (UncheckedObject | undefined)[], report: Report): void {
  rules.forEach((rule, index) => {
    const when = rule?.['when'];
    const channel = isObject(when) ? textOf(when['channel']).trim() : '';
    if (channel === '' || channel.includes('*')) return;
    if (CHANNELS.some((name) => name === channel.toLowerCase())) return;
    const detail = `There is no channel "${channel}".`;
    report(['sources', index, 'when', 'channel'], 'invalid_choice', detail, CHANNELS);
  });
}

/** Reports conditions with more names of parameters than a plan lists. */
function reportParameters(rules: readonly (UncheckedObject | undefined)[], report: Report): void {
  const names = new Set<string>();
  rules.forEach((rule, index) => {
    const when = rule?.['when'];
    const [name = ''] = isObject(when) ? textOf(when['parameter']).trim().toLowerCase().split('=', 1) : [];
    if (name === '' || names.has(name)) return;
    const detail = `Your sources ask for ${MAX_PARAMETERS} parameters already. Use one of them: ${[...names].join(', ')}.`;
    if (names.size >= MAX_PARAMETERS)
      report(['sources', index, 'when', 'parameter'], 'invalid_parameter', detail);
    else names.add(name);
  });
}

/** Reports sources with the name of an earlier one, whose visits could not be told apart. */
function reportSameSources(rules: readonly (UncheckedObject | undefined)[], report: Report): void {
  const seen = new Set<string>();
  rules.forEach((rule, index) => {
    const name = textOf(rule?.['name']).trim();
    if (name === '') return;
    const detail = `Another source is named “${name}” already. Give each a name of its own.`;
    if (seen.has(name)) report(['sources', index, 'name'], 'duplicate_id', detail);
    seen.add(name);
  });
}

function reportDuplicates(
  items: readonly (UncheckedObject | undefined)[],
  [list, member]: readonly [list: string, member: string],
  report: Report,
): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    const value = item?.[member];
    if (value === undefined) return;
    if (seen.has(value)) report([list, index, member], 'duplicate_id', `This ${member} is used twice.`);
    seen.add(value);
  });
}

/** Returns the objects of a list, and undefined for any other entry, so that indexes stay the same. */
function objectsOf(list: unknown): (UncheckedObject | undefined)[] {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : undefined)) : [];
}

function textsAt(list: unknown, member: string): string[] {
  return objectsOf(list).flatMap((item) => (typeof item?.[member] === 'string' ? [item[member]] : []));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function degreesOf(value: unknown): number | undefined {
  const degrees = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof degrees === 'number' && Number.isFinite(degrees) ? degrees : undefined;
}
