/** How far a company is set up. */
import { setupAnswer } from './answer-schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const numbers = operationsOf('Tracking numbers', 'settings');

export const SETUP_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'getSetupProgress',
    method: 'GET',
    path: '/dni/api/companies/{company}/setup',
    summary: 'How far the company is set up',
    description:
      'The facts that prove each step: settings, locations, numbers, a page that asked, a call that came in. Managers may ask too.',
    answer: setupAnswer,
    golden: 'lookup/setup',
  }),
];
