/** One call of the core in progress: who makes it, when, and on which company. What the domain functions work with. */
import type { Actor } from './actors.ts';
import type { AuditEntry } from './audit-schema.ts';
import type { NewChange } from './stream-schema.ts';
import type { Memory } from './memory.ts';
import type { CompanyState } from './company-context.ts';

export interface RequestContext extends CompanyState {
  actor: Actor;
  /** The request's id, as in `X-Request-Id`; of work without a request one of its own. */
  requestId: string;
  /** Milliseconds since the epoch; one moment for everything that the call does. */
  now: number;
  /** `If-Match`: the version that the caller means to change; without it the last write wins. */
  ifMatch: string | undefined;
  /** What this call alone remembers, so that it reads it once. */
  seen: Memory<CompanyState>;
}

/**
 * A call that writes: it exists only within the transaction of `commit`, so a function that takes one cannot be called
 * outside of it.
 */
export interface WriteContext extends RequestContext {
  /**
   * Makes a part of the change wholly or, when it throws, not at all, with all that it would have told of itself. It is the
   * only way to take back a part: another one would leave in the stream changes that were not made.
   */
  attempt: <Result>(part: () => Result) => Result;
  /** Has the alarm look at the background work no later than `time`, once the change is saved. */
  wakeBy: (time: number) => void;
  /** Adds to the stream of changes; written with the change, in the order of the calls. */
  emit(change: NewChange): void;
  /** The ids of the leads that the changes so far are about. */
  toldLeads(): string[];
  /** Notes in the audit log who did this; written with the change. */
  audit(entry: AuditEntry): void;
}
