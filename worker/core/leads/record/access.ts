/** The way from the id in a path to a lead that the caller may work on, with every refusal on that way. */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { callOf } from '../../engine/context/contexts.ts';
import { createMiddleware } from 'hono/factory';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { checkIfMatch } from '../../engine/http/versions.ts';
import { contentTag, leadContent } from './lead-bodies.ts';
import { findLead, findSurvivor } from './lead-store.ts';
import type { LeadRecord } from './schema.ts';
import { mayWorkOn } from './scopes.ts';

/**
 * The lead that answers for `idText`: itself, or the survivor when it was merged away.
 * @throws Problem `not_found` when there is none, `permission_denied` when it is out of the caller's scope
 */
export function readableLead(context: RequestContext, idText: string): LeadRecord {
  const leadId = asId(idText);
  const lead =
    leadId === undefined
      ? undefined
      : (findLead(context.database, leadId) ?? findSurvivor(context.database, leadId));
  if (lead === undefined) throw notFound();
  if (mayWorkOn(context, lead)) return lead;
  throw new Problem('permission_denied', 'You have no rights on this lead.');
}

/**
 * The lead itself, for a change. To be called inside the change's transaction.
 * @throws Problem `not_found`, `permission_denied`, `lead_merged` with `merged_into` when it lives on in another lead,
 *   `precondition_failed` when `If-Match` names another version
 */
export function writableLead(context: WriteContext, idText: string): LeadRecord {
  const lead = readableLead(context, idText);
  refuseMerged(idText, lead);
  // The tag is a hash of the whole lead, so it is made only for who asks.
  if (context.ifMatch !== undefined) checkIfMatch(context.ifMatch, contentTag(leadContent(context, lead)));
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
