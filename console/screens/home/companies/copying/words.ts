/** What is copied, and what became of it, in words. Pure. */
import type {
  CopyResultBody,
  SectionBody,
} from '../../../../../worker/core/reports/agency/copying/reference.ts';
import { plural } from '../../../../components/text/values.tsx';

export type SectionName = SectionBody['section'];

/** The kinds of settings, each with a hint where its name does not say enough. */
export const SECTION_NAMES: Readonly<Record<SectionName, readonly [name: string, hint?: string]>> = {
  states: ['States of leads'],
  fields: ['Fields of leads'],
  groups: ['Groups'],
  smart_views: ['Views of leads'],
  templates: ['Templates of texts'],
  sources: ['Sources', 'With the rules by which a visit gets them.'],
  calls: ['Rules for calls', 'Greetings, voicemail, recording. Not who rings.'],
  contact_rules: ['Rules on calls', 'Which tags, rating and value calls get.'],
  special_hours: ['Holidays and other special days'],
  currencies: ['Currencies', 'The main currency of each company stays.'],
  options: ['Options', 'Duplicates, what agents see, when a lead is won, limits of texts and calls.'],
  brand: ['Name and logo', 'What people see instead of “Leadline”.'],
  retention: ['How long data is kept', 'A shorter time deletes older data.'],
};

const REASONS: Readonly<Record<SectionBody['left'][number]['reason'], string>> = {
  has_number: 'it has a phone number in it',
  has_name: 'it names the company that it comes from',
  has_users: 'it is about certain people',
  other_type: 'a field there has this name and another type',
  not_there: 'it is about something that is not there',
  no_numbers: 'no numbers are set up there yet',
};

const NEW_FIRST = 'The order changes: new leads get the first state';

/** What becomes of a section, as lines of a list. */
export function linesOf({
  section,
  added,
  changed,
  kept,
  left,
  is_reordered: isReordered,
}: SectionBody): string[] {
  return [
    ...(added.length > 0 ? [`Added: ${added.map(readable).join(', ')}`] : []),
    ...changed.map(changeInWords),
    ...(isReordered ? [section === 'states' ? NEW_FIRST : 'The order changes'] : []),
    ...left.map(({ name, reason }) => `Not copied: ${readable(name)}, because ${REASONS[reason]}`),
    ...(kept.length > 0 ? [`Stays as it is: ${kept.map(readable).join(', ')}`] : []),
  ];
}

/** Says in a few words what became of a company, or what would. */
export function stateInWords({ status, sections, detail }: CopyResultBody): string {
  if (status === 'refused') return detail ?? 'Refused.';
  if (status === 'no_answer') return 'Did not answer within five seconds.';
  const count = (of: (section: SectionBody) => number): number =>
    sections.reduce((sum, section) => sum + of(section), 0);
  const parts = [
    [count(({ added }) => added.length), 'added'],
    [count(({ changed }) => changed.length), 'changed'],
    [count(({ left }) => left.length), 'not copied'],
  ] as const;
  const numbers = parts.flatMap(([number, what]) => (number === 0 ? [] : `${number} ${what}`)).join(', ');
  if (status === 'unchanged')
    return numbers === '' ? 'Has all of it already.' : `Nothing to change: ${numbers}.`;
  return `${numbers === '' ? 'The order changes' : numbers}.`;
}

function changeInWords({
  name,
  members,
  before,
  after,
  numbers = 0,
}: SectionBody['changed'][number]): string {
  const what =
    members === undefined
      ? `from ${valueInWords(before)} to ${valueInWords(after)}`
      : `(${members.map((member) => member.replaceAll('_', ' ')).join(', ')})`;
  const use =
    numbers === 0 ? '' : `; ${plural(numbers, 'number')} there ${numbers === 1 ? 'uses' : 'use'} it`;
  return `Changed: ${readable(name)} ${what}${use}`;
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? `“${readable(value)}”` : JSON.stringify(value);
}

/** The options whose names say too little. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  won: 'when a lead is won',
  outgoing: 'limits of texts and calls',
  source_update: 'sources of known leads',
  create_duplicates: 'duplicate leads',
  upsert_conflict: 'when two leads match',
  group_visibility: 'what agents see',
  week_start: 'first day of the week',
};

/** A name as people write it: `idle_leads_days` is the name of an option. */
function readable(name: string): string {
  const known = OPTION_NAMES[name];
  if (known !== undefined) return known;
  return /^[a-z]+(?:_[a-z]+)+$/.test(name) ? name.replaceAll('_', ' ') : name;
}
