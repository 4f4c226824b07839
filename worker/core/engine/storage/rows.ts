/** What goes into SQLite and comes out of it. Pure. */

/** A value as SQLite returns it. */
export type StoredValue = string | number | null | ArrayBuffer;

/** A value that SQLite stores; booleans are bound as 0 and 1, because the platform would bind them as text. */
export type SqlValue = StoredValue | boolean;

/** A row as SQLite returns it. */
export type Row = Record<string, StoredValue>;

/** Reads rows of a database. */
export interface RowReader {
  /** Returns the first row of the result, or undefined. */
  maybe<Result extends Row>(sql: string, ...values: SqlValue[]): Result | undefined;
  /** Returns every row of the result. */
  all<Result extends Row>(sql: string, ...values: SqlValue[]): Result[];
}
