/** The lead operations under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { callBy } from '../calls.ts';
import type { CoreApp } from '../core-app.ts';
import { write } from '../write.ts';
import { requireLead } from './access.ts';
import { assignLead, unassignLead } from './assignments.ts';
import { readLeadInput } from './lead-input.ts';
import { LEAD } from './lead-paths.ts';
import { leadResponse } from './lead-response.ts';
import { changeState, createLead, modifyLead } from './leads.ts';
import { assignSchema, changeStateSchema, unassignSchema } from './schema.ts';
import { upsertLead } from './upserts.ts';
import { affected, created, upserted } from './write-answers.ts';

/** A body that `readLeadInput` checks: what it may hold depends on the company. */
const leadBody = v.unknown();

export const leadRoutes = new Hono<CoreApp>();

/** Makes a lead: `{lead_ids, possible_duplicates}`. */
leadRoutes.post('/create', (c) =>
  write(c, {
    body: leadBody,
    change: (call, body) => {
      const input = readLeadInput(call.settings, body, { identifierRequired: true, isNew: true });
      return created(createLead(call, input));
    },
  }),
);

/** Updates the lead that has the identifiers or makes one: `{lead_ids, created, matched_on?, possible_duplicates}`. */
leadRoutes.post('/upsert', (c) =>
  write(c, {
    body: leadBody,
    change: (call, body) => {
      const input = readLeadInput(call.settings, body, { identifierRequired: true });
      return upserted(upsertLead(call, input));
    },
  }),
);

/** The full form of a lead with its `ETag`; of a merged-away one the survivor's, with `Content-Location`. */
leadRoutes.get(LEAD, (c) =>
  leadResponse(callBy(c.env.company, c.get('actor'), c.get('requestId')), c.req.param('lead'), {
    ifNoneMatch: c.req.header('If-None-Match'),
  }),
);

/** Changes what the body names: `{lead_ids}`. */
leadRoutes.post(`${LEAD}/modify`, requireLead, (c) =>
  write(c, {
    body: leadBody,
    change: (call, body) => {
      const input = readLeadInput(call.settings, body, { identifierRequired: false });
      return affected(modifyLead(call, c.req.param('lead'), input));
    },
  }),
);

/** Moves the lead to another state: `{lead_ids}`. */
leadRoutes.post(`${LEAD}/change_state`, requireLead, (c) =>
  write(c, {
    body: changeStateSchema,
    change: (call, { state }) => affected(changeState(call, c.req.param('lead'), state)),
  }),
);

/** Assigns the lead and notifies its new owner; 200 without content. */
leadRoutes.post(`${LEAD}/assign`, requireLead, (c) =>
  write(c, {
    body: assignSchema,
    change: (call, { to_user_email: email }) => {
      assignLead(call, c.req.param('lead'), email);
      return {};
    },
  }),
);

/** Takes the lead from its owner; 200 without content. */
leadRoutes.post(`${LEAD}/unassign`, requireLead, (c) =>
  write(c, {
    body: unassignSchema,
    change: (call, { from_user_email: email }) => {
      unassignLead(call, c.req.param('lead'), email);
      return {};
    },
  }),
);
