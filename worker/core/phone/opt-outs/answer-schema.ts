/** The answers about opt-outs. */
import * as v from 'valibot';
import { copied, id, named, phone, time } from '../../../shared/reference/answers.ts';
import { OPT_OUT_ORIGINS } from './schema.ts';

/** A person who has opted out, and the oldest lead with the number. */
export const optOutAnswer = named(
  'OptOut',
  v.strictObject({
    phone,
    opted_out_at: time,
    origin: v.picklist(OPT_OUT_ORIGINS),
    lead_id: v.nullable(id),
    lead_name: v.nullable(v.string()),
  }),
);
export type OptOutBody = v.InferOutput<typeof optOutAnswer>;

/** A page of opt-outs, latest first. */
export const optOutPageAnswer = v.strictObject({
  opt_outs: v.array(optOutAnswer),
  next_cursor: v.exactOptional(v.string()),
});
export type OptOutPage = v.InferOutput<typeof optOutPageAnswer>;

/** The numbers of a person that have opted out, in the copy of their data. */
copied('opt_outs', phone);
