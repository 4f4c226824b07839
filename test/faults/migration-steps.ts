/** The messages between a test and test/faults/migrations.ts. */

/** The steps for a database, in this order. */
export interface Step {
  /** Applies the first `upTo` migrations. */
  upTo: number;
  /** Starts from the first migration instead of the snapshot. */
  isStepped?: boolean;
  /** Appends SQL to the file of this number (from 1). */
  changed?: { number: number; append: string };
  /** SQL to run after the migrations. */
  run?: string;
  /** A query for the answer. */
  query?: string;
}

export interface StepAnswer {
  error?: string;
  rows: Record<string, string | number | null | ArrayBuffer>[];
  /** The number of migrations, including the later ones of the test. */
  known: number;
}
