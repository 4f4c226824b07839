/** The record of a form. */
import type { SpamReason } from '../../../shared/contact/outcomes.ts';
import type { Attribution } from '../../attribution/schema.ts';

/** A question of a form, and what the visitor answered. */
export interface FormAnswer {
  label: string;
  value: string;
}

/** What a form says. */
export interface FormContent {
  email: string | undefined;
  /** E.164. */
  phone: string | undefined;
  extension: string | undefined;
  name: string | undefined;
  answers: readonly FormAnswer[];
}

/** A form that a visitor has sent. Times are milliseconds since the epoch. */
export interface FormRecord {
  formId: string;
  /** Made in the browser. */
  submissionId: string;
  /** Tells the forms of a page apart. */
  form: string;
  page: string | null;
  source: string;
  sentTime: number;
  modificationTime: number;
  isConfirmed: boolean;
  /** Empty if it is no spam. */
  spam: SpamReason[];
  /** Whether it made its lead. */
  madeLead: boolean;
  /** Null for a form that is only counted. */
  eventId: string | null;
  /** The id of the visit, as the browser reported it. */
  visitId: string | null;
  attribution: Attribution | null;
  /** The company's number that the page showed, E.164; null if it is not known. */
  number: string | null;
}
