/** Reference of the DNI settings, as a whole and entry by entry. */
import * as v from 'valibot';
import { dniReadQuery, dniWriteQuery } from '../../core/company/dni/schema.ts';
import { dniSettingsSchema } from '../../dni/schema.ts';
import {
  dniLocationAnswer,
  dniNumberAnswer,
  dniSettingsAnswer,
  savedDniSettingsAnswer,
  savedLocationAnswer,
  savedNumberAnswer,
  settingsWarningsAnswer,
} from '../../core/company/dni/reference.ts';
import { dniRehearsalAnswer } from './answer-schema.ts';
import { visitsSchema } from './test-visits.ts';
import {
  ref,
  operationsOf,
  type JsonSchema,
  type Operation,
  type Described,
} from '../../shared/reference/operation.ts';

const SETTINGS = '/dni/api/companies/{company}/settings';
const query = v.object({ ...dniWriteQuery, visits: v.optional(visitsSchema.entries.visits) });
const DRY_RUN =
  'dry_run=1 saves nothing and answers `{dry_run, settings, warnings, changes, visits?}`: the settings as they would be, what would change, and for each of `visits` (a JSON array of ' +
  '`{zip, url, referrer, keys, domain, time}`) the choice before and after. If-Match is honoured; ETag is the version of all settings.';
const PROBLEMS = [
  'precondition_failed',
  'duplicate_id',
  'unknown_location',
  'invalid_choice',
  'invalid_phone',
  'invalid_postal_code',
  'identifier_taken',
  'service_unavailable',
] as const;
type Answering = Described & { answer: v.GenericSchema };
const described = operationsOf('Tracking numbers', 'settings');
const numbers = (operation: Answering): Operation => described({ versioned: true, ...operation });
const writes = (operation: Answering): Operation =>
  numbers({
    ...operation,
    description: [operation.description, DRY_RUN].filter(Boolean).join(' '),
    query,
    answer: v.union([operation.answer, dniRehearsalAnswer]),
    headers: ['Leadline-Published'],
    problems: [...PROBLEMS, ...(operation.problems ?? [])],
  });

export const DNI_SETTINGS_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'getDniSettings',
    method: 'GET',
    path: SETTINGS,
    summary: 'The DNI settings',
    description: 'A company without settings answers 404, or with or_null=1 `null` without an ETag.',
    query: dniReadQuery,
    answer: v.nullable(dniSettingsAnswer),
    golden: 'lookup/settings',
  }),
  writes({
    name: 'replaceDniSettings',
    method: 'PUT',
    path: SETTINGS,
    summary: 'Replace the DNI settings',
    description: 'Saves all of them or none. Answers the settings, with `warnings` about unwise ones.',
    body: dniSettingsSchema,
    answer: savedDniSettingsAnswer,
    golden: 'lookup/put-settings',
  }),
  writes({
    name: 'patchDniSettings',
    method: 'PATCH',
    path: SETTINGS,
    summary: 'Change some of the DNI settings',
    description:
      'A JSON Merge Patch (RFC 7396): members replace, null removes, lists are replaced as a whole.',
    body: ref('DniSettingsPatch'),
    bodyType: 'application/merge-patch+json',
    answer: savedDniSettingsAnswer,
    golden: 'lookup/patch-settings',
  }),
  ...entryOperations({
    list: 'locations',
    parameter: 'location',
    one: 'location',
    name: 'Location',
    body: ref('DniLocationInput'),
    patch: ref('DniLocationPatch'),
    answer: dniLocationAnswer,
    written: savedLocationAnswer,
  }),
  ...entryOperations({
    list: 'numbers',
    parameter: 'number',
    one: 'tracking number',
    name: 'TrackingNumber',
    body: ref('DniNumberInput'),
    patch: ref('DniNumberPatch'),
    answer: v.array(dniNumberAnswer),
    written: savedNumberAnswer,
  }),
];

/** A list of the settings whose entries can be written one by one. */
interface List {
  list: string;
  parameter: string;
  one: string;
  name: string;
  body: JsonSchema;
  patch: JsonSchema;
  answer: v.GenericSchema;
  written: v.GenericSchema;
}

function pathOf({ list, parameter }: List): string {
  return `${SETTINGS}/${list}/{${parameter}}`;
}

function readAndPut(about: List): Operation[] {
  const { parameter, one, name, body, answer, written } = about;
  const path = pathOf(about);
  return [
    numbers({
      name: `get${name}`,
      method: 'GET',
      path,
      summary: `One ${one}`,
      answer,
      golden: `lookup/${parameter}`,
    }),
    writes({
      name: `replace${name}`,
      method: 'PUT',
      path,
      summary: `Add or replace one ${one}`,
      body,
      answer: written,
      golden: `lookup/put-${parameter}`,
    }),
  ];
}

/** Describes the operations on one entry of a list. */
function entryOperations(about: List): Operation[] {
  const { parameter, one, name, patch, written } = about;
  const path = pathOf(about);
  return [
    ...readAndPut(about),
    writes({
      name: `patch${name}`,
      method: 'PATCH',
      path,
      summary: `Change one ${one}`,
      description: 'A JSON Merge Patch (RFC 7396).',
      body: patch,
      bodyType: 'application/merge-patch+json',
      answer: written,
      golden: `lookup/patch-${parameter}`,
    }),
    writes({
      name: `remove${name}`,
      method: 'DELETE',
      path,
      summary: `Remove one ${one}`,
      description: 'Refused while other parts of the settings refer to it.',
      answer: settingsWarningsAnswer,
      golden: `lookup/remove-${parameter}`,
      problems: ['in_use'],
    }),
  ];
}
