/** The settings that tracking numbers are chosen by, as a whole and in parts. */
import * as v from 'valibot';
import { dniWriteQuery } from '../../worker/core/dni/schema.ts';
import { dniSettingsSchema } from '../../worker/dni/schema.ts';
import { WARNINGS } from '../../worker/dni/warning-codes.ts';
import { visitsSchema } from '../../worker/lookup/tried-visits.ts';
import { arrayOf, exactly, flag, type JsonSchema, type Operation, text } from './operation.ts';

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
] as const;
const settings: JsonSchema = { type: 'object' };
const entry: JsonSchema = { type: 'object' };
const warnings: JsonSchema = {
  ...arrayOf(exactly({ pointer: text, code: { enum: Object.keys(WARNINGS) }, detail: text })),
  description: Object.entries(WARNINGS)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join(' '),
};
const rehearsal: JsonSchema = exactly({
  dry_run: { const: true },
  settings,
  warnings,
  changes: arrayOf(
    exactly({
      member: text,
      'entry?': text,
      change: { enum: ['added', 'changed', 'removed'] },
      'before?': {},
      'after?': {},
    }),
  ),
  'visits?': arrayOf(
    exactly({ visit: entry, before: { type: ['object', 'null'] }, after: entry, is_changed: flag }),
  ),
});
const location = { location_id: 'austin', name: 'Austin', latitude: '30.2672', longitude: '-97.7431' };

type Described = Omit<Operation, 'tag' | 'access' | 'answer'> & { answer: JsonSchema };
const numbers = (operation: Described): Operation => ({
  ...operation,
  tag: 'Tracking numbers',
  access: 'settings',
});
const writes = (operation: Described): Operation =>
  numbers({
    ...operation,
    description: [operation.description, DRY_RUN].filter(Boolean).join(' '),
    query,
    answer: { anyOf: [operation.answer, rehearsal] },
    problems: [...PROBLEMS, ...(operation.problems ?? [])],
  });

export const DNI_SETTINGS_OPERATIONS: readonly Operation[] = [
  numbers({
    method: 'GET',
    path: SETTINGS,
    summary: 'The DNI settings',
    answer: settings,
    golden: 'lookup/settings',
  }),
  writes({
    method: 'PUT',
    path: SETTINGS,
    summary: 'Replace the DNI settings',
    description: 'Wholly or not at all. The answer is the settings, with `warnings` of what is unwise.',
    body: { schema: dniSettingsSchema, example: { default_number: '+18005550100' } },
    answer: settings,
    golden: 'lookup/put-settings',
  }),
  writes({
    method: 'PATCH',
    path: SETTINGS,
    summary: 'Change some of the DNI settings',
    description:
      'A JSON Merge Patch (RFC 7396): members replace, null takes away, lists are replaced as a whole.',
    body: {
      schema: settings,
      example: { cache_days: 14, prefer: 'location' },
      type: 'application/merge-patch+json',
    },
    answer: settings,
    golden: 'lookup/patch-settings',
  }),
  ...entryOperations({
    list: 'locations',
    parameter: 'location',
    one: 'location',
    body: location,
    patch: { name: 'Austin Downtown' },
    answer: entry,
    written: exactly({ location: entry, warnings }),
  }),
  ...entryOperations({
    list: 'numbers',
    parameter: 'number',
    one: 'tracking number',
    body: { source: 'paid_search', location_id: 'austin' },
    patch: { sms: true },
    answer: arrayOf(entry),
    written: exactly({ numbers: arrayOf(entry), warnings }),
  }),
];

/** What can be done with one entry of a list. */
function entryOperations(about: {
  list: string;
  parameter: string;
  one: string;
  body: object;
  patch: object;
  answer: JsonSchema;
  written: JsonSchema;
}): Operation[] {
  const { list, parameter, one, body, patch, answer, written } = about;
  const path = `${SETTINGS}/${list}/{${parameter}}`;
  return [
    numbers({ method: 'GET', path, summary: `One ${one}`, answer, golden: `lookup/${parameter}` }),
    writes({
      method: 'PUT',
      path,
      summary: `Add or replace one ${one}`,
      body: { schema: entry, example: body },
      answer: written,
      golden: `lookup/put-${parameter}`,
    }),
    writes({
      method: 'PATCH',
      path,
      summary: `Change one ${one}`,
      description: 'A JSON Merge Patch (RFC 7396).',
      body: { schema: entry, example: patch, type: 'application/merge-patch+json' },
      answer: written,
      golden: `lookup/patch-${parameter}`,
    }),
    writes({
      method: 'DELETE',
      path,
      summary: `Remove one ${one}`,
      description: 'Refused while other parts of the settings name it.',
      answer: exactly({ warnings }),
      golden: `lookup/remove-${parameter}`,
      problems: ['in_use'],
    }),
  ];
}
