import type { App, Env } from '../env.ts';
import type { CompanyContext } from './company.ts';
import type { UserRecord } from './users/schema.ts';

/** The user whose credentials came with the request. */
export type Caller = UserRecord;

/** The Hono environment inside a company's Durable Object; `caller` is set wherever `authenticate` stands before. */
export interface CoreApp extends App {
  Bindings: Env & { company: CompanyContext & { exists(): boolean } };
  Variables: App['Variables'] & { caller: Caller };
}
