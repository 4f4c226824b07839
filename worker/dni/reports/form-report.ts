/** The edge's reports to a company about forms that visitors have sent on its site. Plain data for RPC. */
import type { VisitTouch } from '../evidence.ts';
import type { Sender } from '../../shared/limits/networks.ts';

/** Longest label and longest value of a field, in characters; longer ones are cut. */
export const MAX_LABEL = 100;
export const MAX_VALUE = 2_000;
/** Most fields of a form that are read. */
export const MAX_FIELDS = 100;

/** A field of a form with the hints for its meaning, as the page has them. */
export interface FormField {
  label: string;
  value: string;
  /** The type of the input, for instance `tel`; `textarea` and `select` for those elements. */
  type: string;
  /** The last word of `autocomplete`, for instance `email`. */
  autocomplete: string;
  name: string;
}

/** A form that a visitor has sent. */
export interface FormReport {
  /** Made in the browser. A corrected form has the same one. */
  submissionId: string;
  /** The id of the stored visit. */
  visitId: string | null;
  /** Tells the forms of a page apart: its id or name. */
  form: string;
  /** The company's number that the page showed, E.164; null if it is not known. */
  number: string | null;
  /** Path of the page, without its query and personal parts. */
  page: string | null;
  /** Whether the page let the form go, or showed that it had arrived. */
  isConfirmed: boolean;
  /** Whether a field that visitors do not see was filled. */
  isTrapped: boolean;
  /** Milliseconds from the beginning of the page to the submission. */
  filledMs: number;
  /** Empty if the form has neither an e-mail address nor a phone number. */
  fields: readonly FormField[];
  source: string;
  /** The touch of the visit; null if the company keeps no visits. */
  touch: VisitTouch | null;
}

/** The methods of a company's object that forms need. */
export interface FormCompany {
  receiveForm(report: FormReport, sender: Sender): Promise<void> | void;
}
