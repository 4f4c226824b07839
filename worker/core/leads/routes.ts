/** The lead operations under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { parse } from '../../input.ts';
import { callBy } from '../api-calls.ts';
import type { CoreApp } from '../core-app.ts';
import { write } from '../write.ts';
import { requireLead } from './access.ts';
import { assignLead, unassignLead } from './assignments.ts';
import { readLeadInput } from './lead-input.ts';
import { LEAD } from './lead-paths.ts';
import { leadResponse } from './lead-response.ts';
import { changeState, createLead, modifyLead } from './leads.ts';
import { readModification } from './modifications.ts';
import { readPick } from './picked-members.ts';
import { assignSchema, changeStateSchema, leadWriteQuery, pickEntries, unassignSchema } from './schema.ts';
import { upsertLead } from './upserts.ts';
import { affected, created, upserted, withLead } from './write-answers.ts';
import { settingsOf } from '../settings/settings.ts';

/** A body that `readLeadInput` checks: what it may hold depends on the company. */
const leadBody = v.unknown();

export const leadRoutes = new Hono<CoreApp>();

/** Makes a lead: `{lead_ids, possible_duplicates}`. */
leadRoutes.post('/create', (c) =>
  write(c, {
    body: leadBody,
    query: leadWriteQuery,
    change: (call, body, { query }) => {
      const input = readLeadInput(settingsOf(call), body, { identifierRequired: true, isNew: true });
      const made = createLead(call, input);
      return withLead(call, made.lead, query, created(made));
    },
  }),
);

/** Updates the lead that has the identifiers or makes one: `{lead_ids, created, matched_on?, possible_duplicates}`. */
leadRoutes.post('/upsert', (c) =>
  write(c, {
    body: leadBody,
    query: leadWriteQuery,
    change: (call, body, { query }) => {
      const input = readLeadInput(settingsOf(call), body, { identifierRequired: true });
      const found = upsertLead(call, input);
      return withLead(call, found.lead, query, upserted(found));
    },
  }),
);

/** The full form of a lead with its `ETag`; of a merged-away one the survivor's, with `Content-Location`. */
leadRoutes.get(LEAD, (c) => {
  const call = callBy(c.env.company, c.get('actor'), c.get('requestId'));
  const { fields } = parse(v.object(pickEntries), c.req.query(), 'parameters');
  const pick = readPick(fields, settingsOf(call).fields());
  return leadResponse(call, c.req.param('lead'), { ifNoneMatch: c.req.header('If-None-Match'), pick });
});

/** Changes what the body names: `{lead_ids}`. */
leadRoutes.post(`${LEAD}/modify`, requireLead, (c) =>
  write(c, {
    body: leadBody,
    query: leadWriteQuery,
    change: (call, body, { query }) => {
      const leadId = c.req.param('lead');
      const lead = modifyLead(call, leadId, readModification(call, leadId, body));
      return withLead(call, lead, query, affected(lead));
    },
  }),
);

/** Moves the lead to another state: `{lead_ids}`. */
leadRoutes.post(`${LEAD}/change_state`, requireLead, (c) =>
  write(c, {
    body: changeStateSchema,
    query: leadWriteQuery,
    change: (call, { state }, { query }) => {
      const lead = changeState(call, c.req.param('lead'), state);
      return withLead(call, lead, query, affected(lead));
    },
  }),
);

/** Assigns the lead and notifies its new owner; 200 without content. */
leadRoutes.post(`${LEAD}/assign`, requireLead, (c) =>
  write(c, {
    body: assignSchema,
    query: leadWriteQuery,
    change: (call, { to_user_email: email }, { query }) =>
      withLead(call, assignLead(call, c.req.param('lead'), email), query, {}),
  }),
);

/** Takes the lead from its owner; 200 without content. */
leadRoutes.post(`${LEAD}/unassign`, requireLead, (c) =>
  write(c, {
    body: unassignSchema,
    query: leadWriteQuery,
    change: (call, { from_user_email: email }, { query }) =>
      withLead(call, unassignLead(call, c.req.param('lead'), email), query, {}),
  }),
);
