/** Reference of opt-outs. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { optOutAnswer, optOutPageAnswer } from './answer-schema.ts';
import { liftedOptOutSchema, newOptOutSchema, optOutsQuerySchema } from './schema.ts';

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
    summary: 'Lift an opt-out, with the reason (manager)',
    description:
      'Only if the person has asked for it, or it was a mistake. The audit log has the reason and who did it. A carrier that blocks the number keeps blocking it until the person writes START.',
    body: liftedOptOutSchema,
    answer: optOutAnswer,
    golden: 'texts/lift-opt-out',
    problems: ['permission_denied', 'invalid_phone', 'not_found'],
  }),
];
