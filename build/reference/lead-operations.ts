/** Leads, and with them their timelines. */
import * as v from 'valibot';
import { historySchema } from '../../worker/core/leads/editing/history-schema.ts';
import {
  assignSchema,
  changeStateSchema,
  idsSchema,
  leadInputSchema,
  leadModificationSchema,
  leadWriteQuery,
  pickEntries,
  recentLeadsSchema,
  unassignSchema,
} from '../../worker/core/leads/record/schema.ts';
import { mergeQuery, mergeSchema, unmergeSchema } from '../../worker/core/leads/merges/schema.ts';
import type { ProblemCode } from '../../worker/shared/http/problems.ts';
import { arrayOf, count, exactly, flag, id, type Operation, ref, text, time } from './operation.ts';
import { TIMELINE_OPERATIONS } from './timeline-operations.ts';

const LEADS = '/companies/{company}/leads';
const LEAD = `${LEADS}/{lead}`;

const LEAD_BODY: readonly ProblemCode[] = [
  'identifier_required',
  'invalid_email',
  'invalid_phone',
  'unknown_state',
  'unknown_group',
  'unknown_lead_field',
  'invalid_choice',
  'cardinality_exceeded',
];
const WRITE: readonly ProblemCode[] = ['permission_denied', 'lead_merged', 'precondition_failed'];

type Described = Omit<Operation, 'tag' | 'access'>;

const leads = (operation: Described): Operation => ({ ...operation, tag: 'Leads', access: 'user' });
const writesLead = (operation: Described): Operation =>
  leads({ query: v.object(leadWriteQuery), headers: ['ETag'], ...operation });

export const LEAD_OPERATIONS: readonly Operation[] = [
  writesLead({
    name: 'createLead',
    method: 'POST',
    path: `${LEADS}/create`,
    summary: 'Make a lead',
    description: 'Always makes a new one; upsert finds an existing one first.',
    body: leadInputSchema,
    answer: ref('CreatedLead'),
    golden: 'leads/create',
    problems: [...LEAD_BODY, 'duplicate_lead'],
  }),
  writesLead({
    name: 'upsertLead',
    method: 'POST',
    path: `${LEADS}/upsert`,
    summary: 'Update the lead that has the identifiers, or make one',
    body: leadInputSchema,
    answer: ref('UpsertedLead'),
    golden: 'leads/upsert-updated',
    problems: [...LEAD_BODY, 'permission_denied', 'ambiguous_match', 'too_many_values'],
  }),
  leads({
    name: 'importLeadHistory',
    method: 'POST',
    path: `${LEADS}/history`,
    summary: 'Bring leads with their past from another system (super admin)',
    description:
      'All of them or none. Nobody is notified, and existing leads are not searched for duplicates.',
    body: historySchema,
    answer: ref('AffectedLeads'),
    golden: 'leads/history',
    problems: [...LEAD_BODY, 'permission_denied', 'unknown_user'],
  }),
  leads({
    name: 'getLead',
    method: 'GET',
    path: LEAD,
    summary: 'Get a lead',
    description:
      'If the lead was merged into another, the answer is the other one, with its path in Content-Location. fields names the members to answer, here and wherever leads are answered.',
    query: v.object(pickEntries),
    answer: ref('Lead'),
    versioned: true,
    headers: ['Content-Location'],
    golden: 'leads/get',
    problems: ['permission_denied', 'unknown_lead_field'],
  }),
  writesLead({
    name: 'modifyLead',
    method: 'POST',
    path: `${LEAD}/modify`,
    summary: 'Change a lead: what the body leaves out stays',
    description:
      'source_tags, tags, emails and phones replace the whole list, or change it in part: {add, remove}. return=lead answers the lead as well, with its ETag, as on every write of a lead.',
    body: leadModificationSchema,
    answer: ref('AffectedLeads'),
    golden: 'leads/modify',
    problems: [...LEAD_BODY, ...WRITE, 'last_identifier', 'too_many_values'],
  }),
  writesLead({
    name: 'changeLeadState',
    method: 'POST',
    path: `${LEAD}/change_state`,
    summary: 'Move a lead to another state',
    body: changeStateSchema,
    answer: ref('AffectedLeads'),
    golden: 'leads/change-state',
    problems: ['unknown_state', ...WRITE],
  }),
  writesLead({
    name: 'assignLead',
    method: 'POST',
    path: `${LEAD}/assign`,
    summary: 'Assign a lead; the user is notified',
    body: assignSchema,
    answer: null,
    answerOnDemand: ref('LeadOnDemand'),
    golden: 'leads/assign',
    problems: ['unknown_user', 'assignee_suspended', ...WRITE],
  }),
  writesLead({
    name: 'unassignLead',
    method: 'POST',
    path: `${LEAD}/unassign`,
    summary: 'Unassign a lead',
    body: unassignSchema,
    answer: null,
    answerOnDemand: ref('LeadOnDemand'),
    golden: 'leads/unassign',
    problems: ['stale_assignment', 'not_assigned', ...WRITE],
  }),
  leads({
    name: 'mergeLead',
    method: 'POST',
    path: `${LEAD}/merge`,
    summary: 'Merge another lead into this one',
    description: 'With dry_run=true nothing is written and the answer has a preview.',
    query: v.object(mergeQuery),
    body: mergeSchema,
    answer: ref('Merge'),
    golden: 'leads/merge-dry-run',
    problems: [
      'cannot_merge_self',
      'field_not_mergeable',
      'cardinality_exceeded',
      'unknown_lead_field',
      'too_many_values',
      ...WRITE,
    ],
  }),
  leads({
    name: 'unmergeLead',
    method: 'POST',
    path: `${LEAD}/unmerge`,
    summary: 'Undo a merge',
    body: unmergeSchema,
    answer: exactly({ status: text, lead_ids: arrayOf(id), kept: arrayOf(text) }),
    golden: 'leads/unmerge',
    problems: ['unmerge_unavailable', ...WRITE],
  }),
  leads({
    name: 'listLeadsByIds',
    method: 'GET',
    path: `${LEADS}/search/ids`,
    summary: 'The leads with given ids',
    query: idsSchema,
    answer: arrayOf(ref('FoundLead')),
    golden: 'leads/search-by-ids',
    problems: ['too_many_ids'],
  }),
  leads({
    name: 'listRecentLeads',
    method: 'GET',
    path: `${LEADS}/recent_leads`,
    summary: 'Leads that changed in a range of time',
    description: 'relative, or from with to, is required; a range beyond 7 days is cut to its last 7.',
    query: recentLeadsSchema,
    answer: exactly({ count, leads: arrayOf(ref('RecentLead')), from: time, to: time, truncated: flag }),
    golden: 'leads/recent-leads',
    problems: ['range_required', 'reversed_range', 'unknown_range'],
  }),
  ...TIMELINE_OPERATIONS,
];
