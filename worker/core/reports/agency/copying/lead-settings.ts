/** The settings of leads, and the options of the company. */
import { parse } from '../../../../shared/http/input.ts';
import { fieldsSchema } from '../../../company/settings/field-schema.ts';
import type {
  CompanyOptions,
  Currency,
  LeadField,
  LeadGroup,
  LeadSubField,
} from '../../../company/settings/records.ts';
import {
  readFieldTypes,
  replaceFields,
  replaceGroups,
  replaceOptions,
  reportReplaced,
} from '../../../company/settings/replacements.ts';
import {
  currenciesSchema,
  groupsSchema,
  statesSchema,
  templatesSchema,
} from '../../../company/settings/schema.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { reasonAgainstText, withKeys } from './plans.ts';
import { itemsOf, membersOf, type Section, valuesOf } from './section.ts';

/** The options that are the same in all companies of an agency. The others are about the company itself, its sites or its sign-ins. */
const OPTIONS = [
  'source_update',
  'create_duplicates',
  'upsert_conflict',
  'group_visibility',
  'week_start',
  'answer_within_minutes',
  'reminder_overdue_minutes',
  'won',
  'viewers_hear_recordings',
  'transcripts',
  'transcript_language',
  'transcript_minutes',
  'outgoing',
] as const satisfies (keyof CompanyOptions)[];

export const options: Section = {
  read: (company) => {
    const all = settingsOf(company).options();
    return OPTIONS.map((key) => ({ key, label: key, value: all[key] }));
  },
  save: (context, items) => saveOptions(context, membersOf(items)),
};

export const retention: Section = {
  read: (company) => itemsOf(settingsOf(company).options().retention),
  save: (context, items) =>
    saveOptions(context, { retention: membersOf(items) as unknown as CompanyOptions['retention'] }),
};

export const fields: Section = {
  isOrdered: true,
  read: (company) =>
    settingsOf(company)
      .fields()
      .map((field) => ({ key: field.name, label: field.label, value: field })),
  merge: (given, own) => withOwnParts(given as LeadField, own as LeadField | undefined),
  reasonAgainst: ({ database }, { value }) => {
    const types = readFieldTypes(database);
    const { name, type, sub_fields: parts = [] } = value as LeadField;
    const named = [[name, type], ...parts.map((part) => [`${name}.${part.name}`, part.type])] as [
      string,
      string,
    ][];
    return named.some(([path, own]) => (types.get(path) ?? own) !== own) ? 'other_type' : undefined;
  },
  save: (context, items) =>
    reportReplaced(context, 'fields', () => replaceFields(context, parse(fieldsSchema, valuesOf(items)))),
};

export const states: Section = {
  isOrdered: true,
  isReplaced: true,
  read: (company) =>
    settingsOf(company)
      .states()
      .map((state) => ({ key: state.name, label: state.label, value: state })),
  save: (context, items) =>
    reportReplaced(context, 'states', () =>
      settingsOf(context).replace('states', parse(statesSchema, valuesOf(items))),
    ),
};

/** Groups have ids of their own in each company, so their names are compared. */
export const groups: Section = {
  isReplaced: true,
  read: (company) =>
    withKeys(
      settingsOf(company)
        .groups()
        .map(({ label }) => ({ label, value: label })),
    ),
  save: (context, items, { isNew }) => {
    const own = settingsOf(context).groups();
    const [first] = own;
    const byKey = new Map(groups.read(context, '').map(({ key }, index) => [key, own[index]]));
    const saved = items.map(
      ({ key, value }, index) =>
        // Users of a company that was just made are in its first group.
        byKey.get(key) ?? { ...(isNew && index === 0 ? first : {}), label: value as string },
    );
    reportReplaced(context, 'groups', () =>
      replaceGroups(context, parse(groupsSchema, saved) as LeadGroup[]),
    );
  },
};

export const currencies: Section = {
  isOrdered: true,
  read: (company) =>
    settingsOf(company)
      .currencies()
      .map((currency) => ({ key: currency.unit, label: currency.name, value: currency })),
  // A company counts in its own currency.
  merge: (given, own) => ({
    ...(given as Currency),
    company_default: (own as Currency | undefined)?.company_default ?? false,
  }),
  save: (context, items) =>
    reportReplaced(context, 'currencies', () =>
      settingsOf(context).replace(
        'currencies',
        parse(currenciesSchema, { currencies: valuesOf(items) }).currencies,
      ),
    ),
};

export const templates: Section = {
  isOrdered: true,
  read: (company, name) =>
    withKeys(
      settingsOf(company)
        .templates()
        .map((value) => ({ label: value.name, value, reason: reasonAgainstText(value.text, name) })),
    ),
  save: (context, items) =>
    reportReplaced(context, 'templates', () =>
      settingsOf(context).replace('templates', parse(templatesSchema, valuesOf(items))),
    ),
};

function saveOptions(context: WriteContext, members: Partial<CompanyOptions>): void {
  reportReplaced(context, 'options', () =>
    replaceOptions(context, { ...settingsOf(context).options(), ...members }),
  );
}

/** Returns a field as given, with the choices and the parts that only the company has. */
function withOwnParts<Field extends LeadField | LeadSubField>(given: Field, own: Field | undefined): Field {
  const field = { ...given };
  if (given.choices !== undefined) {
    field.choices = [...new Set([...given.choices, ...(own?.choices ?? [])])];
  }
  if ('sub_fields' in given && given.sub_fields !== undefined) {
    const parts = new Map(
      (own !== undefined && 'sub_fields' in own ? own.sub_fields : [])?.map((part) => [part.name, part]),
    );
    const merged = given.sub_fields.map((part) => withOwnParts(part, parts.get(part.name)));
    const names = merged.map(({ name }) => name);
    Object.assign(field, {
      sub_fields: [...merged, ...[...parts.values()].filter(({ name }) => !names.includes(name))],
    });
  }
  return field;
}
