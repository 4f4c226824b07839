/** Reference of conversions that go out. */
import * as v from 'valibot';
import { operationsOf, type Operation } from '../../shared/reference/operation.ts';
import { healthAnswer, outboxAnswer, platformAnswer, previewAnswer, ruleAnswer } from './answer-schema.ts';
import {
  draftSchema,
  fileQuerySchema,
  newRuleSchema,
  outboxQuerySchema,
  platformSettingsSchema,
  previewQuerySchema,
  ruleChangeSchema,
} from './schema.ts';

const ROOM = '/companies/{company}/conversions';
const RULE = `${ROOM}/rules/{rule}`;
const PLATFORM = `${ROOM}/platforms/{platform}`;
const conversions = operationsOf('Conversions', 'user');

export const CONVERSION_OPERATIONS: readonly Operation[] = [
  conversions({
    name: 'listConversionRules',
    method: 'GET',
    path: `${ROOM}/rules`,
    summary: 'The rules, oldest first (super admin)',
    answer: v.array(ruleAnswer),
    golden: 'conversions/rules',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'createConversionRule',
    method: 'POST',
    path: `${ROOM}/rules`,
    summary: 'Create a rule for what happens from now on (super admin)',
    description:
      'A rule reports each call or message that meets its conditions to its platforms, once. Calls that were blocked or failed, keywords such as STOP, and calls marked not_a_lead are left out, the latter unless the rule asks for them. Nothing goes out without the consent of the visitor, or below min_confidence. The value "lead" is the value that people gave the call.',
    body: newRuleSchema,
    answer: ruleAnswer,
    versioned: true,
    golden: 'conversions/add-rule',
    problems: ['permission_denied', 'too_many_values'],
  }),
  conversions({
    name: 'getConversionRule',
    method: 'GET',
    path: RULE,
    summary: 'A rule (super admin)',
    answer: ruleAnswer,
    versioned: true,
    golden: 'conversions/rule',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'modifyConversionRule',
    method: 'POST',
    path: `${RULE}/modify`,
    summary: 'Change, pause or resume a rule (super admin)',
    description:
      'What the rule has reported keeps its value. With restate, conversions of the last 90 days are priced by the new rule in the background, and sent again to the platforms that replace values.',
    body: ruleChangeSchema,
    answer: ruleAnswer,
    versioned: true,
    golden: 'conversions/modify-rule',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  conversions({
    name: 'removeConversionRule',
    method: 'POST',
    path: `${RULE}/remove`,
    summary: 'Remove a rule; what waits is not sent, the log stays (super admin)',
    answer: ruleAnswer,
    versioned: true,
    golden: 'conversions/remove-rule',
    problems: ['permission_denied', 'precondition_failed'],
  }),
  conversions({
    name: 'previewConversions',
    method: 'GET',
    path: `${ROOM}/preview`,
    summary: 'What the active rules, or one rule, would have reported of the last 30 days (super admin)',
    description:
      'Each call and message is judged as of its own time, and as if its platform was on. Looks at the newest 20,000 of each kind; is_complete says whether these were all.',
    query: previewQuerySchema,
    answer: previewAnswer,
    golden: 'conversions/preview',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'previewConversionDraft',
    method: 'POST',
    path: `${ROOM}/preview`,
    summary: 'What a rule that is not saved would have reported of the last 30 days (super admin)',
    body: draftSchema,
    answer: previewAnswer,
    keyless: true,
    golden: 'conversions/preview-draft',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'listConversionPlatforms',
    method: 'GET',
    path: `${ROOM}/platforms`,
    summary: 'The platforms, what each asks for and what is set (super admin)',
    answer: v.array(platformAnswer),
    golden: 'conversions/platforms',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'getConversionPlatform',
    method: 'GET',
    path: PLATFORM,
    summary: 'A platform (super admin)',
    answer: platformAnswer,
    versioned: true,
    golden: 'conversions/platform',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'setConversionPlatform',
    method: 'PUT',
    path: PLATFORM,
    summary: 'Save the settings of a platform, and switch it on or off (super admin)',
    description:
      'The secret is sealed with the deployment’s OPERATOR_TOKEN and in no answer. Left out it stays, null removes it.',
    body: platformSettingsSchema,
    answer: platformAnswer,
    versioned: true,
    golden: 'conversions/set-platform',
    problems: ['permission_denied', 'precondition_failed', 'operator_token_unset'],
  }),
  conversions({
    name: 'getConversionHealth',
    method: 'GET',
    path: `${ROOM}/health`,
    summary: 'How each platform has done in the last 30 days (super admin)',
    answer: healthAnswer,
    golden: 'conversions/health',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'listConversions',
    method: 'GET',
    path: `${ROOM}/outbox`,
    summary: 'The log of conversions, newest first (super admin)',
    description:
      'One for each record, rule and platform: waiting, sent, accepted, refused, or skipped for a reason. Kept for 13 months; it holds neither click ids nor contact data.',
    query: outboxQuerySchema,
    answer: outboxAnswer,
    golden: 'conversions/outbox',
    problems: ['permission_denied'],
  }),
  conversions({
    name: 'getGoogleAdsFile',
    method: 'GET',
    path: `${ROOM}/google_ads.csv`,
    summary: 'The file of conversions that Google Ads fetches',
    description:
      'For keys with the scope conversions or read, and for managers and super admins. A line that a key has fetched counts as sent, and stays in the file for 30 days. `legacy` is for scheduled uploads, `data-manager` for connections of Data Manager.',
    query: fileQuerySchema,
    answer: { type: 'string' },
    answerType: 'text/csv',
    headers: ['Content-Disposition'],
    golden: 'conversions/google-ads-file',
    problems: ['permission_denied'],
  }),
];
