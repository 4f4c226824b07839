/** Records and bodies of data modules. */
import * as v from 'valibot';
import { coded, issuePath, nameSchema } from '../../shared/http/input.ts';
import type { FieldValue } from '../leads/record/answer-schema.ts';
import { choicesSchema, memberExactlyWhen, TYPES_WITH_CHOICES } from '../company/settings/field-schema.ts';
import { LEAD_FIELD_TYPES } from '../company/settings/records.ts';
import { identifierSchema, uniqueBy } from '../company/settings/schema.ts';
import { type RoleId, ROLE_IDS } from '../engine/context/actors.ts';

const MAX_FIELDS = 200;

/** Types that can be identifiers. */
const IDENTIFIER_TYPES: readonly unknown[] = ['text', 'number', 'url'];
/** Types that the server can generate: an increasing number, a UUID, the time of creation. */
const GENERATED_TYPES: readonly unknown[] = ['number', 'text', 'datetime'];

/** The names of a record's built-in members. */
const RESERVED = new Set(['record_id', 'adm_id', 'fields', 'created_time', 'modified_time', 'constructor']);

const customFieldSchema = v.pipe(
  v.strictObject({
    name: v.pipe(
      identifierSchema,
      v.check((name) => !RESERVED.has(name), 'This is the name of a built-in member of records.'),
    ),
    label: nameSchema,
    type: v.picklist(LEAD_FIELD_TYPES.filter((type) => type !== 'complex')),
    choices: v.exactOptional(choicesSchema),
    is_identifier: v.optional(v.boolean(), false),
    auto_generated: v.optional(v.boolean(), false),
  }),
  memberExactlyWhen('choices', (type) => TYPES_WITH_CHOICES.includes(type)),
  onlyForTypes('is_identifier', IDENTIFIER_TYPES),
  onlyForTypes('auto_generated', GENERATED_TYPES),
);

const i18nSchema = v.strictObject({
  lead_title_singular: v.optional(nameSchema),
  lead_sentence_singular: v.optional(nameSchema),
  lead_sentence_plural: v.optional(nameSchema),
  lead_title_plural: v.optional(nameSchema),
});

const rolesSchema = v.exactOptional(v.array(v.picklist(ROLE_IDS)));

const entries = {
  display_name: nameSchema,
  custom_fields: v.pipe(
    v.array(customFieldSchema),
    v.minLength(1),
    v.maxLength(MAX_FIELDS),
    uniqueBy('name'),
  ),
  i18n: i18nSchema,
  /** The roles that may read, create, and update or remove records. Super admins always may. */
  restrictions: v.strictObject({ read: rolesSchema, create: rolesSchema, update: rolesSchema }),
};

/** The body of `POST .../adms`. */
export const newModuleSchema = v.strictObject({
  ...entries,
  i18n: v.optional(entries.i18n, {}),
  restrictions: v.optional(entries.restrictions, {}),
});

/** The body of `POST .../adms/<uuid>/modify`: the members that change, each complete. */
export const moduleChangeSchema = v.partial(v.strictObject(entries));

export type NewModuleInput = v.InferOutput<typeof newModuleSchema>;
export type ModuleChangeInput = v.InferOutput<typeof moduleChangeSchema>;
export type CustomField = NewModuleInput['custom_fields'][number];

/** The actions that a restriction covers. */
export type RecordAction = 'read' | 'create' | 'update';

export interface ModuleRecord {
  admId: string;
  type: 'built-in' | 'custom';
  displayName: string;
  version: number;
  customFields: CustomField[];
  i18n: NewModuleInput['i18n'];
  restrictions: Partial<Record<RecordAction, RoleId[]>>;
  /** The type of every field name that was ever defined. */
  fieldTypes: Record<string, string>;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** The values of a record by field name; a field without a value is absent. */
export type RecordFields = Record<string, FieldValue[]>;

export interface DataRecord {
  recordNumber: number;
  recordId: string;
  admId: string;
  version: number;
  /** Milliseconds since the epoch, as is `modifiedTime`. */
  createdTime: number;
  modifiedTime: number;
  fields: RecordFields;
}

function onlyForTypes<Field extends { type: unknown }>(
  member: keyof Field & ('is_identifier' | 'auto_generated'),
  types: readonly unknown[],
): v.RawCheckAction<Field> {
  return v.rawCheck<Field>(({ dataset, addIssue }) => {
    const field = dataset.value as Partial<Field> | null;
    if (field?.[member] !== true || typeof field.type !== 'string' || types.includes(field.type)) return;
    addIssue({
      message: coded('invalid_choice', `${member} goes with ${types.join(', ')}.`),
      path: issuePath(field, [member]),
    });
  });
}
