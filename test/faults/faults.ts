/** Faults that a test can switch on. For a resolver that hangs, `GEO_URL` points to a server that never answers. */
export type Fault =
  | 'kv-read'
  | 'kv-hang'
  | 'kv-write'
  /** A write arrives after its timeout. */
  | 'kv-late'
  /** KV keeps returning the first version of the settings. */
  | 'kv-settings-lag'
  | 'company'
  | 'company-hang'
  | 'company-overloaded'
  /** The company's database refuses new rows. */
  | 'company-full'
  /** A company's database has reached the limit for ordinary writes. Space that is freed from now on can be used again. */
  | 'company-near-limit'
  /** Companies' objects have no space at the commit: the platform drops their answers and reports the reason. */
  | 'company-full-at-commit'
  /** The audit log refuses entries: the last statement of a write fails, after the change itself. */
  | 'audit-full'
  /** Companies that start have memory for a few columns of several thousand leads. */
  | 'little-memory'
  /** Companies cannot reach the accounts of addresses: never, or not after a change. */
  | 'account'
  | 'account-later'
  /** Accounts, the evidence of the months and the register of numbers cannot reach companies. */
  | 'company-deaf'
  /** The company's object dies after claiming an address, or after saving the change. */
  | 'dies-claimed'
  | 'dies-saved'
  /** Companies cannot reach the evidence of the months. */
  | 'evidence'
  /**
   * The register of numbers does what companies ask, but its answers to claims are lost, or those to what they hold come once the
   * fault is over.
   */
  | 'claim-lost'
  | 'keep-late'
  /** Pools answer nothing, or late. */
  | 'pool'
  | 'pool-hang'
  /** A pool's object dies when it is asked for a lease: before it has begun, or once it has written it. */
  | 'pool-dies'
  | 'pool-dies-writing'
  | 'rate-limit'
  | 'rate-limit-hang';

/** How often the Worker used its bindings since the last count. */
export interface Counts {
  /** KV reads and writes, by the prefix of the key: `settings`, `answer`, `place`. */
  reads: Record<string, number>;
  writes: Record<string, number>;
  /** Calls of companies' objects, of any kind. */
  objects: number;
}

/** The conditions of later requests. */
export interface Conditions {
  faults?: Fault[];
  /** Ids of companies that answer other companies nothing until later conditions; then they do what they were asked. */
  hanging?: string[];
  /** Milliseconds by which the Worker's clock is ahead. */
  ahead?: number;
}
