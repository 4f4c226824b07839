/** The answers about conversions that go out. */
import * as v from 'valibot';
import { OUTCOMES } from '../../shared/contact/outcomes.ts';
import { count, id, named, time } from '../../shared/reference/answers.ts';
import { PLATFORMS } from './platforms/facts.ts';
import { CONVERSION_STATUSES, EVENT_KINDS, REASONS } from './schema.ts';

const text = v.string();
const amount = v.strictObject({ unit: text, value: v.number() });
const platform = v.picklist(PLATFORMS);
const what = v.picklist(EVENT_KINDS);
const reason = v.picklist(REASONS);

const when = v.strictObject({
  what,
  talk_seconds: v.exactOptional(count),
  outcomes: v.exactOptional(v.array(v.picklist(OUTCOMES))),
  first_time: v.exactOptional(v.boolean()),
  sources: v.exactOptional(v.array(text)),
  locations: v.exactOptional(v.array(text)),
  lead_status: v.exactOptional(v.picklist(['good', 'not_a_lead'])),
  min_confidence: v.number(),
});

/** A rule. `restating` while what it reported before is priced anew. */
export const ruleAnswer = named(
  'ConversionRule',
  v.strictObject({
    rule_id: id,
    name: text,
    state: v.picklist(['active', 'paused']),
    when,
    value: v.union([amount, v.literal('lead')]),
    platforms: v.array(platform),
    restating: v.boolean(),
    created_time: time,
    created_by: text,
    changed_time: time,
  }),
);
export type RuleBody = v.InferOutput<typeof ruleAnswer>;

const counted = v.strictObject({ reason, count, words: text });

const previewedPlatform = v.strictObject({
  platform,
  is_enabled: v.boolean(),
  sent: count,
  not_sent: count,
  /** The most frequent first. */
  reasons: v.array(counted),
  /** The sums of what would be sent. */
  values: v.array(amount),
  summary: text,
  /** The newest, at most 20. */
  newest: v.array(
    v.strictObject({
      what,
      record_id: id,
      time,
      is_sent: v.boolean(),
      reason: v.nullable(reason),
      words: v.nullable(text),
      value: v.nullable(amount),
    }),
  ),
});
export type PreviewedPlatform = v.InferOutput<typeof previewedPlatform>;

/** What rules would report. `is_complete` is false if there were more calls or messages than a preview looks at. */
export const previewAnswer = named(
  'ConversionPreview',
  v.strictObject({
    from: time,
    to: time,
    is_complete: v.boolean(),
    rules: v.array(
      v.strictObject({
        rule_id: v.nullable(id),
        name: v.nullable(text),
        platforms: v.array(previewedPlatform),
      }),
    ),
  }),
);
export type PreviewBody = v.InferOutput<typeof previewAnswer>;

const attempt = v.strictObject({ time, is_ok: v.boolean(), detail: v.nullable(text) });

/** A platform: what it is asked for, and what the company has set. The secret is not in any answer. */
export const platformAnswer = named(
  'ConversionPlatform',
  v.strictObject({
    platform,
    label: text,
    door: v.picklist(['file', 'sent']),
    fields: v.array(
      v.strictObject({
        name: text,
        label: text,
        kind: v.picklist(['text', 'flag', 'choice']),
        is_required: v.boolean(),
        choices: v.exactOptional(v.array(text)),
        hint: text,
      }),
    ),
    /** The secret that the platform needs; null if it needs none. */
    secret: v.nullable(v.strictObject({ label: text, hint: text })),
    enabled: v.boolean(),
    settings: v.record(v.string(), v.union([text, v.boolean()])),
    secret_set: v.boolean(),
    secret_time: v.nullable(time),
    /** The path of the file, for the platforms that fetch one. */
    file_path: v.nullable(text),
  }),
);
export type PlatformBody = v.InferOutput<typeof platformAnswer>;

/** How a platform has done in the last 30 days. */
const platformHealth = v.strictObject({
  platform,
  enabled: v.boolean(),
  last_attempt: v.nullable(attempt),
  last_accepted: v.nullable(time),
  /** Nothing is sent before; null if nothing delays it. */
  resting_until: v.nullable(time),
  failures: count,
  counts: v.strictObject({ waiting: count, sent: count, accepted: count, refused: count, skipped: count }),
  /** Shares of all conversions of these days, 0 to 1; the most frequent reason first. */
  skipped: v.array(v.strictObject({ reason, count, share: v.number(), words: text })),
});
export type PlatformHealth = v.InferOutput<typeof platformHealth>;
export const healthAnswer = named(
  'ConversionHealth',
  v.strictObject({ from: time, platforms: v.array(platformHealth) }),
);
export type HealthBody = v.InferOutput<typeof healthAnswer>;

/** A conversion in the log. */
export const conversionAnswer = named(
  'Conversion',
  v.strictObject({
    conversion_id: text,
    what,
    record_id: id,
    platform,
    rule_id: id,
    /** Null if the rule was removed. */
    rule_name: v.nullable(text),
    status: v.picklist(CONVERSION_STATUSES),
    reason: v.nullable(reason),
    words: v.nullable(text),
    detail: v.nullable(text),
    event_time: time,
    created_time: time,
    changed_time: time,
    value: v.nullable(amount),
    sent_value: v.nullable(amount),
    sent_time: v.nullable(time),
    request_id: v.nullable(text),
    next_attempt_time: v.nullable(time),
  }),
);
export type ConversionBody = v.InferOutput<typeof conversionAnswer>;

export const outboxAnswer = v.strictObject({
  conversions: v.array(conversionAnswer),
  next_cursor: v.exactOptional(count),
});
export type OutboxPage = v.InferOutput<typeof outboxAnswer>;

/** The result of a test of a platform. */
export const testAnswer = named(
  'ConversionTest',
  v.strictObject({ platform, is_ok: v.boolean(), detail: text }),
);
export type TestBody = v.InferOutput<typeof testAnswer>;
