/** The lead operations under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { parse, readJson } from '../../input.ts';
import { callBy, callOf } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { assignLead, unassignLead } from './assignments.ts';
import { readLeadInput } from './lead-input.ts';
import { leadResponse } from './lead-response.ts';
import { requireLead } from './require-lead.ts';
import { changeState, createLead, modifyLead } from './leads.ts';
import { mergeLeads, unmergeLeads } from '../merges/merges.ts';
import {
  assignSchema,
  changeStateSchema,
  mergeQuerySchema,
  mergeSchema,
  unassignSchema,
  unmergeSchema,
} from './schema.ts';
import { upsertLead } from './upserts.ts';

export const leadRoutes = new Hono<CoreApp>();

/** Makes a lead: `{lead_ids, possible_duplicates}`. */
leadRoutes.post('/create', async (c) => {
  const body = await readJson(c.req.raw);
  const call = callOf(c);
  const input = readLeadInput(call.database, body, { identifierRequired: true });
  const { lead, possibleDuplicates } = createLead(call, input);
  return c.json({ lead_ids: [lead.leadId], possible_duplicates: possibleDuplicates });
});

/** Updates the lead that has the identifiers or makes one: `{lead_ids, created, matched_on?, possible_duplicates}`. */
leadRoutes.post('/upsert', async (c) => {
  const body = await readJson(c.req.raw);
  const call = callOf(c);
  const input = readLeadInput(call.database, body, { identifierRequired: true });
  const { lead, created, matchedOn, possibleDuplicates } = upsertLead(call, input);
  return c.json({
    lead_ids: [lead.leadId],
    created,
    ...(matchedOn === undefined ? {} : { matched_on: matchedOn }),
    possible_duplicates: possibleDuplicates,
  });
});

/** The full form of a lead with its `ETag`; of a merged-away one the survivor's, with `Content-Location`. */
leadRoutes.get('/:lead{[\\da-fA-F-]{36}}', (c) =>
  leadResponse(callBy(c.env.company, c.get('caller')), c.req.param('lead'), {
    ifNoneMatch: c.req.header('If-None-Match'),
    requestId: c.get('requestId'),
  }),
);

/** Changes what the body names: `{lead_ids}`. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/modify', requireLead, async (c) => {
  const body = await readJson(c.req.raw);
  const call = callOf(c);
  const input = readLeadInput(call.database, body, { identifierRequired: false });
  const lead = modifyLead(call, c.req.param('lead'), input);
  return affected(c, lead.leadId);
});

/** Moves the lead to another state: `{lead_ids}`. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/change_state', requireLead, async (c) => {
  const { state } = parse(changeStateSchema, await readJson(c.req.raw));
  return affected(c, changeState(callOf(c), c.req.param('lead'), state).leadId);
});

/** Assigns the lead and notifies its new owner; 200 without content. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/assign', requireLead, async (c) => {
  const input = parse(assignSchema, await readJson(c.req.raw));
  assignLead(callOf(c), c.req.param('lead'), input.to_user_email);
  await c.env.company.scheduleWork();
  return c.body(null);
});

/** Takes the lead from its owner; 200 without content. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/unassign', requireLead, async (c) => {
  const input = parse(unassignSchema, await readJson(c.req.raw));
  unassignLead(callOf(c), c.req.param('lead'), input.from_user_email);
  return c.body(null);
});

/** Merges the lead `with` into this one: `{status, merged_lead_id, secondary_lead_id, conflicts, preview?}`. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/merge', requireLead, async (c) => {
  const { dry_run: isDryRun } = parse(mergeQuerySchema, c.req.query(), 'parameters');
  const input = parse(mergeSchema, await readJson(c.req.raw));
  const answer = mergeLeads(callOf(c), c.req.param('lead'), input, isDryRun);
  if (!isDryRun) await c.env.company.scheduleWork();
  return c.json(answer);
});

/** Undoes a merge into this lead: `{lead_id}` -> `{status, lead_ids, kept}`. */
leadRoutes.post('/:lead{[\\da-fA-F-]{36}}/unmerge', requireLead, async (c) => {
  const input = parse(unmergeSchema, await readJson(c.req.raw));
  return c.json(unmergeLeads(callOf(c), c.req.param('lead'), input.lead_id));
});

function affected(c: Context<CoreApp>, leadId: string): Response {
  return c.json({ lead_ids: [leadId] });
}
