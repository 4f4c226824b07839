/** What can break. A resolver that hangs needs no entry: `GEO_URL` then points to a server that never answers. */
export type Fault =
  | 'kv-read'
  | 'kv-hang'
  | 'kv-write'
  /** A write that arrives when nobody waits for it any more. */
  | 'kv-late'
  | 'company'
  | 'company-hang'
  | 'company-overloaded'
  | 'rate-limit';
