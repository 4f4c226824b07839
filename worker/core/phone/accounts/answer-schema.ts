/** The answers about accounts with carriers. */
import * as v from 'valibot';
import { named, phone } from '../../../shared/reference/answers.ts';
import { ADDRESS_USES } from './addresses.ts';
import { CARRIERS } from '../ringing/settings-schema.ts';

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
