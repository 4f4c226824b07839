/** Reference of the accounts with carriers. */
import * as v from 'valibot';
import { named, phone } from '../../../shared/reference/answers.ts';
import { ADDRESS_USES } from './addresses.ts';
import { CARRIERS } from '../ringing/settings-schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';
import { accountSchema } from './schema.ts';

const address = v.string();

/** The addresses to give to the carriers' numbers. */
export const carrierAddressesAnswer = named(
  'CarrierAddresses',
  v.strictObject({
    carriers: v.array(
      v.strictObject({
        carrier: v.picklist(CARRIERS),
        addresses: v.array(v.strictObject({ use: v.picklist(ADDRESS_USES), address })),
      }),
    ),
  }),
);
export type CarrierAddresses = v.InferOutput<typeof carrierAddressesAnswer>;

/** What a carrier says about an account and the company's numbers. */
export const accountCheckAnswer = named(
  'AccountCheck',
  v.strictObject({
    carrier: v.picklist(CARRIERS),
    account_id: v.string(),
    is_ok: v.pipe(
      v.boolean(),
      v.description('Whether the account answers, and its numbers send calls here.'),
    ),
    detail: v.string(),
    numbers: v.array(
      v.strictObject({
        number: phone,
        state: v.pipe(
          v.picklist(['ready', 'wrong', 'elsewhere']),
          v.description('`elsewhere`: the account does not have the number.'),
        ),
        addresses: v.array(
          v.strictObject({
            use: v.picklist(ADDRESS_USES),
            expected: address,
            found: v.nullable(address),
            is_ours: v.boolean(),
          }),
        ),
      }),
    ),
  }),
);
export type AccountCheck = v.InferOutput<typeof accountCheckAnswer>;

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
