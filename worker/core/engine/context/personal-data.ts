/**
 * Personal data: what erasing a person means for a feature, and what the feature adds to the copy of a person's data. Features
 * state it in their manifests. `core/privacy` goes through all of them; it decides who may be erased and keeps the record of it.
 */
import type { Database } from '../storage/database.ts';
import type { RequestContext, WriteContext } from './request-context.ts';

/** The personal data of a feature. */
export interface PersonalData {
  ofLeads?: readonly LeadData[];
  ofUsers?: readonly UserData[];
  copied?: readonly CopiedData[];
}

/** Columns of the database, by table. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/**
 * The stages of erasing a lead. All of them are in one transaction; within a stage, the order is that of `features.ts`.
 * - `lead`: the lead's record, so that nothing after it finds the lead or indexes it again
 * - `related`: what is found by the lead's ids, its identifiers or its timeline
 * - `timeline`: the timeline, when nothing has to be found by it any more
 * - `indexes`: has the words of everything that was deleted cleared out of the full-text indexes
 */
export const ERASURE_STAGES = ['lead', 'related', 'timeline', 'indexes'] as const;

/** A person as a lead, together with the leads that were merged into it. */
export interface LeadSubject {
  leadId: string;
  leadNumber: number;
  /** The lead's phone numbers in E.164. */
  phones: readonly string[];
  /** Of the lead and of those merged into it. */
  leadIds: readonly string[];
  leadNumbers: readonly number[];
  /** The identifiers of all of them: lower-cased e-mail addresses, phone numbers. */
  keys: readonly string[];
}

/** Data about leads that a feature stores, and how it is deleted. */
export interface LeadData {
  /** The columns that can hold personal data. The test of the erasures finds a lead in each of them before, and in none after. */
  columns: Columns;
  /** `related` if absent. */
  stage?: (typeof ERASURE_STAGES)[number];
  /** Deletes the data. @returns the number of deleted records by kind, for the answer */
  erase(context: WriteContext, subject: LeadSubject): Readonly<Record<string, number>> | void;
}

/** The name of an erased user. */
export const ERASED_NAME = 'Erased user';

/** A user to be erased. */
export interface UserSubject {
  userId: string;
  /** Their address until now, in lower case. */
  email: string;
  /** Their names in the audit log, as the subject or the actor: `user:<id>`, and `key:<id>` for each of their keys, deleted ones too. */
  actors: readonly string[];
}

/** A stretch of the events of all timelines, from `start` to before `end`. */
export interface EventStretch {
  start: number;
  end: number;
  /** No stretch follows. */
  isLast: boolean;
}

/** Data about users that a feature stores, and how it is deleted. No feature may need another one's data for it. */
export interface UserData {
  /** The columns that can hold personal data. */
  columns: Columns;
  /** Deletes the data in the transaction of the erasure. */
  erase?(context: WriteContext, subject: UserSubject): void;
  /**
   * Deletes in the background what is too much for one transaction, or what the erasure itself writes. Called for each stretch of
   * the timelines; data that is not on timelines is deleted with the last one.
   */
  eraseLater?(database: Database, userId: string, stretch: EventStretch): void;
}

/** A list in the copy of a person's data. */
export interface CopiedData {
  /** Its member in the document; the feature's `answer-schema.ts` describes it (`copied`). */
  member: string;
  /** Reads the items, some at a time. */
  pages(context: RequestContext, subject: LeadSubject): Iterable<readonly unknown[]>;
}
