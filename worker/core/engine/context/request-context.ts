/** The context of a request in progress, for the domain functions: actor, time, company. */
import type { Actor } from './actors.ts';
import type { AuditEntry } from './audit-schema.ts';
import type { NewChange } from './stream-schema.ts';
import type { Memory } from './memory.ts';
import type { CompanyState } from './company-context.ts';

export interface RequestContext extends CompanyState {
  actor: Actor;
  /** The request's id, as in `X-Request-Id`; background work has an id of its own. */
  requestId: string;
  /** Milliseconds since the epoch; the same throughout the request. */
  now: number;
  /** `If-Match`: the version that the caller wants to change. Without it, the last write wins. */
  ifMatch: string | undefined;
  /** Whether the actor may only read: then `commit` refuses every change. */
  isReadOnly: boolean;
  /** The memory of this request, so that it reads each record once. */
  seen: Memory<CompanyState>;
}

/**
 * The context of a write. It exists only inside the transaction of `commit`, so a function that takes one cannot be called
 * elsewhere.
 */
export interface WriteContext extends RequestContext {
  /**
   * Makes a part of the change, and rolls it back if it throws, together with its reports. Any other way to undo a part would
   * leave its changes in the stream.
   */
  attempt: <Result>(part: () => Result) => Result;
  /** Schedules the alarm for `time` at the latest, once the change is saved. */
  wakeBy: (time: number) => void;
  /** Adds an entry to the stream, written with the change in the order of these calls. */
  emit(change: NewChange): void;
  /** Tells the open consoles of a user, once the change is saved, that the user's notifications have changed. */
  notify(userId: string): void;
  /** Has the open consoles read a lead again, once the change is saved, without an entry in the stream. */
  hint(leadId: string): void;
  /** Returns the ids of the leads in the changes that were reported so far. */
  reportedLeads(): string[];
  /** Adds an entry to the audit log, written with the change. */
  audit(entry: AuditEntry): void;
}
