/** What can break. A resolver that hangs needs no entry: `GEO_URL` then points to a server that never answers. */
export type Fault =
  | 'kv-read'
  | 'kv-hang'
  | 'kv-write'
  /** A write that arrives when nobody waits for it any more. */
  | 'kv-late'
  /** KV goes on answering the first settings that were written. */
  | 'kv-settings-lag'
  | 'company'
  | 'company-hang'
  | 'company-overloaded'
  /** The company's database takes no new rows. */
  | 'company-full'
  /** There is no room for what companies' objects have written: the platform drops their answers and passes on why. */
  | 'company-full-at-commit'
  /** The audit log takes no entries: the last statement of a write fails, after the change itself was made. */
  | 'audit-full'
  /** Companies that wake up have memory for a few columns of some thousand leads. */
  | 'little-memory'
  /** The accounts of addresses, asked by companies: not there at all, or gone when a change has been made. */
  | 'account'
  | 'account-later'
  /** Companies, asked or told by an account. */
  | 'company-deaf'
  /** The company's object dies: once it has claimed an address, or once it has saved the change. */
  | 'dies-claimed'
  | 'dies-saved'
  | 'rate-limit'
  | 'rate-limit-hang';

/** What the Worker asked of its bindings since the last time this was asked. */
export interface Counts {
  /** KV reads and writes, by what the key begins with: `settings`, `answer`, `place`. */
  reads: Record<string, number>;
  writes: Record<string, number>;
  /** Calls of companies' objects, of any kind. */
  objects: number;
}

/** What is set for the requests that follow. */
export interface Conditions {
  faults?: Fault[];
  /** Milliseconds that the Worker's clock is ahead. */
  ahead?: number;
}
