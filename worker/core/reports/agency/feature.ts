/** What an agency does with its companies: copies settings from one to others, and adds companies. */
import type { Feature } from '../../engine/context/feature.ts';
import { addingRoutes } from './adding/routes.ts';
import { copyingRoutes } from './copying/routes.ts';
import type { AgencyQuestion, ProvenPerson } from '../../../accounts/other-companies.ts';
import { notFound } from '../../../shared/http/problems.ts';
import { answerOther } from './answering.ts';
import { refusalOf } from './refusals.ts';

export const agencyFeature = {
  rpc: {
    /** Answers what another company of a person asks, or the operator, as JSON. */
    askFor: {
      answer: async (company, person: ProvenPerson, question: AgencyQuestion) =>
        JSON.stringify(await answerOther(company, { person, question })),
      absent: (_company, _person: ProvenPerson, { about }: AgencyQuestion) =>
        JSON.stringify(about === 'added_by' ? { addedBy: null } : { refusal: refusalOf(notFound()) }),
    },
  },
  routes: [
    { under: 'me', path: '/companies', routes: copyingRoutes },
    { under: 'me', path: '/companies', routes: addingRoutes },
  ],
} satisfies Feature;
