/** Reference of the settings of a company and of its leads. */
import * as v from 'valibot';
import { count } from '../../../shared/reference/answers.ts';
import { fieldsSchema } from './field-schema.ts';
import { currenciesSchema, groupsSchema, optionsSchema, statesSchema, templatesSchema } from './schema.ts';
import { type Operation, arrayOf, operationsOf, ref, typeName } from '../../../shared/reference/operation.ts';

export const settingsChanges = {
  'settings.changed': {
    settings: v.string(),
    id: v.exactOptional(v.string()),
    version: v.exactOptional(count),
  },
};

const COMPANY = '/companies/{company}';
const settings = operationsOf('Settings', 'user');

export const SETTINGS_OPERATIONS: readonly Operation[] = [
  ...readAndReplace('fields', arrayOf(ref('LeadField')), fieldsSchema),
  ...readAndReplace('states', arrayOf(ref('State')), statesSchema),
  ...readAndReplace('groups', arrayOf(ref('Group')), groupsSchema),
  ...readAndReplace('currencies', ref('Currencies'), currenciesSchema),
  ...readAndReplace('templates', arrayOf(ref('Template')), templatesSchema),
  settings({
    name: 'getCompanyOptions',
    method: 'GET',
    path: `${COMPANY}/settings`,
    summary: 'The options of the company (super admin)',
    answer: ref('CompanyOptions'),
    versioned: true,
    golden: 'people/options',
    problems: ['permission_denied'],
  }),
  settings({
    name: 'replaceCompanyOptions',
    method: 'PUT',
    path: `${COMPANY}/settings`,
    summary: 'Replace the options of the company (super admin)',
    body: optionsSchema,
    answer: ref('CompanyOptions'),
    versioned: true,
    golden: 'people/put-options',
    problems: ['permission_denied', 'precondition_failed'],
  }),
];

/** Returns the operations that read and replace one kind of lead settings. */
function readAndReplace(
  name: string,
  answer: Operation['answer'],
  body: NonNullable<Operation['body']>,
): Operation[] {
  const path = `${COMPANY}/lead_settings/${name}`;
  return [
    settings({
      name: `${answer?.['type'] === 'array' ? 'list' : 'get'}Lead${typeName(name)}`,
      method: 'GET',
      path,
      summary: `The lead ${name}`,
      answer,
      versioned: true,
      golden: `people/${name}`,
    }),
    settings({
      name: `replaceLead${typeName(name)}`,
      method: 'PUT',
      path,
      summary: `Replace the lead ${name} (super admin)`,
      body,
      answer,
      versioned: true,
      golden: `people/put-${name}`,
      problems: [
        'permission_denied',
        'precondition_failed',
        'duplicate_id',
        ...(name === 'groups' ? (['in_use'] as const) : []),
      ],
    }),
  ];
}
