/** Provisioning by the operator of the deployment: `Authorization: Bearer <OPERATOR_TOKEN>`. */
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import { tokenResponse } from '../sign-in/token-response.ts';
import type { App } from '../../env.ts';
import { parse, readJson } from '../../shared/http/input.ts';
import { limitFailedCredentials } from '../credential-guard.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import { requireOperator } from '../../shared/secrets/operator-token.ts';
import { asId } from '../../shared/http/ids.ts';
import { allowCompanies, eraseCompany, makeCompany } from './companies.ts';
import { releaseAddress } from './addresses.ts';
import {
  addressSchema,
  allowanceSchema,
  eraseCompanySchema,
  moveNumberSchema,
  newCompanySchema,
  operatorTokenSchema,
} from './schema.ts';
import { moveNumber } from './numbers.ts';
import { issueTokenFor } from './tokens.ts';

const operatorOnly = createMiddleware<App>(async (c, next) => {
  await requireOperator(c.req.header('Authorization'), c.env.OPERATOR_TOKEN);
  await next();
});

export const operatorRoutes = new Hono<App>();
operatorRoutes.use(limitFailedCredentials, operatorOnly, takesNoQuery);

/**
 * Creates a company and its super admin: `{company_id?, name, default_region, superadmin?}` -> `{company_id, user_id?}`;
 * 409 `company_exists` for the id of another one. The super admin's address may belong to a user of another company.
 */
operatorRoutes.post('/companies', async (c) => {
  const input = parse(newCompanySchema, await readJson(c.req.raw));
  return c.json(await makeCompany(c.env, input));
});

/**
 * Deletes a company for good: `{name, bought_numbers?}`, whose name must match -> `{company_id, status: 'erased'}`; 409 `in_use` while
 * carriers have numbers that it bought, and these are not to be kept.
 */
operatorRoutes.post('/companies/:company/erase', async (c) => {
  const input = parse(eraseCompanySchema, await readJson(c.req.raw));
  return c.json(await eraseCompany(c.env.COMPANIES, asId(c.req.param('company')), input));
});

/** Sets how many companies a company may add: `{companies}` -> `{company_id, companies, added}`. */
operatorRoutes.post('/companies/:company/allowance', async (c) => {
  const { companies } = parse(allowanceSchema, await readJson(c.req.raw));
  return c.json(await allowCompanies(c.env.COMPANIES, asId(c.req.param('company')), companies));
});

/** Issues a token for a user who cannot or should not sign in: `{email, valid_seconds?}` -> the token, a JSON string. */
operatorRoutes.post('/tokens', async (c) => {
  const input = parse(operatorTokenSchema, await readJson(c.req.raw));
  return tokenResponse(await issueTokenFor(c.env, input));
});

/**
 * Frees a sign-in address that a company holds without having a user with it: `{email}` -> `{email, company_id}`, the
 * company that held it or null; 409 `in_use` when a user has it.
 */
operatorRoutes.post('/addresses/release', async (c) => {
  const { email } = parse(addressSchema, await readJson(c.req.raw));
  return c.json(await releaseAddress(c.env, email));
});

/**
 * Moves a number to a company: `{number, company_id}` -> the same with `former_company_ids`, the companies that held it.
 */
operatorRoutes.post('/numbers/move', async (c) => {
  const { number, company_id: companyId } = parse(moveNumberSchema, await readJson(c.req.raw));
  return c.json(await moveNumber(c.env, number, companyId));
});
