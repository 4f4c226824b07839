/** Provisioning, by whoever runs the deployment: `Authorization: Bearer <OPERATOR_TOKEN>`. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { App } from '../env.ts';
import { parse, readJson } from '../input.ts';
import { Problem } from '../problems.ts';
import { limitSignIns } from '../rate-limits.ts';
import { requireOperator } from './authenticate.ts';
import { newCompanySchema } from './schema.ts';

const operatorOnly = createMiddleware<App>(async (c, next) => {
  await requireOperator(c.req.header('Authorization'), c.env.OPERATOR_TOKEN);
  await next();
});

export const operatorRoutes = new Hono<App>();
operatorRoutes.use(limitSignIns, operatorOnly);

/** Makes a company: `{company_id?, name, default_region}` -> `{company_id}`; 409 `company_exists`. */
operatorRoutes.post('/companies', async (c) => {
  const input = parse(newCompanySchema, await readJson(c.req.raw));
  const companyId = input.company_id ?? crypto.randomUUID();
  const created = await c.env.COMPANIES.getByName(companyId).create({
    name: input.name,
    defaultRegion: input.default_region,
  });
  if (!created) {
    throw new Problem('company_exists', 'A company with this id exists already.', {
      members: { company_id: companyId },
    });
  }
  return c.json({ company_id: companyId });
});
