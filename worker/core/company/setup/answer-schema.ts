/** How far a company is set up, as it is answered. */
import * as v from 'valibot';
import { count, id, phone, time } from '../../../shared/reference/answers.ts';

export const setupAnswer = v.strictObject({
  /** 0: there are no DNI settings yet. */
  settings_version: count,
  default_number: v.nullable(phone),
  domains: v.array(v.string()),
  locations: count,
  numbers: count,
  /** The page that asked for its numbers last. */
  last_seen: v.nullable(
    v.strictObject({ site: v.string(), path: v.string(), seen_time: time, swaps: count }),
  ),
  first_call: v.nullable(v.strictObject({ call_id: id, lead_id: v.nullable(id), number: phone, time })),
  has_leads: v.boolean(),
  configuration: v.array(
    v.strictObject({
      variable: v.pipe(v.string(), v.description('The variable of the deployment that counts as unset.')),
      detail: v.pipe(v.string(), v.description('What to write there.')),
    }),
  ),
});
export type SetupBody = v.InferOutput<typeof setupAnswer>;
