/** Removing, restoring and erasing leads; erasing users. */
import * as v from 'valibot';
import { count, id, named, time } from '../../shared/reference/answers.ts';
import { leadAnswer } from '../leads/record/answer-schema.ts';
import { affectedLeadsAnswer } from '../leads/editing/reference.ts';
import { userAnswer } from '../people/users/answer-schema.ts';
import { removedPageSchema } from '../leads/removals/schema.ts';
import { type Operation, operationsOf, ref } from '../../shared/reference/operation.ts';

const removalEntries = { lead_id: id, removed_time: time, removed_by: v.string(), restorable_until: time };

export const removalAnswer = named('Removal', v.strictObject(removalEntries));
export type RemovalBody = v.InferOutput<typeof removalAnswer>;

/** A lead that was removed and can be restored. */
const removedLead = named('RemovedLead', v.strictObject({ ...removalEntries, lead: leadAnswer }));
export type RemovedLeadBody = v.InferOutput<typeof removedLead>;

export const removedLeadsAnswer = v.strictObject({ count, start: count, removed: v.array(removedLead) });
export type RemovedLeads = v.InferOutput<typeof removedLeadsAnswer>;

/** How many records of each kind were deleted. */
const erasure = named(
  'Erasure',
  v.strictObject({
    merged_leads: count,
    events: count,
    comments: count,
    events_of_other_leads: count,
    notifications: count,
    calls: count,
    recordings: count,
    texts: count,
    forms: count,
    media: count,
    import_rows: count,
    conversions: count,
  }),
);
export type ErasureBody = v.InferOutput<typeof erasure>;

export const erasedLeadAnswer = v.strictObject({ lead_id: id, erased: erasure });
export type ErasedLeadBody = v.InferOutput<typeof erasedLeadAnswer>;

const LEADS = '/companies/{company}/leads';
const leads = operationsOf('Leads', 'user');
const users = operationsOf('Users', 'user');

export const USER_ERASURE_OPERATIONS: readonly Operation[] = [
  users({
    name: 'eraseUser',
    method: 'POST',
    path: '/companies/{company}/users/{user}/erase',
    summary: 'Erase what is known of a user (super admin)',
    description:
      'The user stays as a suspended one without name, address and numbers, because timelines and leads name them; tokens, keys and notifications go. The name is taken from the audit log and the history of the settings, and in the background from timelines. It cannot be undone, and nobody erases themselves.',
    answer: userAnswer,
    golden: 'removal/erase-user',
    problems: ['permission_denied', 'last_superadmin'],
  }),
];

export const PRIVACY_OPERATIONS: readonly Operation[] = [
  leads({
    name: 'listRemovedLeads',
    method: 'GET',
    path: `${LEADS}/removed`,
    summary: 'Removed leads that can be restored, the newest removal first (manager)',
    description:
      'restorable_until says how long. q finds those that have each of its words in their name, an e-mail address or a phone number; case and accents do not matter.',
    query: removedPageSchema,
    answer: removedLeadsAnswer,
    golden: 'removal/removed',
    problems: ['permission_denied'],
  }),
  leads({
    name: 'removeLead',
    method: 'POST',
    path: `${LEADS}/{lead}/remove`,
    summary: 'Take a lead out of lists, counts, search and upsert (manager)',
    description:
      'It can be restored for the days that the option retention.removed_leads_days says, and is erased after them. Whatever was merged into it goes and comes with it.',
    answer: removalAnswer,
    golden: 'removal/remove',
    problems: ['permission_denied', 'lead_merged', 'precondition_failed'],
  }),
  leads({
    name: 'restoreLead',
    method: 'POST',
    path: `${LEADS}/{lead}/restore`,
    summary: 'Bring a removed lead back as it was, with its timeline (manager)',
    answer: affectedLeadsAnswer,
    golden: 'removal/restore',
    problems: ['permission_denied'],
  }),
  leads({
    name: 'exportLeadData',
    method: 'GET',
    path: `${LEADS}/{lead}/everything`,
    summary: 'Everything that is kept of a lead, removed or not, as a file (super admin)',
    description: 'The copy that a person may ask for. The audit log notes it.',
    answer: ref('Everything'),
    headers: ['Content-Disposition'],
    golden: 'removal/everything',
    problems: ['permission_denied', 'lead_merged'],
  }),
  leads({
    name: 'eraseLead',
    method: 'POST',
    path: `${LEADS}/{lead}/erase`,
    summary: 'Delete everything of a lead for good (super admin)',
    description:
      'The lead, whatever was merged into it, its timeline with comments and former values, what other timelines tell of its values, notifications, rows of imports, and what indexes hold of it. Rows of an import under way that name the person are skipped, and a repetition of a write about them under its Idempotency-Key is 410 erased. The full-text indexes are merged in the background, within an hour or so; the audit log notes index.cleared for each when its words are gone. It cannot be undone. The stream of changes and the audit log say that it was erased, and nothing else of it.',
    answer: erasedLeadAnswer,
    golden: 'removal/erase',
    problems: ['permission_denied', 'lead_merged'],
  }),
];
