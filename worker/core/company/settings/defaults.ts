/** The settings of a new company, so that its first lead has a state, a group and a currency. */
import type { CompanyOptions, Currency, LeadField, LeadGroup, LeadState } from './records.ts';

export const DEFAULT_OPTIONS: Omit<CompanyOptions, 'name' | 'default_region'> = {
  source_update: 'append',
  create_duplicates: 'allow',
  upsert_conflict: 'email_first',
  group_visibility: 'unassigned',
  week_start: 'monday',
  time_zone: null,
  answer_within_minutes: 30,
  reminder_overdue_minutes: 60,
  won: { states: ['closed_won'], value_field: null },
  two_factors_required: false,
  viewers_hear_recordings: false,
  transcripts: 'off',
  transcript_language: null,
  transcript_minutes: 1_000,
  notification_webhook: null,
  cors_origins: [],
  retention: {
    removed_leads_days: 30,
    idle_leads_days: null,
    calls_without_lead_days: 365,
    notifications_days: 90,
    audit_days: 365,
    evidence_days: 90,
  },
  outgoing: {
    countries: null,
    texts_per_lead: 30,
    texts_per_user: 100,
    texts_per_company: 1_000,
    calls_abroad_per_company: 300,
  },
};

export const DEFAULT_FIELDS: readonly LeadField[] = [];

export const DEFAULT_STATES: readonly LeadState[] = [
  { name: 'open', label: 'Open', color: '#3b82f6' },
  { name: 'contacted', label: 'Contacted', color: '#f59e0b' },
  { name: 'qualified', label: 'Qualified', color: '#10b981' },
  { name: 'unqualified', label: 'Unqualified', color: '#6b7280' },
  { name: 'closed_won', label: 'Closed won', color: '#15803d' },
  { name: 'closed_lost', label: 'Closed lost', color: '#b91c1c' },
];

export const DEFAULT_CURRENCIES: readonly Currency[] = [
  { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: true },
];

/** Returns the first group, in which all users are at first. It cannot be deleted. */
export function defaultGroups(): LeadGroup[] {
  return [{ id: crypto.randomUUID(), label: 'Default', deletable: false }];
}
