/** Schema of the definitions of lead fields in a request. */
import * as v from 'valibot';
import { coded, issuePath, nameSchema } from '../../../shared/http/input.ts';
import { LEAD_FIELD_TYPES } from './records.ts';
import { identifierSchema, uniqueBy } from './schema.ts';

const MAX_FIELDS = 200;
const MAX_SUB_FIELDS = 50;
const MAX_CHOICES = 500;

/** Names that searches, merges, sorts and imports use for built-in members of leads. */
const RESERVED = new Set(
  `lead_id name email emails phone phones source_tags tags state lead_group assigned_to user_assigned lead_fields
   lead_creation_time lead_modification_time last_event_time location_names note email_message reminder`.split(
    /\s+/,
  ),
);

/** Types whose values come from a list. */
export const TYPES_WITH_CHOICES: readonly unknown[] = ['dropdown', 'multiselect'];

const printLinesSchema = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 1);
/** The values that a dropdown or multiselect field offers. */
export const choicesSchema = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200))),
  v.minLength(1),
  v.maxLength(MAX_CHOICES),
  v.check(
    (choices) => new Set(choices).size === choices.length,
    coded('duplicate_id', 'A choice is listed twice.'),
  ),
);

const subFieldSchema = v.pipe(
  v.strictObject({
    name: identifierSchema,
    label: nameSchema,
    type: v.picklist(LEAD_FIELD_TYPES.filter((type) => type !== 'complex')),
    sortable: v.optional(v.boolean(), false),
    summary: v.optional(v.boolean(), false),
    field_facet: v.optional(v.boolean(), false),
    print_lines: printLinesSchema,
    choices: v.exactOptional(choicesSchema),
  }),
  memberExactlyWhen('choices', (type) => TYPES_WITH_CHOICES.includes(type)),
);

const fieldSchema = v.pipe(
  v.strictObject({
    name: v.pipe(
      identifierSchema,
      v.check((name) => !RESERVED.has(name), 'This is the name of a built-in member of leads.'),
    ),
    label: nameSchema,
    type: v.picklist(LEAD_FIELD_TYPES),
    cardinality: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(1000)), 1),
    sortable: v.optional(v.boolean(), false),
    field_facet: v.optional(v.boolean(), false),
    pinned: v.optional(v.boolean(), false),
    print_lines: printLinesSchema,
    field_group: v.optional(v.pipe(v.string(), v.trim(), v.maxCodePoints(200)), ''),
    choices: v.exactOptional(choicesSchema),
    sub_fields: v.exactOptional(
      v.pipe(v.array(subFieldSchema), v.minLength(1), v.maxLength(MAX_SUB_FIELDS), uniqueBy('name')),
    ),
  }),
  memberExactlyWhen('choices', (type) => TYPES_WITH_CHOICES.includes(type)),
  memberExactlyWhen('sub_fields', (type) => type === 'complex'),
);

/** The body of `PUT .../lead_settings/fields`. */
export const fieldsSchema = v.pipe(v.array(fieldSchema), v.maxLength(MAX_FIELDS), uniqueBy('name'));

/** Reports a member that the field's type does not have, and the absence of one that it needs. */
export function memberExactlyWhen<Field extends { type: unknown }>(
  member: keyof Field & ('choices' | 'sub_fields'),
  isNeeded: (type: unknown) => boolean,
): v.RawCheckAction<Field> {
  return v.rawCheck<Field>(({ dataset, addIssue }) => {
    const field = dataset.value as Partial<Field> | null;
    if (typeof field !== 'object' || field === null || typeof field.type !== 'string') return;
    const path = issuePath(field, [member]);
    if (isNeeded(field.type) && field[member] === undefined) {
      addIssue({ message: coded('missing_parameter', `A ${field.type} field needs ${member}.`), path });
    }
    if (!isNeeded(field.type) && field[member] !== undefined) {
      addIssue({ message: coded('unknown_parameter', `A ${field.type} field has no ${member}.`), path });
    }
  });
}
