/** Removing, restoring and erasing leads; erasing users. */
import { erasedLeadAnswer, removalAnswer, removedLeadsAnswer } from './answer-schema.ts';
import { affectedLeadsAnswer } from '../leads/editing/answer-schema.ts';
import { userAnswer } from '../people/users/answer-schema.ts';
import { removedPageSchema } from '../leads/removals/schema.ts';
import { ref, operationsOf, type Operation } from '../../shared/reference/operation.ts';

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
