/**
 * Who may see and change a company's DNI settings: the operator, or a super admin of the company. Managers may have a decision
 * explained too.
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
 * Refuses what the edge can tell is wrong without starting the object of whatever company the path names: the operator's
 * token is compared here, and a user's token has to name that company.
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

/** The object of the company that the path names, and what it answers to the request. Placed after `settingsCredentials`. */
export async function askCompany(
  c: Pick<Context<LookupApp>, 'req' | 'env' | 'get'>,
  request = new Request(c.req.raw),
): Promise<{ companyId: string; company: CompanyObject; response: Response }> {
  const companyId = c.req.param('company')?.toLowerCase() ?? '';
  const company = c.env.COMPANIES.getByName(companyId);
  request.headers.set('X-Request-Id', c.get('requestId'));
  return { companyId, company, response: await company.fetch(request) };
}

/** Asks the company whether the user is a super admin or a manager. Placed after `settingsCredentials`, which refuses without its object what it can. */
export const previewRightsOnly = createMiddleware<LookupApp>(async (c, next) => {
  const authorization = c.req.header('Authorization');
  if (isForCore(authorization)) {
    const company = c.env.COMPANIES.getByName(c.req.param('company')?.toLowerCase() ?? '');
    const refusal = await company.previewRefusal(authorization);
    // Nobody has credentials of a company that is not there.
    if (refusal?.code === 'not_found') throw invalidCredentials();
    if (refusal) throw new Problem(refusal.code, refusal.message, { headers: refusal.headers });
  }
  await next();
});
