/** The way from the id in a path to a lead that the caller may work on, with every refusal on that way. */
import type { Call, WriteCall } from '../call.ts';
import { callOf } from '../api-calls.ts';
import { createMiddleware } from 'hono/factory';
import type { CoreApp } from '../core-app.ts';
import { asId } from '../../ids.ts';
import { notFound, Problem } from '../../problems.ts';
import { checkIfMatch } from '../versions.ts';
import { contentTag, leadContent } from './lead-bodies.ts';
import { findLead, findSurvivor } from './lead-store.ts';
import type { LeadRecord } from './schema.ts';
import { mayWorkOn } from './scopes.ts';

/**
 * The lead that answers for `idText`: itself, or the survivor when it was merged away.
 * @throws Problem `not_found` when there is none, `permission_denied` when it is out of the caller's scope
 */
export function readableLead(call: Call, idText: string): LeadRecord {
  const leadId = asId(idText);
  const lead =
    leadId === undefined
      ? undefined
      : (findLead(call.database, leadId) ?? findSurvivor(call.database, leadId));
  if (lead === undefined) throw notFound();
  if (mayWorkOn(call, lead)) return lead;
  throw new Problem('permission_denied', 'You have no rights on this lead.');
}

/**
 * The lead itself, for a change. To be called inside the change's transaction.
 * @throws Problem `not_found`, `permission_denied`, `lead_merged` with `merged_into` when it lives on in another lead,
 *   `precondition_failed` when `If-Match` names another version
 */
export function writableLead(call: WriteCall, idText: string): LeadRecord {
  const lead = readableLead(call, idText);
  refuseMerged(idText, lead);
  // The tag is a hash of the whole lead, so it is made only for who asks.
  if (call.ifMatch !== undefined) checkIfMatch(call.ifMatch, contentTag(leadContent(call, lead)));
  return lead;
}

/**
 * Refuses what is not there (404) and what the caller has no rights on (403) before the body is looked at. The change
 * itself looks again, inside its transaction.
 */
export const requireLead = createMiddleware<CoreApp>(async (c, next) => {
  readableLead(callOf(c), c.req.param('lead') ?? '');
  await next();
});

/** @throws Problem `lead_merged` when `lead` answers for another id */
export function refuseMerged(idText: string, lead: LeadRecord): void {
  if (lead.leadId === asId(idText)) return;
  throw new Problem('lead_merged', `The lead was merged into ${lead.leadId}; write to that one.`, {
    members: { merged_into: lead.leadId },
  });
}
