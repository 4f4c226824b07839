/** What can break. A resolver that hangs needs no entry: `GEO_URL` then points to a server that never answers. */
export type Fault = 'kv-read' | 'kv-hang' | 'kv-write' | 'company' | 'company-hang' | 'rate-limit';
