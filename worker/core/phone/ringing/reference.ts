/** Reference of the call settings and the preview. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { callPreviewAnswer, callSettingsAnswer, silentNumbersAnswer } from './answer-schema.ts';
import { draftPreviewSchema, previewQuerySchema } from './preview.ts';
import { callSettingsSchema } from './settings-schema.ts';

const CALLS = '/companies/{company}/calls';

const calls = operationsOf('Calls', 'user');

export const CALL_SETTINGS_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'getCallSettings',
    method: 'GET',
    path: `${CALLS}/settings`,
    summary: 'The call settings (super admin)',
    description: 'Contains the number of secrets instead of the secrets.',
    answer: callSettingsAnswer,
    versioned: true,
    golden: 'calls/settings',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'replaceCallSettings',
    method: 'PUT',
    path: `${CALLS}/settings`,
    summary: 'Replace the call settings (super admin)',
    description:
      'Replaces the settings as a whole, and accepts If-Match. defaults, locations and numbers have the same members: a rule for a number overrides that for its location, which overrides the default. Send the number of secrets, or true for an API secret, to keep the saved ones.',
    body: callSettingsSchema,
    answer: callSettingsAnswer,
    versioned: true,
    headers: ['Leadline-Published'],
    golden: 'calls/put-settings',
    problems: [
      'permission_denied',
      'precondition_failed',
      'unknown_location',
      'unknown_user',
      'invalid_phone',
      'identifier_taken',
      'service_unavailable',
    ],
  }),
];

export const CALL_PREVIEW_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'previewCall',
    method: 'GET',
    path: `${CALLS}/preview`,
    summary: 'Explain step by step who would ring (super admin, manager)',
    query: previewQuerySchema,
    answer: callPreviewAnswer,
    golden: 'calls/preview',
    problems: ['permission_denied', 'invalid_phone'],
  }),
  calls({
    name: 'findSilentNumbers',
    method: 'GET',
    path: `${CALLS}/silent`,
    summary: 'The tracking numbers that ring nobody (super admin, manager)',
    description:
      'Routes a call to each tracking number: now, or at the next opening of its location. Those that would ring nobody are listed by location, with the reason.',
    answer: silentNumbersAnswer,
    golden: 'calls/silent',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'previewCallDraft',
    method: 'POST',
    path: `${CALLS}/preview`,
    summary: 'Explain who would ring with settings that are not saved (super admin)',
    description: 'Refuses settings that could not be saved, with the same faults below /settings.',
    body: draftPreviewSchema,
    answer: callPreviewAnswer,
    keyless: true,
    golden: 'calls/preview-draft',
    problems: ['permission_denied', 'unknown_location', 'unknown_user', 'invalid_phone'],
  }),
];
