/** The types of the company's settings, both in answers and in the database. */

/** The kinds of lead field. */
export const LEAD_FIELD_TYPES = [
  'text',
  'number',
  'dropdown',
  'date',
  'datetime',
  'multiselect',
  'currency',
  'url',
  'complex',
] as const;
export type LeadFieldType = (typeof LEAD_FIELD_TYPES)[number];

/** A custom field of the leads. */
export interface LeadField {
  /** `[a-z][a-z0-9_]*`. The type of a field with this name cannot change. */
  name: string;
  label: string;
  type: LeadFieldType;
  /** 1 allows a single value, n at most n values, 0 or less any number. */
  cardinality: number;
  sortable: boolean;
  /** Whether smart views count its values. */
  field_facet: boolean;
  pinned: boolean;
  print_lines: number;
  field_group: string;
  /** The values of a dropdown or multiselect field. */
  choices?: string[];
  /** The parts of a complex field. */
  sub_fields?: LeadSubField[];
}

/** A part of a complex field. */
export interface LeadSubField {
  name: string;
  label: string;
  type: Exclude<LeadFieldType, 'complex'>;
  sortable: boolean;
  /** Whether a short display shows only this part. */
  summary: boolean;
  field_facet: boolean;
  print_lines: number;
  /** The values of a dropdown or multiselect field. */
  choices?: string[];
}

/** A state of the leads; a new lead gets the first of the list. */
export interface LeadState {
  name: string;
  label: string;
  /** `#rrggbb` */
  color: string;
}

/** A group of users and leads. */
export interface LeadGroup {
  id: string;
  label: string;
  deletable: boolean;
  smart_view_id?: string;
}

/** A currency that amounts may be in. */
export interface Currency {
  name: string;
  /** ISO 4217, for instance EUR. */
  unit: string;
  /** May contain an HTML entity, for instance `&euro;`. */
  symbol: string;
  /** Units per 1 USD; USD itself has 1. */
  rate: number;
  show: boolean;
  company_default: boolean;
}

/** A text that people start from when they write to leads. */
export interface TextTemplate {
  name: string;
  /** With placeholders such as `{first_name}`, which the console fills in. */
  text: string;
}

/** The webhook to which notifications are delivered. */
export interface NotificationWebhook {
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64, as in Standard Webhooks. */
  secret: string;
}

/** The options of the company. */
export interface CompanyOptions {
  name: string;
  /** ISO 3166-1 alpha-2 code; the region of phone numbers without a country code. */
  default_region: string;
  /** How an upsert changes the source tags of a lead that it finds. */
  source_update: 'append' | 'overwrite' | 'keep_first' | 'prepend' | 'ignore';
  /** Whether create allows a lead with an identifier of another lead. */
  create_duplicates: 'allow' | 'reject';
  /** The lead that an upsert updates when e-mail and phone belong to different leads. */
  upsert_conflict: 'email_first' | 'phone_first' | 'reject';
  /** Leads of their group that agents see in addition to their own: the unassigned ones, or all. */
  group_visibility: 'unassigned' | 'all';
  /** First day of the week in relative ranges. */
  week_start: 'monday' | 'sunday' | 'saturday';
  /** IANA zone of the days of counts and reports; null for that of the default location. */
  time_zone: string | null;
  /** How soon a missed caller, a text and a form are to be answered. */
  answer_within_minutes: number;
  /** How long after its due time the managers hear of a reminder that nobody has done. */
  reminder_overdue_minutes: number;
  won: Won;
  /** Whether users must sign in with two factors. */
  two_factors_required: boolean;
  /** Whether users who read only may hear recordings and voicemails. */
  viewers_hear_recordings: boolean;
  /** What is written down: nothing, voicemails, or all that is recorded. */
  transcripts: 'off' | 'voicemails' | 'all';
  /** ISO 639-1; null if the engine is to find it out. */
  transcript_language: string | null;
  /** Most minutes that engines are given in a month. */
  transcript_minutes: number;
  notification_webhook: NotificationWebhook | null;
  /** Sites whose pages may read answers of the lead API (CORS). */
  cors_origins: string[];
  retention: Retention;
  outgoing: Outgoing;
}

/** When a lead is won, and what it is worth. */
export interface Won {
  /** Names of states. */
  states: string[];
  /** The lead field with the value of a lead; null if there is none. */
  value_field: string | null;
}

/** Limits of messages and calls: the countries, and the numbers in an hour. */
export interface Outgoing {
  /** ISO 3166-1 alpha-2 codes; null for the company's own country. */
  countries: string[] | null;
  texts_per_lead: number;
  texts_per_user: number;
  texts_per_company: number;
  /** Most calls in an hour to phones outside the company's own country. */
  calls_abroad_per_company: number;
}

/** How many days data is kept. */
export interface Retention {
  /** Removed leads, until they are erased. */
  removed_leads_days: number;
  /** Leads without changes, until they are removed; null for no limit. */
  idle_leads_days: number | null;
  /** Calls and messages without a lead: from withheld and blocked numbers and from the company's own users; null for no limit. */
  calls_without_lead_days: number | null;
  notifications_days: number;
  audit_days: number;
  /** Visits and taps, after the end of their month. */
  evidence_days: number;
}
