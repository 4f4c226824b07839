/** Reference of the operations on one lead and of the import of leads with their history. */
import * as v from 'valibot';
import { id, named } from '../../../shared/reference/answers.ts';
import { leadAnswer, matchedOnAnswer } from '../record/answer-schema.ts';
import { historySchema } from './history-schema.ts';
import {
  assignSchema,
  changeStateSchema,
  leadInputSchema,
  leadModificationSchema,
  leadWriteQuery,
  pickEntries,
  unassignSchema,
} from '../record/schema.ts';
import { LEAD, LEADS, LEAD_WRITE } from '../reference.ts';
import type { ProblemCode } from '../../../shared/http/problems.ts';
import { type Described, type Operation, operationsOf } from '../../../shared/reference/operation.ts';

/** The lead after the write, if the query asked for it. */
const lead = v.exactOptional(leadAnswer);

export const affectedLeadsAnswer = named('AffectedLeads', v.strictObject({ lead_ids: v.array(id), lead }));
export type AffectedLeads = v.InferOutput<typeof affectedLeadsAnswer>;

/** Another lead that has one of the identifiers. */
export const possibleDuplicateAnswer = named(
  'PossibleDuplicate',
  v.strictObject({ lead_id: id, matched_on: matchedOnAnswer }),
);
export type PossibleDuplicate = v.InferOutput<typeof possibleDuplicateAnswer>;

export const createdLeadAnswer = named(
  'CreatedLead',
  v.strictObject({
    lead_ids: v.array(id),
    lead,
    possible_duplicates: v.array(possibleDuplicateAnswer),
  }),
);
export type CreatedLeadBody = v.InferOutput<typeof createdLeadAnswer>;

export const upsertedLeadAnswer = named(
  'UpsertedLead',
  v.strictObject({
    lead_ids: v.array(id),
    lead,
    created: v.boolean(),
    matched_on: v.exactOptional(matchedOnAnswer),
    possible_duplicates: v.array(possibleDuplicateAnswer),
  }),
);
export type UpsertedLeadBody = v.InferOutput<typeof upsertedLeadAnswer>;

export const leadOnDemandAnswer = named('LeadOnDemand', v.strictObject({ lead: leadAnswer }));

/** The codes with which the body of a lead may be refused. */
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

const leads = operationsOf('Leads', 'user');
const writesLead = (operation: Described): Operation =>
  leads({ query: v.object(leadWriteQuery), headers: ['ETag'], ...operation });

export const EDITING_OPERATIONS: readonly Operation[] = [
  writesLead({
    name: 'createLead',
    method: 'POST',
    path: `${LEADS}/create`,
    summary: 'Create a lead',
    description: 'Always creates a new lead. Upsert looks for an existing one first.',
    body: leadInputSchema,
    answer: createdLeadAnswer,
    golden: 'leads/create',
    problems: [...LEAD_BODY, 'duplicate_lead'],
  }),
  writesLead({
    name: 'upsertLead',
    method: 'POST',
    path: `${LEADS}/upsert`,
    summary: 'Update the lead that has the identifiers, or create one',
    body: leadInputSchema,
    answer: upsertedLeadAnswer,
    golden: 'leads/upsert-updated',
    problems: [...LEAD_BODY, 'permission_denied', 'ambiguous_match', 'too_many_values'],
  }),
  leads({
    name: 'importLeadHistory',
    method: 'POST',
    path: `${LEADS}/history`,
    summary: 'Import leads with their history from another system (super admin)',
    description:
      'All of them or none. Nobody is notified, and existing leads are not searched for duplicates.',
    body: historySchema,
    answer: affectedLeadsAnswer,
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
    answer: leadAnswer,
    versioned: true,
    headers: ['Content-Location'],
    golden: 'leads/get',
    problems: ['permission_denied', 'unknown_lead_field'],
  }),
  writesLead({
    name: 'modifyLead',
    method: 'POST',
    path: `${LEAD}/modify`,
    summary: 'Change the members of a lead that the body names',
    description:
      'source_tags, tags, emails and phones replace the whole list, or change it in part: {add, remove}. return=lead answers the lead as well, with its ETag, as on every write of a lead.',
    body: leadModificationSchema,
    answer: affectedLeadsAnswer,
    golden: 'leads/modify',
    problems: [...LEAD_BODY, ...LEAD_WRITE, 'last_identifier', 'too_many_values'],
  }),
  writesLead({
    name: 'changeLeadState',
    method: 'POST',
    path: `${LEAD}/change_state`,
    summary: 'Move a lead to another state',
    body: changeStateSchema,
    answer: affectedLeadsAnswer,
    golden: 'leads/change-state',
    problems: ['unknown_state', ...LEAD_WRITE],
  }),
  writesLead({
    name: 'assignLead',
    method: 'POST',
    path: `${LEAD}/assign`,
    summary: 'Assign a lead; the user is notified',
    body: assignSchema,
    answer: null,
    answerOnDemand: leadOnDemandAnswer,
    golden: 'leads/assign',
    goldenOnDemand: 'leads/assign-answered',
    problems: ['unknown_user', 'assignee_suspended', 'assignee_reads_only', ...LEAD_WRITE],
  }),
  writesLead({
    name: 'unassignLead',
    method: 'POST',
    path: `${LEAD}/unassign`,
    summary: 'Unassign a lead',
    body: unassignSchema,
    answer: null,
    answerOnDemand: leadOnDemandAnswer,
    golden: 'leads/unassign',
    goldenOnDemand: 'leads/unassign-answered',
    problems: ['stale_assignment', 'not_assigned', ...LEAD_WRITE],
  }),
];
