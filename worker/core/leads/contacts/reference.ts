/** Reference of a lead's contacts. */
import * as v from 'valibot';
import { count, named, time } from '../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../shared/reference/operation.ts';

const text = v.string();

export const leadContactsAnswer = named(
  'LeadContacts',
  v.strictObject({
    first_visit: v.pipe(
      v.nullable(
        v.strictObject({
          began_at: time,
          source: v.pipe(text, v.description('The source of the visit.')),
          campaign: v.nullable(text),
          landing_page: v.nullable(text),
        }),
      ),
      v.description('The first visit of the site that led to a call, text or form.'),
    ),
    call_counts: v.pipe(
      v.strictObject({
        received: v.pipe(count, v.description('Calls from the lead.')),
        missed: v.pipe(count, v.description('Received calls that nobody answered, voicemails included.')),
        placed: v.pipe(count, v.description('Calls to the lead.')),
      }),
      v.description('Calls by direction.'),
    ),
    text_counts: v.pipe(
      v.strictObject({
        received: v.pipe(count, v.description('Texts from the lead.')),
        sent: v.pipe(count, v.description('Texts to the lead.')),
      }),
      v.description('Texts by direction.'),
    ),
    form_count: v.pipe(count, v.description('Forms from the lead.')),
    values: v.pipe(
      v.array(v.strictObject({ unit: text, value: v.number() })),
      v.description('The values given to the calls, added up for each currency.'),
    ),
    is_complete: v.pipe(v.boolean(), v.description('False if older contacts are left out.')),
  }),
);
export type LeadContactsBody = v.InferOutput<typeof leadContactsAnswer>;

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
