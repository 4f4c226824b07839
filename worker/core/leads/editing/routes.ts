/** The lead operations under `/companies/<uuid>/leads`. */
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { parse } from '../../../shared/http/input.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { write } from '../../engine/http/write.ts';
import { LEAD, readableLead, requireLead } from '../record/access.ts';
import { assignLead, unassignLead } from './assignments.ts';
import { readLeadInput } from '../record/lead-input.ts';
import { changeState, createLead, modifyLead, upsertLead } from './lead-writes.ts';
import { readModification } from './modification-input.ts';
import { type LeadPick, readPick } from '../record/picked-members.ts';
import {
  assignSchema,
  changeStateSchema,
  leadWriteQuery,
  pickEntries,
  unassignSchema,
} from '../record/schema.ts';
import { affected, created, upserted, withLead } from './write-answers.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { ANSWER_HEADERS } from '../../../shared/http/base-app.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { isKnown } from '../../engine/http/answers.ts';
import { contentTag, leadBody, leadContent } from '../record/lead-bodies.ts';

/** A body that `readLeadInput` checks against the company's settings. */
const uncheckedBody = v.unknown();

export const leadRoutes = new Hono<CoreApp>();

/** Creates a lead; answers `{lead_ids, possible_duplicates}`. */
leadRoutes.post('/create', (c) =>
  write(c, {
    body: uncheckedBody,
    query: leadWriteQuery,
    change: (context, body, { query }) => {
      const input = readLeadInput(settingsOf(context), body, { identifierRequired: true, isNew: true });
      const made = createLead(context, input);
      return withLead(context, made.lead, query, created(made));
    },
  }),
);

/** Updates the lead that has the identifiers or creates one; answers `{lead_ids, created, matched_on?, possible_duplicates}`. */
leadRoutes.post('/upsert', (c) =>
  write(c, {
    body: uncheckedBody,
    query: leadWriteQuery,
    change: (context, body, { query }) => {
      const input = readLeadInput(settingsOf(context), body, { identifierRequired: true });
      const found = upsertLead(context, input);
      return withLead(context, found.lead, query, upserted(found));
    },
  }),
);

/** Answers the full form of a lead with its `ETag`. If the lead was merged, answers the survivor with `Content-Location`. */
leadRoutes.get(LEAD, (c) => {
  const context = contextOfActor(c.env.company, c.get('actor'), c.get('requestId'));
  const { fields } = parse(v.object(pickEntries), c.req.query(), 'parameters');
  const pick = readPick(fields, settingsOf(context).fields());
  return leadResponse(context, c.req.param('lead'), { ifNoneMatch: c.req.header('If-None-Match'), pick });
});

/** Changes the members that the body names; answers `{lead_ids}`. */
leadRoutes.post(`${LEAD}/modify`, requireLead, (c) =>
  write(c, {
    body: uncheckedBody,
    query: leadWriteQuery,
    change: (context, body, { query }) => {
      const leadId = c.req.param('lead');
      const lead = modifyLead(context, leadId, readModification(context, leadId, body));
      return withLead(context, lead, query, affected(lead));
    },
  }),
);

/** Moves the lead to another state; answers `{lead_ids}`. */
leadRoutes.post(`${LEAD}/change_state`, requireLead, (c) =>
  write(c, {
    body: changeStateSchema,
    query: leadWriteQuery,
    change: (context, { state }, { query }) => {
      const lead = changeState(context, c.req.param('lead'), state);
      return withLead(context, lead, query, affected(lead));
    },
  }),
);

/** Assigns the lead and notifies its new owner; answers 200 without content. */
leadRoutes.post(`${LEAD}/assign`, requireLead, (c) =>
  write(c, {
    body: assignSchema,
    query: leadWriteQuery,
    change: (context, { to_user_email: email }, { query }) =>
      withLead(context, assignLead(context, c.req.param('lead'), email), query, {}),
  }),
);

/** Unassigns the lead; answers 200 without content. */
leadRoutes.post(`${LEAD}/unassign`, requireLead, (c) =>
  write(c, {
    body: unassignSchema,
    query: leadWriteQuery,
    change: (context, { from_user_email: email }, { query }) =>
      withLead(context, unassignLead(context, c.req.param('lead'), email), query, {}),
  }),
);

/**
 * Answers the full form of a lead with its `ETag`, or 304 without a body when the caller has this version already. If the lead
 * was merged, answers the survivor with `Content-Location`.
 * @throws Problem `not_found`, `permission_denied`
 */
function leadResponse(
  context: RequestContext,
  idText: string,
  { ifNoneMatch, pick }: { ifNoneMatch: string | undefined; pick?: LeadPick },
): Response {
  const lead = readableLead(context, idText);
  const content = leadContent(context, lead);
  const tag = contentTag(content);
  const isNew = !isKnown(ifNoneMatch, tag);
  const headers: Record<string, string> = { ETag: tag, ...ANSWER_HEADERS };
  if (lead.leadId !== idText.toLowerCase()) {
    headers['Content-Location'] = `/companies/${context.companyId}/leads/${lead.leadId}`;
  }
  if (isNew) headers['Content-Type'] = 'application/json';
  headers['X-Request-Id'] = context.requestId;
  // The tag covers the whole lead, even when the query asks for only some members.
  const shown = pick === undefined ? content : JSON.stringify(pick(leadBody(context, lead)));
  return new Response(isNew ? shown : null, { status: isNew ? 200 : 304, headers });
}
