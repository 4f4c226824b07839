/** Reference of rules on calls: answers and operations. */
import * as v from 'valibot';
import { count, id, named, time } from '../../../../shared/reference/answers.ts';
import { type Operation, operationsOf } from '../../../../shared/reference/operation.ts';
import { MEMBERS_OF_RULES } from '../../calls/schema.ts';
import { conditionsSchema, contactRulesSchema, effectsSchema, ruleDraftSchema } from './schema.ts';

const text = v.string();
/** Where a rule found its words. */
const place = {
  words: v.nullable(text),
  second: v.nullable(v.pipe(v.number(), v.minValue(0))),
};

/** A rule on calls. */
const contactRuleAnswer = named(
  'ContactRule',
  v.strictObject({
    rule_id: id,
    name: text,
    version: count,
    when: conditionsSchema,
    then: effectsSchema,
  }),
);
export type ContactRuleBody = v.InferOutput<typeof contactRuleAnswer>;

/** What a rule has set on a call, as far as nobody has changed it. */
const ruleEffectAnswer = named(
  'RuleEffect',
  v.strictObject({
    rule_id: id,
    name: text,
    version: count,
    tags: v.array(text),
    sets: v.array(v.picklist(MEMBERS_OF_RULES)),
    ...place,
  }),
);
export type RuleEffectBody = v.InferOutput<typeof ruleEffectAnswer>;

/** The calls of the last 30 days that a rule would have applied to. */
const rulePreviewAnswer = named(
  'RulePreview',
  v.strictObject({
    from: time,
    to: time,
    is_complete: v.boolean(),
    call_count: count,
    transcript_count: count,
    match_count: count,
    newest: v.array(v.strictObject({ call_id: id, time, ...place })),
  }),
);
export type RulePreviewBody = v.InferOutput<typeof rulePreviewAnswer>;

const RULES = '/companies/{company}/contact_rules';
const calls = operationsOf('Calls', 'user');

export const CONTACT_RULE_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'listContactRules',
    method: 'GET',
    path: RULES,
    summary: 'The rules on calls, in their order (super admin)',
    answer: v.array(contactRuleAnswer),
    versioned: true,
    golden: 'calls/contact-rules',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'replaceContactRules',
    method: 'PUT',
    path: RULES,
    summary: 'Replace the rules on calls (super admin)',
    description:
      'The rules run when a call ends, when more is reported of it, when its visit is found, and when what was said in it is written down. A rule whose conditions all hold adds its tags; of several values, and of several ratings, the first rule’s counts. What people have set or removed stays as they left it, and nothing is taken back. Phrases are compared without case, accents and punctuation, as whole words in a row of one speaker; book* means each word that begins so. A call of which nothing was written down meets no condition about words.',
    body: contactRulesSchema,
    answer: v.array(contactRuleAnswer),
    versioned: true,
    golden: 'calls/put-contact-rules',
    problems: [
      'permission_denied',
      'precondition_failed',
      'duplicate_id',
      'invalid_phone',
      'unknown_user',
      'unknown_state',
    ],
  }),
  calls({
    name: 'previewContactRule',
    method: 'POST',
    path: `${RULES}/preview`,
    summary: 'Try a rule that is not saved on the calls of the last 30 days (super admin)',
    description:
      'Looks at the newest 20,000 calls, and at 20 million characters of what was said; is_complete says whether these were all.',
    body: ruleDraftSchema,
    answer: rulePreviewAnswer,
    keyless: true,
    golden: 'calls/preview-contact-rule',
    problems: ['permission_denied', 'invalid_phone'],
  }),
  calls({
    name: 'listRuleEffects',
    method: 'GET',
    path: '/companies/{company}/calls/{call}/rule_effects',
    summary: 'What rules have set on a call',
    description:
      'As far as nobody has changed it since. Whoever may not hear the recording does not see where the words stand.',
    answer: v.array(ruleEffectAnswer),
    golden: 'calls/rule-effects',
  }),
];
