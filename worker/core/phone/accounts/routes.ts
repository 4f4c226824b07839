/** `/companies/<uuid>/calls/accounts`: the addresses for the carriers' numbers, and the check of an account. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { publicOrigin } from '../../../shared/configuration.ts';
import { parse, parseJson, readJsonText } from '../../../shared/http/input.ts';
import { takesNoQuery } from '../../../shared/http/query.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { requireRole } from '../../engine/http/rights.ts';
import { CARRIERS } from '../ringing/settings-schema.ts';
import { checkAccount, countCheck, requireAccount } from './account-checks.ts';
import { addressesOf } from './addresses.ts';
import type { AccountCheck, CarrierAddresses } from './reference.ts';
import { accountSchema } from './schema.ts';

export const accountRoutes = new Hono<CoreApp>();

/** The addresses that the numbers get at each carrier. */
accountRoutes.get('/addresses', requireRole('superadmin', 'manager'), (c) => {
  const here = placeOf(c);
  return c.json<CarrierAddresses>({
    carriers: CARRIERS.map((carrier) => ({ carrier, addresses: addressesOf(carrier, here) })),
  });
});

/** Asks a carrier whether the account answers and its numbers send their calls here. Changes nothing. */
accountRoutes.post('/check', requireRole('superadmin'), takesNoQuery, async (c) => {
  const wanted = parse(accountSchema, parseJson(await readJsonText(c.req.raw)));
  const context = contextOfRequest(c);
  const account = requireAccount(context, wanted);
  commit(c.env.company, context, countCheck);
  const here = { ...placeOf(c), addresses: addressRules(c.env) };
  return c.json<AccountCheck>(await checkAccount(context, account, here));
});

function placeOf(c: Context<CoreApp>): { origin: string; companyId: string } {
  const origin = publicOrigin(c.env) ?? new URL(c.req.url).origin;
  return { origin, companyId: c.env.company.companyId };
}
