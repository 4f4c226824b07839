/**
 * One lead, read. It is what a company is asked most, so it goes past the router and its chain of middlewares, which
 * saves about a tenth of its processor time; any less usual request goes through them.
 */
import { ANSWER_HEADERS, refusal } from '../../../shared/http/base-app.ts';
import { requestIdOf } from '../../../shared/http/request-id.ts';
import type { Actor } from '../../engine/context/actors.ts';
import { noteRefusal } from '../../engine/log/refusals.ts';
import { callerOf } from '../../engine/http/authenticate.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { callBy } from '../../engine/context/contexts.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { isKnown } from '../../engine/http/answers.ts';
import { readableLead } from '../record/access.ts';
import { LEAD, LEAD_URL } from '../record/lead-paths.ts';
import { contentTag, leadBody, leadContent } from '../record/lead-bodies.ts';
import type { LeadPick } from '../record/picked-members.ts';

/** The route, as the router has it. */
const ROUTE = `/companies/:company/leads${LEAD}`;

/** The answer to a request for one lead, refusals included; undefined for every request that has to take the way through the router. */
export function answerLeadRequest(
  request: Request,
  company: CompanyContext,
): Response | Promise<Response> | undefined {
  const [, companyId, leadId] = (request.method === 'GET' && LEAD_URL.exec(request.url)) || [];
  if (leadId === undefined || request.body !== null) return undefined;
  const { headers } = request;
  const requestId = requestIdOf(headers);
  let actor: Actor | undefined;
  try {
    // Nothing of the path is read but the ids: it is a GET.
    actor = callerOf(company, request, { path: '', named: companyId });
    const ifNoneMatch = headers.get('If-None-Match') ?? undefined;
    return leadResponse(callBy(company, actor, requestId), leadId, { ifNoneMatch });
  } catch (error) {
    if (actor !== undefined) {
      noteRefusal(company, error, { actor, method: 'GET', route: ROUTE, requestId });
    }
    return refusal(error, request, { requestId });
  }
}

/**
 * The full form of a lead with its `ETag`; of a merged-away one the survivor's, with `Content-Location`. 304 without a body
 * when the caller has it already.
 * @throws Problem `not_found`, `permission_denied`
 */
export function leadResponse(
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
  // The tag stands for the lead, however much of it was asked for.
  const shown = pick === undefined ? content : JSON.stringify(pick(leadBody(context, lead)));
  return new Response(isNew ? shown : null, { status: isNew ? 200 : 304, headers });
}
