/** Reads the parameter `fields` and reduces leads to the members that it names. Pure. */
import { refuseFaults } from '../../../shared/http/problems.ts';
import { VISIT_MEMBERS } from '../../../dni/pure/lead-visits.ts';
import { FIELD_PREFIX } from './members.ts';

/** The members that a lead has in at least one of its forms. The id is always included. */
const MEMBERS = [
  'lead_id',
  'name',
  'source_tags',
  'tags',
  'emails',
  'phones',
  'aliases',
  'lead_source',
  ...VISIT_MEMBERS,
  'state',
  'assigned_to',
  'user_assigned_to',
  'lead_group',
  'lead_fields',
  'last_event_time',
  'lead_creation_time',
  'lead_modification_time',
  'allow_unmerge',
  'location_names',
  'match',
];

/** Reduces a lead to the members that were asked for. */
export type LeadPick = (lead: object) => object;

/**
 * Returns a function that picks the members that were asked for.
 * @param text names separated by commas, `lead_fields.<name>` for the company's own fields; undefined for all members
 * @param fields the company's own lead fields
 * @throws Problem `unknown_lead_field` for each name that no lead has
 */
export function readPick(text: string | undefined, fields: readonly { name: string }[]): LeadPick {
  if (text === undefined) return (lead) => lead;
  const names = new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const allowed = [...MEMBERS, ...fields.map(({ name }) => FIELD_PREFIX + name)];
  refuseFaults(
    [...names]
      .filter((name) => !allowed.includes(name))
      .map((name) => {
        const detail = `A lead has no member "${name.slice(0, 100)}".`;
        return { parameter: 'fields', code: 'unknown_lead_field', detail, allowed };
      }),
  );
  return (lead) => pickFrom(lead, names);
}

function pickFrom(lead: object, names: ReadonlySet<string>): object {
  const members = Object.entries(lead).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (name === 'lead_id' || names.has(name)) return [[name, value]];
    if (name !== 'lead_fields') return [];
    const wanted = Object.entries(value as object).filter(([field]) => names.has(FIELD_PREFIX + field));
    return wanted.length === 0 ? [] : [[name, Object.fromEntries(wanted)]];
  });
  return Object.fromEntries(members);
}
