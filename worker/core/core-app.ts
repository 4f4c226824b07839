/** What the core is given: its bindings, and the company that it works on. */
import type { Account } from '../accounts/account.ts';
import type { BaseApp } from '../base-app.ts';
import type { Columns } from './columns/columns.ts';
import type { Database } from './database.ts';
import type { UserRecord } from './users/schema.ts';

/** The bindings, variables and secrets that the core uses; the Worker's `Env` has them all. */
export interface CoreEnv {
  /** Published settings and currency rates. */
  CACHE: KVNamespace;
  /** One Durable Object a sign-in e-mail address, named by the lower-cased address. */
  ACCOUNTS: DurableObjectNamespace<Account>;
  /** Secret of the operator, who may see and change the DNI settings. */
  OPERATOR_TOKEN?: string;
}

/** The company that the core's routes work on. */
export interface CompanyContext {
  companyId: string;
  database: Database;
  columns: Columns;
  /** Whether somebody made the company; an object that was only asked is none. */
  exists(): boolean;
  /** Sets the alarm to the next piece of background work; to be called after a write that makes some. */
  scheduleWork(): Promise<void>;
}

/** The user whose credentials came with the request. */
export type Caller = UserRecord;

/** The Hono environment inside a company's Durable Object; `caller` is set wherever `authenticate` stands before. */
export interface CoreApp extends BaseApp {
  Bindings: CoreEnv & { company: CompanyContext };
  Variables: BaseApp['Variables'] & { caller: Caller };
}
