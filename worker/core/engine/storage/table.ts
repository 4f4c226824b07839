/** Tables whose columns are listed once: statements, bound values and the conversion of rows follow from the list. */
import type { Row, RowReader, SqlValue, StoredValue } from './rows.ts';

/** Marks a column that stores its member unchanged. */
export const AS_IS = 'as is';

/** Converts a member that SQLite cannot store unchanged. */
interface Conversion<Value> {
  /** The name of the column, if it is not the member's in snake case. */
  readonly column?: string;
  read(stored: StoredValue): Value;
  write(value: Value): SqlValue;
}

/** The column of each member; the column's name is the member's in snake case (`leadId`: `lead_id`). */
export type Columns<Item> = {
  readonly [Member in keyof Item]-?: [Item[Member]] extends [StoredValue]
    ? typeof AS_IS | Conversion<Item[Member]>
    : Conversion<Item[Member]>;
};

/** Stores a boolean as 0 or 1. */
export const FLAG: Conversion<boolean> = { read: (stored) => stored === 1, write: (value) => value };

/** Stores a member unchanged in a column of another name. */
export function inColumn<Value extends StoredValue>(column: string): Conversion<Value> {
  return { column, read: (stored) => stored as Value, write: (value) => value };
}

/** Stores a value as JSON. @param column the name of the column, if it is not the member's in snake case */
export function json<Value>(column?: string): Conversion<Value> {
  return {
    ...(column === undefined ? {} : { column }),
    read: (stored) => JSON.parse(stored as string) as Value,
    write: (value) => JSON.stringify(value),
  };
}

/** Stores a value as JSON, and null as NULL. @param column as of `json` */
export function nullableJson<Value>(column?: string): Conversion<Value | null> {
  const present = json<Value>(column);
  return {
    ...present,
    read: (stored) => (stored === null ? null : present.read(stored)),
    write: (value) => (value === null ? null : present.write(value)),
  };
}

/** Stores undefined as NULL. */
export function optional<Value extends StoredValue>(): Conversion<Value | undefined> {
  return {
    read: (stored) => (stored === null ? undefined : (stored as Value)),
    write: (value) => value ?? null,
  };
}

type Member<Item> = keyof Item & string;

/** A table whose rows are read and written as `Item`. Make its statements once, when the module is loaded. */
export class Table<Item extends object> {
  /** For a SELECT: every column under the name of its member. */
  readonly columns: string;
  readonly #name: string;
  readonly #members: readonly string[];
  readonly #conversions: ReadonlyMap<string, Conversion<unknown>>;

  constructor(name: string, columns: Columns<Item>) {
    const entries = Object.entries<typeof AS_IS | Conversion<unknown>>(columns);
    this.#name = name;
    this.#members = entries.map(([member]) => member);
    this.#conversions = new Map(
      entries.flatMap(([member, column]) => (column === AS_IS ? [] : [[member, column] as const])),
    );
    this.columns = this.#members.map((member) => `${name}.${this.#columnOf(member)} AS ${member}`).join(', ');
  }

  /** Returns the SELECT of whole items; `rest` is what follows the name of the table. */
  select(rest: string): string {
    return `SELECT ${this.columns} FROM ${this.#name} ${rest}`;
  }

  /** Returns the INSERT of an item, bound to `values(item)` and then to the values of the columns in `also`. */
  insert(...also: string[]): string {
    const names = [...this.#members.map((member) => this.#columnOf(member)), ...also];
    return `INSERT INTO ${this.#name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  }

  /** Returns the same INSERT with OR FAIL, for which SQLite copies no pages (docs/decisions/013). */
  insertOrFail(...also: string[]): string {
    return this.insert(...also).replace('INSERT', 'INSERT OR FAIL');
  }

  /** Returns an INSERT that changes the row with the same key instead, except its columns of the members in `keeps`. */
  upsert(key: readonly Member<Item>[], keeps: readonly Member<Item>[], ...also: string[]): string {
    const kept = new Set<string>([...key, ...keeps]);
    const changed = [
      ...this.#members.filter((member) => !kept.has(member)).map((member) => this.#columnOf(member)),
      ...also,
    ];
    const changes = changed.map((name) => `${name} = excluded.${name}`).join(', ');
    return `${this.insert(...also)} ON CONFLICT (${key.map((member) => this.#columnOf(member)).join(', ')}) DO UPDATE SET ${changes}`;
  }

  /** Returns the values of an item in the order of `insert`. */
  values(item: Item): SqlValue[] {
    return this.#members.map((member) => {
      const value = (item as Record<string, unknown>)[member];
      const conversion = this.#conversions.get(member);
      return conversion === undefined ? (value as SqlValue) : conversion.write(value);
    });
  }

  /** Returns the first item that a SELECT of `columns` finds, or undefined. */
  maybe(database: RowReader, sql: string, ...values: SqlValue[]): Item | undefined {
    const row = database.maybe(sql, ...values);
    return row && this.read(row);
  }

  /** Returns every item that a SELECT of `columns` finds. */
  all(database: RowReader, sql: string, ...values: SqlValue[]): Item[] {
    return database.all(sql, ...values).map((row) => this.read(row));
  }

  /** Turns a row of a SELECT of `columns` into an item, in place. Columns that were selected besides stay. */
  read<Selected extends Row>(row: Selected): Item & Selected {
    const item: Record<string, unknown> = row;
    for (const [member, conversion] of this.#conversions) {
      item[member] = conversion.read(row[member] ?? null);
    }
    return item as Item & Selected;
  }

  #columnOf(member: string): string {
    const column = this.#conversions.get(member)?.column;
    return column ?? member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
