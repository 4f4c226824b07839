/**
 * Matches each pasted row to an existing entry of the settings, or makes a new one. Two rows never update the same
 * entry: rows that cannot be told apart are errors. Pure.
 */
import { formatPhone } from '../../../formats/phone.ts';
import {
  byKey,
  type DniLocation,
  type DniSettings,
  idFrom,
  isPool,
  type TrackingNumber,
  isSame,
} from '../../draft/dni-settings.ts';

/** An error of a row, with its column. */
export interface RowFault {
  column: string;
  detail: string;
}

/** A row as read, before it is compared with others. */
export interface ReadRow<Entry extends DniLocation | TrackingNumber = DniLocation | TrackingNumber> {
  /** The row number in the spreadsheet, from 1. */
  line: number;
  /** Identifies the row to the user. */
  title: string;
  /** `location_id` is empty for a location without an id. */
  entry: Entry;
  faults: readonly RowFault[];
}

/** The entry that a row becomes. */
export interface Match {
  entry: DniLocation | TrackingNumber;
  /** The key of the entry that the row updates; undefined for a new entry. */
  replaces: string | undefined;
  faults: readonly RowFault[];
  /** The earlier row that this one repeats. Repeated rows are skipped. */
  repeats?: number;
  /** Whether other rows or several existing locations have the same name. */
  sharesName?: true;
}

type LocationRow = ReadRow<DniLocation>;
type NumberRow = ReadRow<TrackingNumber>;

/**
 * Matches locations. A row with an id is the location with that id. A row without one is the location with its name. If
 * several have that name, it is the one at the same coordinates, or else a new one with a new id.
 */
export function matchLocations(rows: readonly LocationRow[], { locations }: DniSettings): Match[] {
  const known = new Set(locations.map(({ location_id: id }) => id));
  const byId = Map.groupBy(rows, ({ entry }) => entry.location_id);
  const byName = Map.groupBy(byId.get('') ?? [], ({ entry }) => plainName(entry));
  const free = Map.groupBy(
    locations.filter(({ location_id: id }) => !byId.has(id)),
    plainName,
  );
  const taken = new Set([...byId.keys(), ...known]);
  return rows.map((row): Match => {
    const { entry } = row;
    const id = entry.location_id;
    const alike = (id === '' ? byName.get(plainName(entry)) : byId.get(id)) ?? [];
    const twin = twinOf(row, id === '' ? alike.filter((other) => isSamePlace(other.entry, entry)) : alike);
    if (twin !== undefined) return twin;
    if (id !== '') return { entry, replaces: known.has(id) ? id : undefined, faults: [] };
    return matchByName(entry, {
      present: free.get(plainName(entry)) ?? [],
      isRepeated: alike.some((other) => !isSamePlace(other.entry, entry)),
      taken,
    });
  });
}

interface Namesakes {
  /** Existing locations with this name that no row names by id. */
  present: readonly DniLocation[];
  /** Whether other rows have the same name. */
  isRepeated: boolean;
  /** Ids in use; `matchByName` adds new ones. */
  taken: Set<string>;
}

function matchByName(entry: DniLocation, { present, isRepeated, taken }: Namesakes): Match {
  const isShared = isRepeated || present.length > 1;
  const shares = isShared ? { sharesName: true as const } : {};
  const [match, ...more] = isShared ? present.filter((other) => isSamePlace(other, entry)) : present;
  if (more.length > 0 || (match === undefined && present.length > 1 && !isRepeated)) {
    const detail = `Several locations are named “${entry.name}”. Add a column “id” to identify this one.`;
    return { entry, replaces: undefined, faults: [{ column: 'name', detail }] };
  }
  const id = match?.location_id ?? idFrom(entry.name, taken);
  taken.add(id);
  return { entry: { ...entry, location_id: id }, replaces: match?.location_id, faults: [], ...shares };
}

/**
 * Matches numbers. A row is the entry with its number and conditions. If the number occurs once in the table and once
 * in the settings, it is that entry. A number with several locations is an error, because it rings at one.
 */
export function matchNumbers(rows: readonly NumberRow[], { numbers }: DniSettings): Match[] {
  const keyed = [...byKey(numbers.filter((entry) => !isPool(entry)))];
  const listed = Map.groupBy(keyed, ([, { phone_number: number }]) => number);
  const byNumber = Map.groupBy(rows, ({ entry }) => entry.phone_number);
  const byVisits = Map.groupBy(rows, ({ entry }) => visitsOf(entry));
  // A row may move one that is there to other visits.
  const unmoved = Map.groupBy(
    keyed.map(([, entry]) => entry).filter(({ phone_number: number }) => !byNumber.has(number)),
    visitsOf,
  );
  const pools = numbers.filter(isPool);
  return rows.map((row): Match => {
    const { entry } = row;
    const pool = pools.find(({ phone_numbers: leased }) => leased.includes(entry.phone_number));
    if (pool !== undefined) {
      return refused(
        entry,
        `This number is in the pool “${pool.pool}”, which is edited in the list. Leave the row out.`,
      );
    }
    const visits = visitsOf(entry);
    const others = byNumber.get(entry.phone_number) ?? [];
    const present = listed.get(entry.phone_number) ?? [];
    const isAlike = ({ entry: other }: NumberRow): boolean => visitsOf(other) === visits;
    const twin = twinOf(row, others.filter(isAlike));
    if (twin !== undefined) return twin;
    const same = present.find(([, other]) => visitsOf(other) === visits);
    if (same !== undefined) return { entry, replaces: same[0], faults: [] };
    const elsewhere = others.filter((other) => other.entry.location_id !== entry.location_id);
    if (elsewhere.length > 0) {
      return refused(
        entry,
        `${linesOf([row, ...elsewhere])} give this number to different locations. A number can have only one location: keep one of the rows.`,
      );
    }
    const rival = rivalOf(row, byVisits.get(visits) ?? [], unmoved.get(visits)?.[0]);
    if (rival !== undefined) return refused(entry, rival);
    return others.length > 1 ? { entry, replaces: undefined, faults: [] } : matchByNumber(entry, present);
  });
}

/** @param present the entries of the list with this number */
function matchByNumber(entry: TrackingNumber, present: readonly (readonly [string, unknown])[]): Match {
  return present.length > 1
    ? refused(entry, `This number has ${present.length} entries in the list. Edit them there.`)
    : { entry, replaces: present[0]?.[0], faults: [] };
}

function refused(entry: TrackingNumber, detail: string): Match {
  return { entry, replaces: undefined, faults: [{ column: 'phone_number', detail }] };
}

/**
 * Tells why a second number for the same visits is refused: they would all see the first one.
 * @param rows those for these visits
 * @param present the number that these visits see so far
 */
function rivalOf(
  row: NumberRow,
  rows: readonly NumberRow[],
  present: TrackingNumber | undefined,
): string | undefined {
  const first = rows.find(({ entry }) => entry.phone_number !== row.entry.phone_number);
  const earlier = first && rows.indexOf(first) < rows.indexOf(row) ? first : undefined;
  const number = (earlier?.entry ?? present)?.phone_number;
  if (number === undefined) return undefined;
  const where = earlier === undefined ? 'in the list' : `in row ${earlier.line}`;
  return `${formatPhone(number)} ${where} is for the same visits, which can see only one of the two.`;
}

/** Returns the visits that see a number, as a text to compare. */
function visitsOf({ source, location_id: location, target }: TrackingNumber): string {
  return JSON.stringify([source, location, target]);
}

/**
 * Finds other rows for the same entry. An identical row is skipped; different rows are errors.
 * @param alike the rows for this entry
 */
function twinOf<Entry extends DniLocation | TrackingNumber>(
  row: ReadRow<Entry>,
  alike: readonly ReadRow<Entry>[],
): Match | undefined {
  const twins = alike.filter((other) => other !== row);
  if (twins.length === 0) return undefined;
  const { entry } = row;
  if (twins.every((other) => isSame(other.entry, entry))) {
    const first = twins.find(({ line }) => line < row.line);
    return first && { entry, replaces: undefined, faults: [], repeats: first.line };
  }
  const column = 'phone_number' in entry ? 'phone_number' : entry.location_id === '' ? 'name' : 'location_id';
  const what = {
    phone_number: 'number, source and location',
    name: 'name and coordinates',
    location_id: 'id',
  };
  const detail = `${linesOf([row, ...twins])} have the same ${what[column]} but differ otherwise. Keep one of them.`;
  return { entry, replaces: undefined, faults: [{ column, detail }] };
}

function plainName({ name }: DniLocation): string {
  return name.trim().toLowerCase();
}

function isSamePlace(left: DniLocation, right: DniLocation): boolean {
  return (
    Number(left.latitude) === Number(right.latitude) && Number(left.longitude) === Number(right.longitude)
  );
}

/** Lists rows: `Rows 2, 5 and 7`. */
function linesOf(rows: readonly { line: number }[]): string {
  const lines = [...new Set(rows.map(({ line }) => line))].toSorted((a, b) => a - b);
  if (lines.length === 1) return `Cells of row ${lines.join('')}`;
  return `Rows ${lines.slice(0, -1).join(', ')} and ${lines.at(-1) ?? ''}`;
}
