/**
 * One lead, read. It is what a company is asked most, so it goes past the router and its chain of middlewares, which took
 * about a tenth of its processor time; whatever is not quite the usual request goes through them.
 */
import { refusal } from '../../base-app.ts';
import { requestIdOf } from '../../request-id.ts';
import { callerOf } from '../authenticate.ts';
import { type Call, callBy } from '../call.ts';
import type { CoreApp } from '../core-app.ts';
import { isKnown } from '../versions.ts';
import { readableLead } from './access.ts';
import { contentTag, leadContent } from './lead-bodies.ts';

/** `GET /companies/<company>/leads/<lead>` as an absolute URL with nothing escaped. */
const LEAD = /^[^/]*\/\/[^/]*\/companies\/([\da-fA-F-]{36})\/leads\/([\da-fA-F-]{36})(?:[?#]|$)/;

/** What a request for a lead says beside whose and which. */
interface Conditions {
  ifNoneMatch: string | undefined;
  requestId: string;
}

/** The answer to a request for one lead, refusals included; undefined when the request is none, or an unusual one. */
export function answerLeadRequest(
  request: Request,
  company: CoreApp['Bindings']['company'],
): Response | Promise<Response> | undefined {
  const [, companyId, leadId] = (request.method === 'GET' && LEAD.exec(request.url)) || [];
  if (leadId === undefined || request.body !== null) return undefined;
  const { headers } = request;
  const requestId = requestIdOf(headers);
  try {
    const caller = callerOf(company, headers.get('Authorization') ?? undefined, companyId);
    const ifNoneMatch = headers.get('If-None-Match') ?? undefined;
    return leadResponse(callBy(company, caller), leadId, { ifNoneMatch, requestId });
  } catch (error) {
    return refusal(error, request, { requestId });
  }
}

/**
 * The full form of a lead with its `ETag`; of a merged-away one the survivor's, with `Content-Location`. 304 without a body
 * when the caller has it already.
 * @throws Problem `not_found`, `permission_denied`
 */
export function leadResponse(call: Call, idText: string, { ifNoneMatch, requestId }: Conditions): Response {
  const lead = readableLead(call, idText);
  const content = leadContent(call, lead);
  const tag = contentTag(content);
  const isNew = !isKnown(ifNoneMatch, tag);
  const headers: Record<string, string> = { ETag: tag, 'Cache-Control': 'private, no-cache' };
  if (lead.leadId !== idText.toLowerCase()) {
    headers['Content-Location'] = `/companies/${call.companyId}/leads/${lead.leadId}`;
  }
  if (isNew) headers['Content-Type'] = 'application/json';
  headers['X-Request-Id'] = requestId;
  return new Response(isNew ? content : null, { status: isNew ? 200 : 304, headers });
}
