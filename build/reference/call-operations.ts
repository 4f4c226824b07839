/** Calls and texts. */
import { previewQuerySchema } from '../../worker/core/calls/preview.ts';
import { callSettingsSchema } from '../../worker/core/calls/settings-schema.ts';
import { type Operation, ref } from './operation.ts';

const CALLS = '/companies/{company}/calls';

type Described = Omit<Operation, 'tag' | 'access'>;
const calls = (operation: Described): Operation => ({ ...operation, tag: 'Calls', access: 'user' });

export const CALL_OPERATIONS: readonly Operation[] = [
  calls({
    method: 'GET',
    path: `${CALLS}/settings`,
    summary: 'How calls are answered (super admin)',
    description: 'Secrets are not answered, only how many there are.',
    answer: ref('CallSettings'),
    golden: 'calls/settings',
    problems: ['permission_denied'],
  }),
  calls({
    method: 'PUT',
    path: `${CALLS}/settings`,
    summary: 'Say how calls are answered (super admin)',
    description:
      'Replaces the settings as a whole; If-Match is honoured. The same members stand in defaults, locations and numbers: what is said of a number holds before what is said of its location, and that before the defaults. Secrets that are sent as their number, and an API secret that is sent as true, stay.',
    body: {
      schema: callSettingsSchema,
      example: {
        carriers: [{ carrier: 'twilio', account_id: 'AC0123', secrets: ['the auth token'] }],
        defaults: { timeout_seconds: 20, when_closed: 'next_open' },
        numbers: { '+15125550101': { ring: [{ number: '+15125550140' }] } },
      },
    },
    answer: ref('CallSettings'),
    golden: 'calls/put-settings',
    problems: [
      'permission_denied',
      'precondition_failed',
      'unknown_location',
      'unknown_user',
      'invalid_phone',
    ],
  }),
  calls({
    method: 'GET',
    path: `${CALLS}/preview`,
    summary: 'Who would ring, and why, step by step (super admin, manager)',
    query: previewQuerySchema,
    answer: ref('CallPreview'),
    golden: 'calls/preview',
    problems: ['permission_denied', 'invalid_phone'],
  }),
];
