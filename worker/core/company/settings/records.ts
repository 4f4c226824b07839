/** The company's settings: what they look like, on the wire and in the database alike. */

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
  /** `[a-z][a-z0-9_]*`; a field keeps its type. */
  name: string;
  label: string;
  type: LeadFieldType;
  /** 1: a single value; n: at most n; 0 or less: any number. */
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
  /** Whether the part stands for the whole in a short display. */
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
  /** May hold an HTML entity, for instance `&euro;`. */
  symbol: string;
  /** Units per 1 USD; USD itself has 1. */
  rate: number;
  show: boolean;
  company_default: boolean;
}

/** Where notifications are delivered to. */
export interface NotificationWebhook {
  url: string;
  /** `whsec_` and the base64 of 24 to 64 bytes, as in Standard Webhooks. */
  secret: string;
}

/** The options of the company. */
export interface CompanyOptions {
  name: string;
  /** ISO 3166-1 alpha-2; phone numbers without a country code are read in it. */
  default_region: string;
  /** What an upsert does with the source tags of a lead that it finds. */
  source_update: 'append' | 'overwrite' | 'keep_first' | 'prepend' | 'ignore';
  /** Whether create makes a lead whose identifier another lead has. */
  create_duplicates: 'allow' | 'reject';
  /** Which lead an upsert takes when e-mail and phone belong to different ones. */
  upsert_conflict: 'email_first' | 'phone_first' | 'reject';
  /** What an agent sees of their group besides their own leads: the unassigned ones, or all. */
  group_visibility: 'unassigned' | 'all';
  /** First day of the week in relative ranges. */
  week_start: 'monday' | 'sunday' | 'saturday';
  notification_webhook: NotificationWebhook | null;
  /** Sites whose pages may read answers of the lead API. */
  cors_origins: string[];
  retention: Retention;
  outgoing: Outgoing;
}

/** Where the company may write and ring, and how many texts it sends in an hour. */
export interface Outgoing {
  /** ISO 3166-1 alpha-2; null: the company's own country. */
  countries: string[] | null;
  texts_per_lead: number;
  texts_per_user: number;
  texts_per_company: number;
  /** Calls in an hour that ring phones outside the company's own country. */
  calls_abroad_per_company: number;
}

/** For how many days what is kept for a time is kept. */
export interface Retention {
  /** Removed leads, until they are erased. */
  removed_leads_days: number;
  /** Leads of which nothing changes, until they are removed; null: for ever. */
  idle_leads_days: number | null;
  /** Calls and texts that are no lead's: of withheld and blocked callers, and of the company's own people; null: for ever. */
  calls_without_lead_days: number | null;
  notifications_days: number;
  audit_days: number;
}
