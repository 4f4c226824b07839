/** Forms that visitors have sent on the company's site. */
import { oldestTime, ROWS_AT_A_TIME } from '../../engine/context/aged-rows.ts';
import type { Feature } from '../../engine/context/feature.ts';
import { keptWithoutLead } from '../carriers/feature.ts';
import { countingDroppedForms, receiveForm, retentionOfDroppedForms } from './lane.ts';
import { formBody } from './form-bodies.ts';
import { eraseForms, FORMS, purgeForms } from './form-store.ts';

export const formsFeature = {
  rpc: {
    receiveForm,
  },
  background: [countingDroppedForms],
  retention: [
    retentionOfDroppedForms,
    {
      name: 'forms without a lead',
      keptMs: keptWithoutLead,
      oldestTime: (database) => oldestTime(database, FORMS.withoutLead),
      remove: (context, until) => purgeForms(context, until, ROWS_AT_A_TIME),
    },
  ],
  personalData: {
    ofLeads: [
      {
        columns: { forms: ['visit', 'visit_id'] },
        erase: (context, { leadNumber }) => eraseForms(context, leadNumber),
      },
    ],
    copied: [
      {
        member: 'forms',
        *pages({ database }, { leadNumber, leadId }) {
          for (const records of FORMS.onTimeline(database, leadNumber)) {
            yield records.map((record) => formBody(record, leadId));
          }
        },
      },
    ],
  },
  details:
    ({ database }) =>
    ({ data: { form_id: formId } }) => {
      const found = typeof formId === 'string' ? FORMS.find(database, formId) : undefined;
      if (found === undefined) return {};
      const form = formBody(found.record, found.leadId);
      // Read with the form, so that nothing of it stays once it is erased.
      return { page: form.page, form };
    },
} satisfies Feature;
