/** The routes of the company's settings: `/companies/<uuid>/lead_settings/...` and `/companies/<uuid>/settings`. */
import { Hono } from 'hono/tiny';
import { requirePublicAddress } from '../../../shared/http/public-addresses.ts';
import { requireRole } from '../../engine/http/rights.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { type Answer, checkIfMatch, respond, versionTag } from '../../engine/http/answers.ts';
import { write } from '../../engine/http/write.ts';
import { fieldsSchema } from './field-schema.ts';
import { type Rates, readRates, withRates } from './rates.ts';
import { replaceFields, replaceGroups, replaceOptions, reportReplaced } from './replacements.ts';
import { currenciesSchema, groupsSchema, optionsSchema, statesSchema, templatesSchema } from './schema.ts';
import { type CompanySettings, type SettingsName, settingsOf } from './settings.ts';

/** Settings that all users may read. Super admins replace each list as a whole. */
export const leadSettingsRoutes = new Hono<CoreApp>();

/** Answers the definitions of the lead fields. */
leadSettingsRoutes.get('/fields', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'fields', settings.fields()));
});

leadSettingsRoutes.put('/fields', requireRole('superadmin'), (c) =>
  write(c, {
    body: fieldsSchema,
    change: (context, fields) => replaced(context, 'fields', () => replaceFields(context, fields)),
  }),
);

/** Answers the states; a new lead gets the first one. */
leadSettingsRoutes.get('/states', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'states', settings.states()));
});

leadSettingsRoutes.put('/states', requireRole('superadmin'), (c) =>
  write(c, {
    body: statesSchema,
    change: (context, states) =>
      replaced(context, 'states', () => settingsOf(context).replace('states', states)),
  }),
);

/** Answers the groups of users and leads. */
leadSettingsRoutes.get('/groups', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'groups', settings.groups()));
});

leadSettingsRoutes.put('/groups', requireRole('superadmin'), (c) =>
  write(c, {
    body: groupsSchema,
    change: (context, groups) => replaced(context, 'groups', () => replaceGroups(context, groups)),
  }),
);

/** Answers `{currencies}` with the newest rates. */
leadSettingsRoutes.get('/currencies', async (c) =>
  respond(c, currenciesAnswer(settingsOf(c.env.company), await readRates(c.env.CACHE))),
);

leadSettingsRoutes.put('/currencies', requireRole('superadmin'), (c) =>
  write(c, {
    body: currenciesSchema,
    prepare: () => readRates(c.env.CACHE),
    change: (context, { currencies }, { prepared: rates }) => {
      replaced(context, 'currencies', () => settingsOf(context).replace('currencies', currencies));
      return currenciesAnswer(settingsOf(context), rates);
    },
  }),
);

/** Answers the texts that people start from when they write to leads. */
leadSettingsRoutes.get('/templates', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'templates', settings.templates()));
});

leadSettingsRoutes.put('/templates', requireRole('superadmin'), (c) =>
  write(c, {
    body: templatesSchema,
    change: (context, templates) =>
      replaced(context, 'templates', () => settingsOf(context).replace('templates', templates)),
  }),
);

/** The options of the company. Only super admins read them, because they contain the secret of the webhook. */
export const optionRoutes = new Hono<CoreApp>();
optionRoutes.use(requireRole('superadmin'));

optionRoutes.get('/', (c) => {
  const settings = settingsOf(c.env.company);
  return respond(c, answer(settings, 'options', settings.options()));
});

optionRoutes.put('/', (c) =>
  write(c, {
    room: 'reserve',
    body: optionsSchema,
    change: (context, options) => {
      const { notification_webhook: webhook } = options;
      if (webhook !== null) {
        requirePublicAddress(webhook.url, '/notification_webhook/url', addressRules(c.env));
      }
      return replaced(context, 'options', () => replaceOptions(context, options));
    },
  }),
);

/**
 * Replaces settings if `If-Match` names their version, and reports the change.
 * @returns the new settings
 */
function replaced(context: WriteContext, name: SettingsName, replace: () => void): Answer {
  const { ifMatch } = context;
  const settings = settingsOf(context);
  // The tag of the currencies also contains the version of the rates, which nobody edits.
  checkIfMatch(ifMatch?.replaceAll(/-\d+"/g, '"'), versionTag(settings.versionOf(name)));
  reportReplaced(context, name, replace);
  return answer(settings, name, settings[name]());
}

/** Answers settings with their `ETag`. */
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
