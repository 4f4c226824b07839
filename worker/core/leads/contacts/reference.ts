/** Reference of a lead's contacts. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import { leadContactsAnswer } from './answer-schema.ts';

const timeline = operationsOf('Timeline', 'user');

export const CONTACT_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'getLeadContacts',
    method: 'GET',
    path: '/companies/{company}/leads/{lead}/contacts',
    summary: 'A lead’s contacts with the company: first visit, calls, texts, forms and value',
    description:
      'Counts the newest 2,000 events of the timeline; is_complete is false if there are more. The first visit is sought in the oldest 2,000.',
    answer: leadContactsAnswer,
    golden: 'calls/contacts',
    problems: ['permission_denied'],
  }),
];
