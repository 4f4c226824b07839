/** The messages between a test and test/faults/migrations.ts. */

/** What is done with a database, in this order. */
export interface Step {
  /** Applies the first `upTo` migrations. */
  upTo: number;
  /** Appends SQL to the file of this number (from 1). */
  changed?: { number: number; append: string };
  /** SQL to run afterwards. */
  run?: string;
  /** A query whose rows are answered. */
  query?: string;
}

export interface StepAnswer {
  error?: string;
  rows: Record<string, string | number | null | ArrayBuffer>[];
  /** How many migrations there are, the imagined later ones included. */
  known: number;
}
