/** `/companies/<uuid>/contact_rules`, and `/calls/<id>/rule_effects`: the rules on calls, and what they have set. */
import { Hono } from 'hono/tiny';
import { parse, parseJson, readJsonText } from '../../../../shared/http/input.ts';
import { takesNoQuery } from '../../../../shared/http/query.ts';
import { hearsRecordings } from '../../../company/settings/settings.ts';
import { userOf } from '../../../engine/context/actors.ts';
import type { CompanyState, CoreApp } from '../../../engine/context/company-context.ts';
import { contextOfRequest } from '../../../engine/context/contexts.ts';
import { type Answer, checkIfMatch, respond, versionTag } from '../../../engine/http/answers.ts';
import { requireRole } from '../../../engine/http/rights.ts';
import { write } from '../../../engine/http/write.ts';
import { requireCall } from '../../progress/routes.ts';
import { previewContactRule } from './preview.ts';
import type { RuleEffectBody } from './reference.ts';
import { contactRulesOf, replaceContactRules } from './rules.ts';
import { contactRulesSchema, ruleDraftSchema } from './schema.ts';

export const contactRuleRoutes = new Hono<CoreApp>();
contactRuleRoutes.use(requireRole('superadmin'));

/** Lists the rules in their order. */
contactRuleRoutes.get('/', (c) => respond(c, rulesAnswer(c.env.company)));

/** Replaces the list as a whole. */
contactRuleRoutes.put('/', (c) =>
  write(c, {
    body: contactRulesSchema,
    change: (context, rules) => {
      checkIfMatch(context.ifMatch, versionTag(contactRulesOf(context).version()));
      replaceContactRules(context, rules);
      return rulesAnswer(context);
    },
  }),
);

/** Tries a rule that need not be saved on the last 30 days. */
contactRuleRoutes.post('/preview', takesNoQuery, async (c) => {
  const { when } = parse(ruleDraftSchema, parseJson(await readJsonText(c.req.raw)));
  return c.json(await previewContactRule(contextOfRequest(c), when));
});

export const ruleEffectRoutes = new Hono<CoreApp>();

/** Lists what rules have set on a call. Whoever may not hear the recording does not see where the words stand. */
ruleEffectRoutes.get('/:call/rule_effects', (c) => {
  const context = contextOfRequest(c);
  const { record } = requireCall(context, c.req.param('call'));
  const isHeard = hearsRecordings(context, userOf(context.actor));
  const effects = (record.remarks.rules ?? []).map(
    ({ ruleId, name, version, tags, sets, words, second }): RuleEffectBody => ({
      rule_id: ruleId,
      name,
      version,
      tags,
      sets,
      words: isHeard ? words : null,
      second: isHeard ? second : null,
    }),
  );
  return c.json(effects);
});

function rulesAnswer(company: CompanyState): Answer {
  const rules = contactRulesOf(company);
  return {
    body: rules.all(),
    headers: { ETag: versionTag(rules.version()), 'Cache-Control': 'no-store' },
  };
}
