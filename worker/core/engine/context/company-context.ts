/** What the core is given: its bindings, and the company that it works on. */
import type { Account } from '../../../accounts/account.ts';
import type { BaseApp } from '../../../shared/http/base-app.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { Actor } from './actors.ts';
import type { RecentNotes } from './recent-notes.ts';
import type { Database } from '../storage/database.ts';
import type { Memory } from './memory.ts';
import type { OtherCompanies } from '../../../accounts/other-companies.ts';
import type { RequestLimits } from './request-limits.ts';

/** The bindings, variables and secrets that the core uses; the Worker's `Env` has them all. */
export interface CoreEnv {
  /** Published settings and currency rates. */
  CACHE: KVNamespace;
  /** One Durable Object a sign-in e-mail address, named by the lower-cased address. */
  ACCOUNTS: DurableObjectNamespace<Account>;
  /** The companies, named by their UUID; the core asks others only for the people whom they share. */
  COMPANIES: OtherCompanies;
  /** Secret of the operator, who may see and change the DNI settings. */
  OPERATOR_TOKEN?: string;
  /** Where carriers reach this deployment; unset: where the request came in. */
  PUBLIC_URL?: string;
  /** Requests that one caller may make a minute; unset: 12,000. */
  REQUESTS_PER_MINUTE?: string;
  /** `allowed` on a developer's machine: webhooks may then be at addresses of that machine, and http. Unset: public ones only. */
  PRIVATE_ADDRESSES?: string;
}

/** What a company's object holds: its database, and what is remembered of it. */
export interface CompanyState {
  companyId: string;
  database: Database;
  /** What is remembered of the database, a part for each feature that wants one. */
  memory: Memory<CompanyState>;
}

/** The company that the core's routes work on. */
export interface CompanyContext extends CompanyState {
  /** What was refused and exported lately, so that the audit log has a bounded number of notes of each caller. */
  readonly refusals: RecentNotes;
  readonly exports: RecentNotes;
  /** The writes with an Idempotency-Key that are under way. */
  readonly runningWrites: Set<string>;
  /** How many requests each caller has made lately. */
  readonly requestLimits: RequestLimits;
  /** Whether somebody made the company; an object that was only asked is none. */
  exists(): boolean;
  /**
   * Has the alarm look at the background work no later than `time`, in milliseconds since the epoch. `commit` calls this
   * for the changes that asked for it.
   */
  wakeBy(time: number): void;
  /**
   * Lets requests go first: to be awaited between the steps of background work. Waits for searches and views that are
   * under way, for half a second at the most.
   */
  giveWay(): Promise<void>;
}

/** The Hono environment inside a company's Durable Object; `actor` is set wherever `authenticate` stands before. */
export interface CoreApp extends BaseApp {
  Bindings: CoreEnv & { company: CompanyContext };
  Variables: BaseApp['Variables'] & { actor: Actor };
}

/** Which addresses this deployment may send to. */
export function addressRules({
  PRIVATE_ADDRESSES: allowed,
}: Pick<CoreEnv, 'PRIVATE_ADDRESSES'>): AddressRules {
  return { mayBePrivate: allowed === 'allowed' };
}
