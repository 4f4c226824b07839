/** `/companies/<uuid>/lead_settings/...` and `/companies/<uuid>/settings`. */
import { Hono } from 'hono/tiny';
import { requirePublicAddress } from '../../public-addresses.ts';
import { requireRole } from '../rights.ts';
import type { WriteCall } from '../call.ts';
import { addressRules, type CoreApp } from '../core-app.ts';
import { checkIfMatch, versionTag } from '../versions.ts';
import type { Answer } from '../answers.ts';
import { respond } from '../respond.ts';
import { write } from '../write.ts';
import { fieldsSchema } from './field-schema.ts';
import { type Rates, readRates, withRates } from './rates.ts';
import { replaceFields, replaceGroups, replaceOptions } from './replacements.ts';
import { currenciesSchema, groupsSchema, optionsSchema, statesSchema } from './schema.ts';
import { tellSettingsChanged } from './settings-changes.ts';
import { type CompanySettings, type SettingsName, settingsOf } from './settings.ts';

/** What everybody in the company reads; super admins replace each list as a whole. */
export const leadSettingsRoutes = new Hono<CoreApp>();

/** The definitions of the lead fields. */
leadSettingsRoutes.get('/fields', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'fields', settings.fields()));
});

leadSettingsRoutes.put('/fields', requireRole('superadmin'), (c) =>
  write(c, {
    body: fieldsSchema,
    change: (call, fields) => replaced(call, 'fields', () => replaceFields(call, fields)),
  }),
);

/** The states; a new lead gets the first. */
leadSettingsRoutes.get('/states', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'states', settings.states()));
});

leadSettingsRoutes.put('/states', requireRole('superadmin'), (c) =>
  write(c, {
    body: statesSchema,
    change: (call, states) => replaced(call, 'states', () => settingsOf(call).replace('states', states)),
  }),
);

/** The groups of users and leads. */
leadSettingsRoutes.get('/groups', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'groups', settings.groups()));
});

leadSettingsRoutes.put('/groups', requireRole('superadmin'), (c) =>
  write(c, {
    body: groupsSchema,
    change: (call, groups) => replaced(call, 'groups', () => replaceGroups(call, groups)),
  }),
);

/** `{currencies}`, with the newest rates. */
leadSettingsRoutes.get('/currencies', async (c) =>
  respond(c, currenciesAnswer(settingsOf(c.env.company), await readRates(c.env.CACHE))),
);

leadSettingsRoutes.put('/currencies', requireRole('superadmin'), (c) =>
  write(c, {
    body: currenciesSchema,
    prepare: () => readRates(c.env.CACHE),
    change: (call, { currencies }, { prepared: rates }) => {
      replaced(call, 'currencies', () => settingsOf(call).replace('currencies', currencies));
      return currenciesAnswer(settingsOf(call), rates);
    },
  }),
);

/** The options of the company, for super admins: they hold the secret of the webhook. */
export const optionRoutes = new Hono<CoreApp>();
optionRoutes.use(requireRole('superadmin'));

optionRoutes.get('/', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'options', settings.options()));
});

optionRoutes.put('/', (c) =>
  write(c, {
    body: optionsSchema,
    change: (call, options) => {
      const { notification_webhook: webhook } = options;
      if (webhook !== null) {
        requirePublicAddress(webhook.url, '/notification_webhook/url', addressRules(c.env));
      }
      return replaced(call, 'options', () => replaceOptions(call, options));
    },
  }),
);

/** Replaces settings whose version is the one that the caller means, and tells of it. @returns the new ones */
function replaced(call: WriteCall, name: SettingsName, replace: () => void): Answer {
  const { ifMatch } = call;
  const settings = settingsOf(call);
  // The tag of the currencies also names the rates, which nobody edits.
  checkIfMatch(ifMatch?.replaceAll(/-\d+"/g, '"'), versionTag(settings.versionOf(name)));
  const before = settings[name]();
  replace();
  const after = settings[name]();
  tellSettingsChanged(call, { settings: name, version: settings.versionOf(name), before, after });
  return answer(settings, name, after);
}

/** Settings with their `ETag`. */
function answer(settings: CompanySettings, name: SettingsName, body: object, tagSuffix = ''): Answer {
  return {
    body,
    headers: {
      ETag: versionTag(`${settings.versionOf(name)}${tagSuffix}`),
      'Cache-Control': 'no-store',
    },
  };
}

function currenciesAnswer(settings: CompanySettings, rates: Rates | undefined): Answer {
  const currencies = withRates(settings.currencies(), rates);
  return answer(settings, 'currencies', { currencies }, rates === undefined ? '' : `-${rates.time}`);
}
