/** `/companies/<uuid>/lead_settings/...` and `/companies/<uuid>/settings`. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse, readJson } from '../../input.ts';
import { requireRole } from '../authenticate.ts';
import type { CoreApp } from '../core-app.ts';
import { checkIfMatch, isKnown, versionTag } from '../versions.ts';
import { fieldsSchema } from './field-schema.ts';
import { readRates, withRates } from './rates.ts';
import { replaceFields, replaceGroups, replaceOptions } from './replacements.ts';
import { currenciesSchema, groupsSchema, optionsSchema, statesSchema } from './schema.ts';
import {
  readCompanyOptions,
  readCurrencies,
  readGroups,
  readLeadFields,
  readStates,
  replaceDocument,
  type SettingsName,
  versionOf,
} from './settings.ts';

/** What everybody in the company reads; super admins replace each list as a whole. */
export const leadSettingsRoutes = new Hono<CoreApp>();

/** The definitions of the lead fields. */
leadSettingsRoutes.get('/fields', (c) => answer(c, 'fields', readLeadFields(c.env.company.database)));

leadSettingsRoutes.put('/fields', requireRole('superadmin'), async (c) => {
  const fields = parse(fieldsSchema, await readJson(c.req.raw));
  replace(c, 'fields', (database) => replaceFields(database, fields));
  return answer(c, 'fields', fields);
});

/** The states; a new lead gets the first. */
leadSettingsRoutes.get('/states', (c) => answer(c, 'states', readStates(c.env.company.database)));

leadSettingsRoutes.put('/states', requireRole('superadmin'), async (c) => {
  const states = parse(statesSchema, await readJson(c.req.raw));
  replace(c, 'states', (database) => replaceDocument(database, 'states', states));
  return answer(c, 'states', states);
});

/** The groups of users and leads. */
leadSettingsRoutes.get('/groups', (c) => answer(c, 'groups', readGroups(c.env.company.database)));

leadSettingsRoutes.put('/groups', requireRole('superadmin'), async (c) => {
  const groups = parse(groupsSchema, await readJson(c.req.raw));
  replace(c, 'groups', (database) => replaceGroups(database, groups));
  return answer(c, 'groups', groups);
});

/** `{currencies}`, with the newest rates. */
leadSettingsRoutes.get('/currencies', (c) => answerCurrencies(c));

leadSettingsRoutes.put('/currencies', requireRole('superadmin'), async (c) => {
  const { currencies } = parse(currenciesSchema, await readJson(c.req.raw));
  replace(c, 'currencies', (database) => replaceDocument(database, 'currencies', currencies));
  return answerCurrencies(c);
});

/** The options of the company, for super admins: they hold the secret of the webhook. */
export const optionRoutes = new Hono<CoreApp>();
optionRoutes.use(requireRole('superadmin'));

optionRoutes.get('/', (c) => answer(c, 'options', readCompanyOptions(c.env.company.database)));

optionRoutes.put('/', async (c) => {
  const options = parse(optionsSchema, await readJson(c.req.raw));
  replace(c, 'options', (database) => replaceOptions(database, options));
  return answer(c, 'options', options);
});

/** One transaction from the check of `If-Match` to the last write. */
function replace(
  c: Context<CoreApp>,
  name: SettingsName,
  change: (database: CoreApp['Bindings']['company']['database']) => void,
): void {
  const { database } = c.env.company;
  // The tag of the currencies also names the rates, which nobody edits.
  const ifMatch = c.req.header('If-Match')?.replaceAll(/-\d+"/g, '"');
  database.transaction(() => {
    checkIfMatch(ifMatch, versionTag(versionOf(database, name)));
    change(database);
  });
}

/** Settings with their `ETag`; 304 to a reader who has them. */
function answer(c: Context<CoreApp>, name: SettingsName, body: object, tagSuffix = ''): Response {
  const headers = {
    ETag: versionTag(`${versionOf(c.env.company.database, name)}${tagSuffix}`),
    'Cache-Control': 'private, no-cache',
  };
  const known = c.req.method !== 'PUT' && isKnown(c.req.header('If-None-Match'), headers.ETag);
  return known ? c.body(null, 304, headers) : c.json(body, 200, headers);
}

async function answerCurrencies(c: Context<CoreApp>): Promise<Response> {
  const rates = await readRates(c.env.CACHE);
  const currencies = withRates(readCurrencies(c.env.company.database), rates);
  return answer(c, 'currencies', { currencies }, rates === undefined ? '' : `-${rates.time}`);
}
