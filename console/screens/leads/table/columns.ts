/** The columns of the list of leads, as the user chose them. This browser remembers the choice. */
import { signal } from '@preact/signals';
import { VISIT_LABELS, VISIT_MEMBERS, type VisitMember } from '../../../../worker/dni/pure/lead-visits.ts';
import type { LeadField } from '../../../api/company.ts';

const KEPT = 'leadline.columns';

/** The columns that every company has. The name is always the first column. */
const LABELS = {
  phone: 'Phone',
  email: 'E-mail',
  state: 'State',
  lead_source: 'Source',
  ...VISIT_LABELS,
  user_assigned: 'Assigned to',
  source_tags: 'Source tags',
  lead_creation_time: 'Created',
  lead_modification_time: 'Changed',
} as const;

export type OwnColumn = keyof typeof LABELS;

/** A column: one that every company has, or a field of the company. */
export type Column =
  | { id: OwnColumn; label: string; field?: never }
  | { id: string; label: string; field: LeadField };

/** Shown until the user chooses others, besides the pinned fields. The list is sorted by the last one. */
const DEFAULT: readonly string[] = [
  'phone',
  'state',
  'lead_source',
  'campaign_first',
  'user_assigned',
  'lead_modification_time',
];
/** The most pinned fields that have a column by themselves. */
const MAX_PINNED = 3;

const chosen = signal(recall());

/** Lists every column that may be chosen. */
export function allColumns(fields: readonly LeadField[]): Column[] {
  const own = Object.entries(LABELS).map(([id, label]): Column => ({ id: id as OwnColumn, label }));
  // Times are last, where people look for them.
  return [
    ...own.slice(0, -2),
    ...fields.map((field) => ({ id: `f.${field.name}`, label: field.label, field })),
    ...own.slice(-2),
  ];
}

/** Lists the columns that are shown. */
export function shownColumns(fields: readonly LeadField[]): Column[] {
  const pinned = fields.filter((field) => field.pinned).slice(0, MAX_PINNED);
  const shown = chosen.value ?? [...DEFAULT, ...pinned.map(({ name }) => `f.${name}`)];
  return allColumns(fields).filter(({ id }) => shown.includes(id));
}

/** Tells whether the user has chosen the columns. Then all are shown, whatever the width. */
export function areChosen(): boolean {
  return chosen.value !== undefined;
}

/** Changes the columns. @param ids undefined shows those that are shown to new users */
export function chooseColumns(ids: readonly string[] | undefined): void {
  chosen.value = ids;
  if (ids === undefined) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, ids.join(','));
}

/** Tells whether a column is one of the visits that led to a lead. */
export function isOfVisit(id: OwnColumn): id is VisitMember {
  return VISIT_MEMBERS.some((member) => member === id);
}

function recall(): readonly string[] | undefined {
  return localStorage.getItem(KEPT)?.split(',');
}
