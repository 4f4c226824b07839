/** Reference of the set-up. */
import { setupAnswer } from './answer-schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const numbers = operationsOf('Tracking numbers', 'settings');

export const SETUP_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'getSetupProgress',
    method: 'GET',
    path: '/dni/api/companies/{company}/setup',
    summary: 'The progress of the company’s set-up',
    description:
      'The facts that prove each step: settings, locations, numbers, a page that requested numbers, an incoming call. Managers may read it too.',
    answer: setupAnswer,
    golden: 'lookup/setup',
  }),
];
