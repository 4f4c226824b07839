/** The bodies of requests about accounts with carriers. */
import * as v from 'valibot';
import { CARRIERS } from '../ringing/settings-schema.ts';

/** The body of `POST .../calls/accounts/check`. */
export const accountSchema = v.strictObject({
  carrier: v.picklist(CARRIERS, `Use one of ${CARRIERS.join(', ')}.`),
  account_id: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(100)),
});
