/** The environment of the core: its bindings, and the company that it works on. */
import type { Account } from '../../../accounts/account.ts';
import type { ErasablePool } from '../../../dni/pools.ts';
import type { EvidenceObject } from '../../../dni/evidence.ts';
import type { NumberHolders } from '../../../shared/contact/number-holders.ts';
import type { BaseApp } from '../../../shared/http/base-app.ts';
import type { MailEnv } from '../../../shared/mail/mail.ts';
import type { SpeechEnv } from '../../../shared/speech/speech.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { Actor } from './actors.ts';
import type { RecentEntries } from './recent-entries.ts';
import type { Database } from '../storage/database.ts';
import type { Memory } from './memory.ts';
import type { OtherCompanies } from '../../../accounts/other-companies.ts';
import type { RequestLimits } from './request-limits.ts';

/** The bindings, variables and secrets that the core uses; the Worker's `Env` extends this interface. */
export interface CoreEnv extends MailEnv, SpeechEnv {
  /** Published settings and currency rates. */
  CACHE: KVNamespace;
  /** One Durable Object for each sign-in e-mail address, named by the lower-cased address. */
  ACCOUNTS: DurableObjectNamespace<Account>;
  /** The pools of tracking numbers, named by `poolKey`. An erasure of the company empties its pools. */
  POOLS: { getByName(name: string): ErasablePool };
  /** The companies, named by their UUID. The core calls other companies only about users whom they share. */
  COMPANIES: OtherCompanies;
  /** What is kept of the visits of a company's month (`evidenceName`). */
  EVIDENCE: { getByName(name: string): EvidenceObject };
  /** The register of the numbers that companies hold (`REGISTER`). */
  NUMBERS: { getByName(name: string): NumberHolders };
  /** Secret of the operator, who may read and change the DNI settings. */
  OPERATOR_TOKEN?: string;
  /** The address at which carriers reach this deployment; by default the address of the request. */
  PUBLIC_URL?: string;
  /** Requests that one caller may make in a minute; 12,000 by default. */
  REQUESTS_PER_MINUTE?: string;
  /**
   * `allowed` on a developer's machine: webhooks may then use addresses of that machine, and http. By default only public
   * addresses.
   */
  PRIVATE_ADDRESSES?: string;
}

/** The state of a company's object: its database and its memory. */
export interface CompanyState {
  companyId: string;
  database: Database;
  /** The memory of the object, with a part for each feature that needs one. */
  memory: Memory<CompanyState>;
}

/** The WebSockets of a company's object. The platform keeps them open while the object sleeps. */
export type Sockets = Pick<
  DurableObjectState,
  'acceptWebSocket' | 'getWebSockets' | 'setWebSocketAutoResponse' | 'getWebSocketAutoResponseTimestamp'
>;

/** The company that the core's routes work on. */
export interface CompanyContext extends CompanyState {
  /** Recent refusals and exports, which bound the number of audit entries for each caller. */
  readonly refusals: RecentEntries;
  readonly exports: RecentEntries;
  /** The running writes with an Idempotency-Key. */
  readonly runningWrites: Set<string>;
  /** The recent requests of each caller. */
  readonly requestLimits: RequestLimits;
  /** Tells whether the company was created. An object that only got requests is not a company. */
  exists(): boolean;
  /**
   * Sets the alarm for background work to `time`, in milliseconds since the epoch, or earlier. `commit` calls this for changes
   * that need it.
   */
  wakeBy(time: number): void;
  /**
   * Lets requests run first. Background work awaits this between its steps. Waits at most half a second for running searches and
   * views.
   */
  giveWay(): Promise<void>;
}

/**
 * The company's object itself, for the methods of features. The functions are fields of the object and not methods, so nobody can
 * call them from outside.
 */
export interface CompanyObject extends CompanyContext {
  readonly bindings: CoreApp['Bindings'];
  readonly sockets: Sockets;
  /** Does work while other requests wait. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Creates the tables, or updates them. */
  readonly createTables: () => void;
  /** Deletes the database, and ends the object. */
  readonly deleteAll: () => Promise<void>;
}

/** The Hono environment inside a company's Durable Object; `actor` is set by `authenticate`. */
export interface CoreApp extends BaseApp {
  Bindings: CoreEnv & { company: CompanyContext };
  Variables: BaseApp['Variables'] & { actor: Actor };
}

/** Returns the rules for addresses to which this deployment may send. */
export function addressRules({
  PRIVATE_ADDRESSES: allowed,
}: Pick<CoreEnv, 'PRIVATE_ADDRESSES'>): AddressRules {
  return { mayBePrivate: allowed === 'allowed' };
}
