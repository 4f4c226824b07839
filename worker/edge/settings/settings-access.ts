/**
 * Access to a company's DNI settings: the operator and super admins of the company may read and change them, viewers read them;
 * managers and viewers may use the preview.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  companyOfSecret,
  invalidCredentials,
  isForCore,
  readCredentials,
} from '../../shared/http/credentials.ts';
import { asId } from '../../shared/http/ids.ts';
import { requireOperator } from '../../shared/secrets/operator-token.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import type { CompanyObject, LookupApp } from '../lookup/lookup-app.ts';

/**
 * Refuses wrong credentials without starting a Durable Object where possible: compares the operator's token, and requires a
 * user's token to be for the company in the path.
 */
export const settingsCredentials = createMiddleware<LookupApp>(async (c, next) => {
  const authorization = c.req.header('Authorization');
  const companyId = asId(c.req.param('company'));
  if (!isForCore(authorization)) await requireOperator(authorization, c.env.OPERATOR_TOKEN);
  else if (companyId === undefined || companyOfSecret(readCredentials(authorization).secret) !== companyId) {
    throw invalidCredentials();
  }
  if (companyId === undefined) throw notFound();
  await next();
});

/** Forwards the request to the Durable Object of the company in the path. Use after `settingsCredentials`. */
export async function askCompany(
  c: Pick<Context<LookupApp>, 'req' | 'env' | 'get'>,
  request = new Request(c.req.raw),
): Promise<{ companyId: string; company: CompanyObject; response: Response }> {
  const companyId = c.req.param('company')?.toLowerCase() ?? '';
  const company = c.env.COMPANIES.getByName(companyId);
  request.headers.set('X-Request-Id', c.get('requestId'));
  return { companyId, company, response: await company.fetch(request) };
}

/** Requires the operator, a super admin or a manager, to read also a viewer. Use after `settingsCredentials`, which needs no Durable Object. */
export const previewRightsOnly = createMiddleware<LookupApp>(async (c, next) => {
  const authorization = c.req.header('Authorization');
  if (isForCore(authorization)) {
    const company = c.env.COMPANIES.getByName(c.req.param('company')?.toLowerCase() ?? '');
    const refusal = await company.previewRefusal(authorization, c.req.method === 'GET' ? 'preview' : 'check');
    // A company that does not exist has no valid credentials.
    if (refusal?.code === 'not_found') throw invalidCredentials();
    if (refusal) throw new Problem(refusal.code, refusal.message, { headers: refusal.headers });
  }
  await next();
});
