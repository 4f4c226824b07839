/** What the parts of the DNI settings say about each other: ids that must exist, ids that must be unique. Pure. */
import { coded, isObject, issuePath } from '../input.ts';
import { CHANNELS } from './channels.ts';

/** A fault at a path of the document, in the terms of a valibot `rawCheck`. */
type AddIssue = (issue: { message: string; path: ReturnType<typeof issuePath> }) => void;
type Keys = Parameters<typeof issuePath>[1];

/** The document with whatever parts are sound so far; nothing about it is trusted yet. */
type Loose = Record<string, unknown>;

/**
 * Reports every dangling or doubled id through `addIssue`. Takes a document of which other checks may have failed, so
 * that one answer lists the faults of both.
 */
export function checkReferences(document: unknown, addIssue: AddIssue): void {
  if (!isObject(document)) return;
  const locations = objectsOf(document['locations']);
  const report = (path: Keys, message: string): void => {
    addIssue({ message, path: issuePath(document, path) });
  };
  reportDoubles(locations, 'location_id', (index) =>
    report(['locations', index, 'location_id'], doubled('location_id')),
  );
  reportDoubles(objectsOf(document['targets']), 'number', (index) =>
    report(['targets', index, 'number'], doubled('target number')),
  );
  reportDoubles(objectsOf(document['sources']), 'name', (index) =>
    report(['sources', index, 'name'], doubled('source name')),
  );
  reportDanglingLocations(document, locations, report);
  reportNumbers(document, report);
  locations.forEach((location, index) => {
    if (location === undefined || !Array.isArray(location['hours']) || location['hours'].length === 0) return;
    if (!location['timezone'])
      report(['locations', index, 'timezone'], 'Opening hours need the time zone they are in.');
  });
}

function reportDanglingLocations(
  document: Loose,
  locations: readonly (Loose | undefined)[],
  report: (path: Keys, message: string) => void,
): void {
  const known = new Set(locations.map((location) => location?.['location_id']));
  const check = (id: unknown, path: Keys): void => {
    if (typeof id !== 'string' || known.has(id)) return;
    report(path, coded('unknown_location', `No location has the id "${id}".`));
  };
  check(document['default_location_id'], ['default_location_id']);
  for (const list of ['targets', 'numbers']) {
    objectsOf(document[list]).forEach((item, index) =>
      check(item?.['location_id'], [list, index, 'location_id']),
    );
  }
}

function reportNumbers(document: Loose, report: (path: Keys, message: string) => void): void {
  const sources = new Set<unknown>([
    ...CHANNELS,
    ...objectsOf(document['sources']).map((rule) => rule?.['name']),
  ]);
  const targets = new Set<unknown>([
    document['default_number'],
    ...objectsOf(document['targets']).map((target) => target?.['number']),
  ]);
  const seen = new Set<string>();
  objectsOf(document['numbers']).forEach((number, index) => {
    if (number === undefined) return;
    if (typeof number['source'] === 'string' && !sources.has(number['source'])) {
      report(
        ['numbers', index, 'source'],
        coded(
          'invalid_choice',
          `"${number['source']}" is neither a channel nor the name of a rule in sources.`,
        ),
      );
    }
    if (typeof number['target'] === 'string' && !targets.has(number['target'])) {
      report(
        ['numbers', index, 'target'],
        coded('invalid_choice', `"${number['target']}" is not one of the targets.`),
      );
    }
    const conditions = JSON.stringify([number['source'], number['location_id'], number['target']]);
    if (seen.has(conditions)) {
      report(
        ['numbers', index],
        coded('duplicate_id', 'An earlier number has the same conditions, so this one is never chosen.'),
      );
    }
    seen.add(conditions);
  });
}

function reportDoubles(
  items: readonly (Loose | undefined)[],
  member: string,
  report: (index: number) => void,
): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    const value = item?.[member];
    if (value === undefined) return;
    if (seen.has(value)) report(index);
    seen.add(value);
  });
}

function doubled(what: string): string {
  return coded('duplicate_id', `This ${what} is used twice.`);
}

/** The members of a list, with a hole where a member is no object, so that the indexes stay true. */
function objectsOf(list: unknown): (Loose | undefined)[] {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : undefined)) : [];
}
