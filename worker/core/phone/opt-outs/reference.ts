/** Reference of opt-outs. */
import * as v from 'valibot';
import { copied, id, named, phone, time } from '../../../shared/reference/answers.ts';
import {
  OPT_OUT_ORIGINS,
  PHONE_ORIGINS,
  liftedOptOutSchema,
  newOptOutSchema,
  optOutsQuerySchema,
} from './schema.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** A person who has opted out, and the oldest lead with the number. */
export const optOutAnswer = named(
  'OptOut',
  v.strictObject({
    phone,
    opted_out_at: time,
    origin: v.picklist(OPT_OUT_ORIGINS),
    phone_origin: v.nullable(v.picklist(PHONE_ORIGINS)),
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

const PATH = '/companies/{company}/opt_outs';

const optOuts = operationsOf('Texts', 'user');

export const OPT_OUT_OPERATIONS: readonly Operation[] = [
  optOuts({
    name: 'listOptOuts',
    method: 'GET',
    path: PATH,
    summary: 'People who want no more messages and calls, latest first (manager)',
    query: optOutsQuerySchema,
    answer: optOutPageAnswer,
    golden: 'texts/opt-outs',
    problems: ['permission_denied', 'invalid_phone'],
  }),
  optOuts({
    name: 'addOptOut',
    method: 'POST',
    path: PATH,
    summary: 'Opt a person out who has asked for it (manager)',
    description: 'A second time changes nothing. The audit log has who did it.',
    body: newOptOutSchema,
    answer: optOutAnswer,
    golden: 'texts/opt-out',
    problems: ['permission_denied', 'invalid_phone'],
  }),
  optOuts({
    name: 'removeOptOut',
    method: 'POST',
    path: `${PATH}/lift`,
    summary: 'Lift an opt-out that was set by hand, with the reason (manager)',
    description:
      'Only if the person has asked for it, or it was a mistake. The audit log has the reason and who did it. STOP from the phone itself (`phone_origin`) is not lifted: the person takes it back by writing START, which lifts nothing that was set by hand.',
    body: liftedOptOutSchema,
    answer: optOutAnswer,
    golden: 'texts/lift-opt-out',
    problems: ['permission_denied', 'invalid_phone', 'not_found', 'opted_out'],
  }),
];
