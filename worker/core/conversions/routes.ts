/** The routes of conversions that go out: `/companies/<uuid>/conversions`. For super admins, but for the files. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { parse, parseJson, readJsonText } from '../../shared/http/input.ts';
import { takesNoQuery } from '../../shared/http/query.ts';
import type { CoreApp } from '../engine/context/company-context.ts';
import { contextOfRequest } from '../engine/context/contexts.ts';
import { type Answer, respond, versionTag } from '../engine/http/answers.ts';
import { requireRole } from '../engine/http/rights.ts';
import { write } from '../engine/http/write.ts';
import { csvFile } from '../leads/csv/paged-csv.ts';
import type { OutboxPage, TestBody } from './answer-schema.ts';
import { conversionBody, healthBody, platformBody, ruleBody } from './bodies.ts';
import { previewRules } from './deciding/preview.ts';
import { listConversions } from './outbox/conversion-store.ts';
import { conversionFile, type FileForm } from './outbox/files.ts';
import { limitOf, testPlatform } from './outbox/platform-tests.ts';
import { platformsOf, requirePlatform, savePlatform, sealSecret } from './platform-settings.ts';
import { PLATFORMS } from './platforms/facts.ts';
import { googleFileHead, googleFileLine } from './platforms/google-file.ts';
import { microsoftFileHead, microsoftFileLine } from './platforms/microsoft-file.ts';
import { createRule, modifyRule, removeRule, requireRule, rulesOf } from './rules.ts';
import {
  draftSchema,
  fileQuerySchema,
  newRuleSchema,
  outboxQuerySchema,
  platformSettingsSchema,
  type PlatformRecord,
  previewQuerySchema,
  ruleChangeSchema,
  type RuleRecord,
} from './schema.ts';

export const conversionRoutes = new Hono<CoreApp>();
const ADMIN = requireRole('superadmin');
const MANAGERS = requireRole('superadmin', 'manager');

/** Lists the rules, oldest first. */
conversionRoutes.get('/rules', ADMIN, (c) => c.json(rulesOf(contextOfRequest(c)).all().map(ruleBody)));

/** Creates a rule for what happens from now on. */
conversionRoutes.post('/rules', ADMIN, (c) =>
  write(c, {
    body: newRuleSchema,
    change: (context, input) => ruleAnswer(createRule(context, input)),
  }),
);

/** Answers a rule. */
conversionRoutes.get('/rules/:rule', ADMIN, (c) =>
  respond(c, ruleAnswer(requireRule(contextOfRequest(c), c.req.param('rule')))),
);

/** Changes any of `{name, when, value, platforms, state}`; with `restate`, former conversions too. */
conversionRoutes.post('/rules/:rule/modify', ADMIN, (c) =>
  write(c, {
    body: ruleChangeSchema,
    change: (context, input) => ruleAnswer(modifyRule(context, c.req.param('rule'), input)),
  }),
);

/** Removes a rule; answers the removed rule. */
conversionRoutes.post('/rules/:rule/remove', ADMIN, (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => ruleAnswer(removeRule(context, c.req.param('rule'))),
  }),
);

/** Shows what the rules would report of the last 30 days. */
conversionRoutes.get('/preview', ADMIN, async (c) => {
  const context = contextOfRequest(c);
  const { rule } = parse(previewQuerySchema, c.req.query(), 'parameters');
  const rules =
    rule === ''
      ? rulesOf(context)
          .all()
          .filter(({ state }) => state === 'active')
      : [requireRule(context, rule)];
  return c.json(await previewRules(context, rules));
});

/** Shows what a rule would report that is not saved. */
conversionRoutes.post('/preview', ADMIN, takesNoQuery, async (c) => {
  const draft = parse(draftSchema, parseJson(await readJsonText(c.req.raw)));
  return c.json(await previewRules(contextOfRequest(c), [{ ...draft, ruleId: null, name: null }]));
});

/** Lists the platforms with the company's settings. */
conversionRoutes.get('/platforms', ADMIN, (c) => {
  const context = contextOfRequest(c);
  return c.json(PLATFORMS.map((platform) => platformBody(context, platformsOf(context).of(platform))));
});

/** Answers a platform. */
conversionRoutes.get('/platforms/:platform', ADMIN, (c) => {
  const platform = requirePlatform(c.req.param('platform'));
  return respond(c, platformAnswer(c, platformsOf(contextOfRequest(c)).of(platform)));
});

/** Saves the settings of a platform: `{enabled, settings, secret?}`. */
conversionRoutes.put('/platforms/:platform', ADMIN, (c) =>
  write(c, {
    body: platformSettingsSchema,
    prepare: async (context, { secret }) => {
      const platform = requirePlatform(c.req.param('platform'));
      return secret === undefined || secret === null
        ? secret
        : sealSecret(context, c.env, { platform, secret });
    },
    change: (context, input, { prepared }) => {
      const platform = requirePlatform(c.req.param('platform'));
      return platformAnswer(c, savePlatform(context, platform, input, prepared));
    },
  }),
);

/** Tests a platform with a request that counts nothing -> `{platform, is_ok, detail}`. */
conversionRoutes.post('/platforms/:platform/test', ADMIN, takesNoQuery, async (c) => {
  const platform = requirePlatform(c.req.param('platform'));
  limitOf(c.env.company).count();
  return c.json<TestBody>({ platform, ...(await testPlatform(c.env.company, c.env, platform)) });
});

/** Answers how the platforms have done. */
conversionRoutes.get('/health', ADMIN, (c) => c.json(healthBody(contextOfRequest(c))));

/** Lists the log, newest first: `{conversions, next_cursor?}`. */
conversionRoutes.get('/outbox', ADMIN, (c) => {
  const context = contextOfRequest(c);
  const query = parse(outboxQuerySchema, c.req.query(), 'parameters');
  const { conversions, next } = listConversions(context.database, query);
  return c.json<OutboxPage>({
    conversions: conversions.map((conversion) => conversionBody(context, conversion)),
    ...(next === undefined ? {} : { next_cursor: next }),
  });
});

/** The file that Google Ads fetches. */
conversionRoutes.get('/google_ads.csv', MANAGERS, (c) => {
  const { format } = parse(fileQuerySchema, c.req.query(), 'parameters');
  const { settings } = platformsOf(contextOfRequest(c)).of('google_ads');
  const form: FileForm = {
    platform: 'google_ads',
    head: googleFileHead(settings, format),
    line: (conversion) => googleFileLine(conversion, settings),
  };
  return csvFile(conversionFile(c.env.company, form, isFetch(c)), 'google_ads.csv');
});

/** The file that Microsoft Advertising fetches. */
conversionRoutes.get('/microsoft_ads.csv', MANAGERS, (c) => {
  const { settings } = platformsOf(contextOfRequest(c)).of('microsoft_ads');
  const form: FileForm = {
    platform: 'microsoft_ads',
    head: microsoftFileHead(),
    line: (conversion) => microsoftFileLine(conversion, settings),
  };
  return csvFile(conversionFile(c.env.company, form, isFetch(c)), 'microsoft_ads.csv');
});

/** Tells whether a request is the platform's own fetch: it comes with a key, and reads the file. */
function isFetch(c: Context<CoreApp>): boolean {
  return c.get('actor').kind === 'key' && c.req.method === 'GET';
}

function ruleAnswer(rule: RuleRecord): Answer {
  return { body: ruleBody(rule), headers: { ETag: versionTag(rule.version) } };
}

function platformAnswer(c: Context<CoreApp>, record: PlatformRecord): Answer {
  return { body: platformBody(contextOfRequest(c), record), headers: { ETag: versionTag(record.version) } };
}
