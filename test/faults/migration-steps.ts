/** How a test and test/faults/migrations.ts talk. */

/** What a test asks of a database, in this order. */
export interface Step {
  /** Applies the first `upTo` migrations. */
  upTo: number;
  /** A database without any is made at once, as that of a new company is. */
  atOnce?: boolean;
  /** Pretends that the file of this number (from 1) was edited. */
  edited?: number;
  /** SQL to run afterwards. */
  run?: string;
  /** A query whose rows are answered. */
  query?: string;
}

export interface StepAnswer {
  error?: string;
  rows: Record<string, string | number | null | ArrayBuffer>[];
  /** How many migrations this version of the product knows. */
  known: number;
}
