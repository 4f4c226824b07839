/** The types of the facts about ad platforms. */

/** A setting of a platform, a text unless `kind` says otherwise. */
export interface PlatformField {
  name: string;
  label: string;
  kind: 'text' | 'flag' | 'choice';
  isRequired: boolean;
  /** The allowed values of a choice, and otherwise the pattern of a text. */
  choices?: readonly string[];
  pattern?: RegExp;
  /** Says how to write the value. */
  hint: string;
}

export interface PlatformFacts {
  /** The platform's own name. */
  label: string;
  door: 'file' | 'sent';
  fields: readonly PlatformField[];
  /** The secret of the company that the platform needs; null without one. */
  secret: { label: string; pattern: RegExp; hint: string } | null;
  /** Click ids and other traces of the visit that the platform knows, by parameter or member of the visit. */
  traces: readonly Trace[];
  /** Whether hashed phone numbers and e-mail addresses may be sent. */
  takesContact: boolean;
  /** The oldest event that it takes, and the moment from which its age counts. */
  oldestMs: number;
  ageFrom: 'event' | 'click';
  /** Whether a later value under the same id replaces the first. */
  restates: boolean;
  /** How long after a request the platform says what became of it; null if it says it at once, or never. */
  saysAfterMs: number | null;
}

/** Something in a visit by which a platform recognizes it: a click id of the landing page, or one of the visit's ids. */
export type Trace =
  | { from: 'click_ids'; name: string; pattern: RegExp }
  | { from: 'ids'; name: 'fbc' | 'fbp' | 'ga_client_id'; pattern: RegExp };
