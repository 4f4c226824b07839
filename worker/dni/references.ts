/** What the parts of the DNI settings say about each other: ids that must exist, ids that must be unique, places. Pure. */
import { isObject, pointerTo } from '../shared/http/input.ts';
import type { Fault, ProblemCode } from '../shared/http/problems.ts';
import { CHANNELS } from './pure/channels.ts';
import { misplacement } from './coordinates.ts';

type Keys = readonly (string | number)[];
/** A document that no schema has checked as a whole. */
type Loose = Record<string, unknown>;
type Report = (path: Keys, code: ProblemCode, detail: string, allowed?: readonly string[]) => void;

/**
 * Every dangling or doubled id, and every location that lies elsewhere than it says. Takes a document of which other checks
 * may have failed, so that one answer lists the faults of both.
 */
export function referenceFaults(document: unknown): Fault[] {
  if (!isObject(document)) return [];
  const faults: Fault[] = [];
  const report: Report = (path, code, detail, allowed) =>
    void faults.push({ pointer: pointerTo(path), code, detail, ...(allowed && { allowed }) });
  const locations = objectsOf(document['locations']);
  reportDoubles(locations, ['locations', 'location_id'], report);
  reportDoubles(objectsOf(document['targets']), ['targets', 'number'], report);
  reportDoubles(objectsOf(document['sources']), ['sources', 'name'], report);
  reportDanglingLocations(document, locations, report);
  reportNumbers(document, report);
  reportRules(objectsOf(document['sources']), report);
  locations.forEach((location, index) => location && reportLocation(location, index, report));
  return faults;
}

/** A location as `misplacement` takes it; undefined when it does not say where it is. */
export function saidPlace(location: Loose): Parameters<typeof misplacement>[0] | undefined {
  const [latitude, longitude] = [degreesOf(location['latitude']), degreesOf(location['longitude'])];
  if (latitude === undefined || longitude === undefined) return undefined;
  // These are no coordinates, which is a fault that the schema reports.
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude, country: textOf(location['country']), state: textOf(location['state']) };
}

function reportLocation(location: Loose, index: number, report: Report): void {
  const hours = location['hours'];
  if (Array.isArray(hours) && hours.length > 0 && !location['timezone']) {
    const detail = 'Opening hours need the time zone they are in.';
    report(['locations', index, 'timezone'], 'invalid_parameter', detail);
  }
  const place = saidPlace(location);
  const misplaced = place && misplacement(place);
  if (misplaced?.isMistaken === true) {
    report(['locations', index, 'latitude'], 'invalid_parameter', misplaced.detail);
  }
}

function reportDanglingLocations(
  document: Loose,
  locations: readonly (Loose | undefined)[],
  report: Report,
): void {
  const known = new Set(locations.map((location) => location?.['location_id']));
  const check = (id: unknown, path: Keys): void => {
    if (typeof id !== 'string' || known.has(id)) return;
    report(path, 'unknown_location', `No location has the id "${id}".`);
  };
  check(document['default_location_id'], ['default_location_id']);
  for (const list of ['targets', 'numbers']) {
    objectsOf(document[list]).forEach((item, index) =>
      check(item?.['location_id'], [list, index, 'location_id']),
    );
  }
}

function reportNumbers(document: Loose, report: Report): void {
  const sources = [...CHANNELS, ...textsAt(document['sources'], 'name')];
  const targets = [textOf(document['default_number']), ...textsAt(document['targets'], 'number')];
  const [knownSources, knownTargets] = [new Set(sources), new Set(targets)];
  const seen = new Set<string>();
  objectsOf(document['numbers']).forEach((number, index) => {
    if (number === undefined) return;
    const { source, target, location_id: location } = number;
    if (typeof source === 'string' && !knownSources.has(source)) {
      const detail = `"${source}" is neither a channel nor the name of a rule in sources.`;
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

/** Reports rules on channels that do not exist, which no visit could meet; a pattern with `*` may stand for several. */
function reportRules(rules: readonly (Loose | undefined)[], report: Report): void {
  rules.forEach((rule, index) => {
    const when = rule?.['when'];
    const channel = isObject(when) ? textOf(when['channel']).trim() : '';
    if (channel === '' || channel.includes('*')) return;
    if (CHANNELS.some((name) => name === channel.toLowerCase())) return;
    const detail = `There is no channel "${channel}".`;
    report(['sources', index, 'when', 'channel'], 'invalid_choice', detail, CHANNELS);
  });
}

function reportDoubles(
  items: readonly (Loose | undefined)[],
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

/** The members of a list, with a hole where a member is no object, so that the indexes stay true. */
function objectsOf(list: unknown): (Loose | undefined)[] {
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
