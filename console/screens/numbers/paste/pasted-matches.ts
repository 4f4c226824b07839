/**
 * Matches each pasted row to an existing entry of the settings, or makes a new one. Two rows never update the same
 * entry: rows that cannot be told apart are errors. Pure.
 */
import { formatPhone } from '../../../formats/english.ts';
import {
  byKey,
  type DniLocation,
  type DniNumber,
  type DniSettings,
  idFrom,
  isPool,
  type TrackingNumber,
  isSame,
} from '../dni-settings.ts';

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
  const named = new Set(rows.map(({ entry }) => entry.location_id).filter((id) => id !== ''));
  const known = new Set(locations.map(({ location_id: id }) => id));
  const taken = new Set([...named, ...known]);
  const unnamed = rows.filter(({ entry }) => entry.location_id === '');
  const free = locations.filter(({ location_id: id }) => !named.has(id));
  return rows.map((row): Match => {
    const { entry } = row;
    const twin = twinOf(row, rows, isSameLocation);
    if (twin !== undefined) return twin;
    const id = entry.location_id;
    if (id !== '') return { entry, replaces: known.has(id) ? id : undefined, faults: [] };
    const isNamesake = ({ name }: DniLocation): boolean => isSameName(name, entry.name);
    const present = free.filter(isNamesake);
    const isRepeated = unnamed.filter((other) => isNamesake(other.entry)).length > 1;
    return matchByName(entry, { present, isRepeated, taken });
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
  const pools = numbers.filter(isPool);
  return rows.map((row): Match => {
    const { entry } = row;
    const pool = pools.find(({ phone_numbers: leased }) => leased.includes(entry.phone_number));
    if (pool !== undefined) {
      const detail = `This number is in the pool “${pool.pool}”, which is edited in the list. Leave the row out.`;
      return { entry, replaces: undefined, faults: [{ column: 'phone_number', detail }] };
    }
    const twin = twinOf(row, rows, hasSameConditions);
    if (twin !== undefined) return twin;
    const present = keyed.filter(([, { phone_number: number }]) => number === entry.phone_number);
    const same = present.find(([, other]) => hasSameConditions(other, entry));
    if (same !== undefined) return { entry, replaces: same[0], faults: [] };
    const others = rows.filter((other) => other.entry.phone_number === entry.phone_number);
    const elsewhere = others.filter((other) => other.entry.location_id !== entry.location_id);
    if (elsewhere.length > 0) {
      const detail = `${linesOf([row, ...elsewhere])} give this number to different locations. A number can have only one location: keep one of the rows.`;
      return { entry, replaces: undefined, faults: [{ column: 'phone_number', detail }] };
    }
    const rival = rivalOf(row, rows, numbers);
    if (rival.length > 0) return { entry, replaces: undefined, faults: rival };
    if (others.length > 1 || present.length === 0) return { entry, replaces: undefined, faults: [] };
    if (present.length === 1) return { entry, replaces: present[0]?.[0], faults: [] };
    const detail = `This number has ${present.length} entries in the list. Edit them there.`;
    return { entry, replaces: undefined, faults: [{ column: 'phone_number', detail }] };
  });
}

/** Refuses a second number for the same visits: they would all see the first one. */
function rivalOf(row: NumberRow, rows: readonly NumberRow[], numbers: readonly DniNumber[]): RowFault[] {
  const { entry } = row;
  const isRival = (other: DniNumber): other is TrackingNumber =>
    !isPool(other) && other.phone_number !== entry.phone_number && hasSameVisits(other, entry);
  const earlier = rows.slice(0, rows.indexOf(row)).find((other) => isRival(other.entry));
  const stated = new Set(rows.map(({ entry: { phone_number: number } }) => number));
  // A row may move one that is there to other visits.
  const present = numbers.filter(isRival).find(({ phone_number: number }) => !stated.has(number));
  const number = earlier?.entry.phone_number ?? present?.phone_number;
  if (number === undefined) return [];
  const where = earlier === undefined ? 'in the list' : `in row ${earlier.line}`;
  const detail = `${formatPhone(number)} ${where} is for the same visits, which can see only one of the two.`;
  return [{ column: 'phone_number', detail }];
}

function hasSameVisits(left: TrackingNumber, right: TrackingNumber): boolean {
  return (['source', 'location_id', 'target'] as const).every((member) => left[member] === right[member]);
}

/** Finds other rows for the same entry. An identical row is skipped; different rows are errors. */
function twinOf<Entry extends DniLocation | TrackingNumber>(
  row: ReadRow<Entry>,
  rows: readonly ReadRow<Entry>[],
  isOne: (left: Entry, right: Entry) => boolean,
): Match | undefined {
  const twins = rows.filter((other) => other !== row && isOne(other.entry, row.entry));
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

function isSameLocation(left: DniLocation, right: DniLocation): boolean {
  if (left.location_id !== '' || right.location_id !== '') return left.location_id === right.location_id;
  return isSameName(left.name, right.name) && isSamePlace(left, right);
}

function isSameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase();
}

function isSamePlace(left: DniLocation, right: DniLocation): boolean {
  return (
    Number(left.latitude) === Number(right.latitude) && Number(left.longitude) === Number(right.longitude)
  );
}

function hasSameConditions(left: TrackingNumber, right: TrackingNumber): boolean {
  const members = ['phone_number', 'source', 'location_id', 'target'] as const;
  return members.every((member) => left[member] === right[member]);
}

/** Lists rows: `Rows 2, 5 and 7`. */
function linesOf(rows: readonly { line: number }[]): string {
  const lines = [...new Set(rows.map(({ line }) => line))].toSorted((a, b) => a - b);
  if (lines.length === 1) return `Cells of row ${lines.join('')}`;
  return `Rows ${lines.slice(0, -1).join(', ')} and ${lines.at(-1) ?? ''}`;
}
