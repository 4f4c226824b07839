/** Reference of the accounts with carriers. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { accountCheckAnswer, carrierAddressesAnswer } from './answer-schema.ts';
import { accountSchema } from './schema.ts';

const ACCOUNTS = '/companies/{company}/calls/accounts';

const calls = operationsOf('Calls', 'user');

export const CARRIER_ACCOUNT_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'getCarrierWebhooks',
    method: 'GET',
    path: `${ACCOUNTS}/addresses`,
    summary: 'The webhook addresses for the numbers at each carrier (super admin, manager)',
    answer: carrierAddressesAnswer,
    golden: 'calls/addresses',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'checkCarrierAccount',
    method: 'POST',
    path: `${ACCOUNTS}/check`,
    summary: 'Ask a carrier whether an account answers and its numbers send their calls here (super admin)',
    description:
      'Reads the numbers of the account through the carrier’s API and changes nothing. At most 60 times in an hour.',
    body: accountSchema,
    answer: accountCheckAnswer,
    keyless: true,
    golden: 'calls/check',
    problems: ['permission_denied', 'not_found', 'rate_limited'],
  }),
];
