/** Faults that a test can switch on. For a resolver that hangs, `GEO_URL` points to a server that never answers. */
export type Fault =
  | 'kv-read'
  | 'kv-hang'
  | 'kv-write'
  /** A write arrives when nobody waits for it any more. */
  | 'kv-late'
  /** KV goes on answering the first settings that were written. */
  | 'kv-settings-lag'
  | 'company'
  | 'company-hang'
  | 'company-overloaded'
  /** The company's database takes no new rows. */
  | 'company-full'
  /** A company's database has reached the limit for ordinary writes; room that is freed from now on can be used again. */
  | 'company-near-limit'
  /** Companies' objects have no room at the commit: the platform drops their answers and reports why. */
  | 'company-full-at-commit'
  /** The audit log takes no entries: the last statement of a write fails, after the change itself was made. */
  | 'audit-full'
  /** Companies that start have memory for a few columns of some thousand leads. */
  | 'little-memory'
  /** Companies cannot reach the accounts of addresses: never, or not after a change was made. */
  | 'account'
  | 'account-later'
  /** Accounts cannot reach companies. */
  | 'company-deaf'
  /** The company's object dies after it has claimed an address, or after it has saved the change. */
  | 'dies-claimed'
  | 'dies-saved'
  | 'rate-limit'
  | 'rate-limit-hang';

/** How often the Worker used its bindings since the last question. */
export interface Counts {
  /** KV reads and writes, by what the key begins with: `settings`, `answer`, `place`. */
  reads: Record<string, number>;
  writes: Record<string, number>;
  /** Calls of companies' objects, of any kind. */
  objects: number;
}

/** Settings for the requests that follow. */
export interface Conditions {
  faults?: Fault[];
  /** Milliseconds that the Worker's clock is ahead. */
  ahead?: number;
}
