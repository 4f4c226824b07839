/** The rules on calls, and the inputs of their routes. */
import * as v from 'valibot';
import { OUTCOMES } from '../../../../shared/contact/outcomes.ts';
import { e164Schema } from '../../../../shared/contact/phone-numbers.ts';
import { nameSchema } from '../../../../shared/http/input.ts';
import { uniqueBy } from '../../../company/settings/schema.ts';
import { SPOKEN_BY } from './phrase-index.ts';
import { faultOfPhrase } from './phrases.ts';

export const MAX_RULES = 100;
/** Phrases of a rule, and characters of each. */
export const MAX_PHRASES = 50;
const MAX_PHRASE = 100;
const MAX_CONDITIONS = 20;
/** Numbers, locations, sources or campaigns of a condition. */
const MAX_VALUES = 50;
/** Tags of a rule. */
const MAX_TAGS = 10;
/** Whom a rule tells. */
const MAX_TOLD = 10;
/** The longest call: a day. */
const MAX_SECONDS = 86_400;
const MAX_AMOUNT = 1_000_000_000;

const SECONDS_MESSAGE = `Write a whole number of seconds from 0 to ${MAX_SECONDS.toLocaleString('en-US')}.`;
const seconds = v.pipe(
  v.number(SECONDS_MESSAGE),
  v.integer(SECONDS_MESSAGE),
  v.minValue(0, SECONDS_MESSAGE),
  v.maxValue(MAX_SECONDS, SECONDS_MESSAGE),
);

const secondsRange = v.pipe(
  v.strictObject({ gte: v.exactOptional(seconds), lte: v.exactOptional(seconds) }),
  v.check(({ gte, lte }) => gte !== undefined || lte !== undefined, 'Write gte, lte or both.'),
  v.check(({ gte = 0, lte = MAX_SECONDS }) => gte <= lte, 'gte is more than lte: no call is meant.'),
);

const phrases = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxCodePoints(MAX_PHRASE, `Write at most ${MAX_PHRASE} characters.`),
      v.check(
        (phrase) => faultOfPhrase(phrase) === undefined,
        ({ input }) => faultOfPhrase(input) ?? '',
      ),
    ),
  ),
  v.minLength(1, 'Write at least one phrase.'),
  v.maxLength(MAX_PHRASES, `Write at most ${MAX_PHRASES} phrases.`),
);

const saidSchema = v.pipe(
  v.strictObject({
    by: v.optional(v.picklist(SPOKEN_BY, `Use one of ${SPOKEN_BY.join(', ')}.`), 'either'),
    any: v.exactOptional(phrases),
    none: v.exactOptional(phrases),
    within_seconds: v.exactOptional(seconds),
  }),
  v.check(({ any, none }) => any !== undefined || none !== undefined, 'Write any, none or both.'),
);
export type SaidCondition = v.InferOutput<typeof saidSchema>;

const values = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(200))),
  v.minLength(1, 'Write at least one.'),
  v.maxLength(MAX_VALUES, `Write at most ${MAX_VALUES}.`),
);

const conditionSchema = v.pipe(
  v.strictObject({
    said: v.exactOptional(saidSchema),
    direction: v.exactOptional(
      v.pipe(v.array(v.picklist(['inbound', 'outbound'])), v.minLength(1), v.maxLength(2)),
    ),
    outcome: v.exactOptional(
      v.pipe(
        v.array(v.picklist(OUTCOMES, `Use some of ${OUTCOMES.join(', ')}.`)),
        v.minLength(1),
        v.maxLength(OUTCOMES.length),
      ),
    ),
    talk_seconds: v.exactOptional(secondsRange),
    ring_seconds: v.exactOptional(secondsRange),
    first_time: v.exactOptional(v.boolean()),
    number: v.exactOptional(v.pipe(v.array(e164Schema), v.minLength(1), v.maxLength(MAX_VALUES))),
    location: v.exactOptional(values),
    source: v.exactOptional(values),
    campaign: v.exactOptional(values),
  }),
  v.check(
    (condition) => Object.keys(condition).length === 1,
    'Write one condition in each object, for instance {"outcome": ["answered"]}.',
  ),
);
export type Condition = v.InferOutput<typeof conditionSchema>;

/** When a rule applies: all conditions hold. */
export const conditionsSchema = v.pipe(
  v.strictObject({
    all: v.pipe(
      v.array(conditionSchema),
      v.minLength(1, 'Write at least one condition.'),
      v.maxLength(MAX_CONDITIONS, `Write at most ${MAX_CONDITIONS} conditions.`),
    ),
  }),
  v.check(
    ({ all }) =>
      all.reduce((sum, { said }) => sum + (said?.any?.length ?? 0) + (said?.none?.length ?? 0), 0) <=
      MAX_PHRASES,
    `Write at most ${MAX_PHRASES} phrases in a rule.`,
  ),
);
export type RuleConditions = v.InferOutput<typeof conditionsSchema>;

const userIdSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid('Write the id of a user.'));

/** What a rule sets on a call, and what it does with the lead. */
export const effectsSchema = v.pipe(
  v.strictObject({
    tags: v.exactOptional(
      v.pipe(
        v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(100))),
        v.minLength(1),
        v.maxLength(MAX_TAGS, `Write at most ${MAX_TAGS} tags.`),
      ),
    ),
    value: v.exactOptional(
      v.strictObject({
        unit: v.pipe(
          v.string(),
          v.regex(/^[A-Z]{3}$/, 'Write the three letters of a currency, for instance EUR.'),
        ),
        value: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MAX_AMOUNT)),
      }),
    ),
    lead_status: v.exactOptional(v.picklist(['good', 'not_a_lead'], 'Write good or not_a_lead.')),
    assign: v.exactOptional(userIdSchema),
    state: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(100))),
    notify: v.exactOptional(
      v.pipe(
        v.array(
          v.union(
            [v.picklist(['managers', 'owner']), userIdSchema],
            'Write managers, owner or the id of a user.',
          ),
        ),
        v.minLength(1),
        v.maxLength(MAX_TOLD, `Write at most ${MAX_TOLD}.`),
      ),
    ),
  }),
  v.check(
    (then) => Object.keys(then).length > 0,
    'Say what a call gets: tags, a value, a rating, who gets the lead, its state, or whom to tell.',
  ),
);

/** The body of `PUT .../contact_rules`. A rule without an id is new; the version is counted here, whatever is sent. */
export const contactRulesSchema = v.pipe(
  v.array(
    v.strictObject({
      rule_id: v.optional(
        v.pipe(v.string(), v.toLowerCase(), v.uuid('Leave out the rule_id to create a rule.')),
        () => crypto.randomUUID(),
      ),
      name: nameSchema,
      version: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      when: conditionsSchema,
      then: effectsSchema,
    }),
  ),
  v.maxLength(MAX_RULES, `A company has at most ${MAX_RULES} rules.`),
  uniqueBy('rule_id'),
);
export type ContactRulesInput = v.InferOutput<typeof contactRulesSchema>;

/** A rule on calls. */
export type ContactRule = ContactRulesInput[number] & {
  /** Counts changes of what it asks for and sets. */
  version: number;
};

/** The body of the preview: a rule that need not be saved. */
export const ruleDraftSchema = v.strictObject({ when: conditionsSchema });
