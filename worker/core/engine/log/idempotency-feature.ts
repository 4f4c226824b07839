/** Stored answers for `Idempotency-Key`: kept for a day. */
import { agingRows } from '../context/aged-rows.ts';
import type { Feature } from '../context/feature.ts';
import { ANSWERS_KEPT_MS, eraseAnswersAbout, eraseAnswersOf, KEPT_ANSWERS } from '../http/idempotency.ts';

export const idempotencyFeature: Feature = {
  retention: [{ keptMs: () => ANSWERS_KEPT_MS, ...agingRows(KEPT_ANSWERS) }],
  personalData: {
    ofLeads: [
      {
        columns: { idempotent_answers: ['answer'] },
        erase: ({ database }, { leadIds }) => eraseAnswersAbout(database, leadIds),
      },
    ],
    ofUsers: [
      {
        columns: { idempotent_answers: ['answer'] },
        erase: ({ database }, user) => eraseAnswersOf(database, user),
      },
    ],
  },
};
