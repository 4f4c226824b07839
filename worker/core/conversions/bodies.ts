/** Builds the answers about conversions. */
import type { RequestContext } from '../engine/context/request-context.ts';
import { writeMoment } from '../engine/times/moments.ts';
import type { ConversionBody, HealthBody, PlatformBody, PlatformHealth, RuleBody } from './answer-schema.ts';
import { wordsOf } from './deciding/sentences.ts';
import { countConversions } from './outbox/conversion-store.ts';
import { platformsOf } from './platform-settings.ts';
import type { Amount } from './platforms/conversion.ts';
import { FACTS, type Platform, PLATFORMS } from './platforms/facts.ts';
import { rulesOf } from './rules.ts';
import type { ConversionRecord, PlatformRecord, RuleRecord } from './schema.ts';

/** The days that the health of platforms is about. */
const HEALTH_MS = 30 * 24 * 60 * 60_000;

/** Returns the answer of a rule. */
export function ruleBody(rule: RuleRecord): RuleBody {
  return {
    rule_id: rule.ruleId,
    name: rule.name,
    state: rule.state,
    when: rule.when,
    value: rule.value,
    platforms: rule.platforms,
    restating: rule.restateAfter !== null,
    created_time: writeMoment(rule.createdTime),
    created_by: rule.createdBy,
    changed_time: writeMoment(rule.changedTime),
  };
}

/** Returns the answer of a platform, without its secret. */
export function platformBody({ companyId }: RequestContext, record: PlatformRecord): PlatformBody {
  const { platform } = record;
  const { label, door, fields, secret } = FACTS[platform];
  return {
    platform,
    label,
    door,
    fields: fields.map(({ name, label: fieldLabel, kind, isRequired, choices, hint }) => ({
      name,
      label: fieldLabel,
      kind,
      is_required: isRequired,
      ...(choices === undefined ? {} : { choices: [...choices] }),
      hint,
    })),
    secret: secret && { label: secret.label, hint: secret.hint },
    enabled: record.isEnabled,
    settings: { ...record.settings },
    secret_set: record.secret !== null,
    secret_time: momentOrNull(record.secretTime),
    file_path: door === 'file' ? `/companies/${companyId}/conversions/${platform}.csv` : null,
  };
}

/** Returns a conversion as the log shows it. */
export function conversionBody(context: RequestContext, conversion: ConversionRecord): ConversionBody {
  const rule = rulesOf(context).find(conversion.ruleId);
  const { reason, unit, value, sentUnit, sentValue } = conversion;
  return {
    conversion_id: conversion.conversionId,
    what: conversion.what,
    record_id: conversion.recordId,
    platform: conversion.platform,
    rule_id: conversion.ruleId,
    rule_name: rule?.name ?? null,
    status: conversion.status,
    reason,
    words: reason === null ? null : wordsOf(reason, rule),
    detail: conversion.detail,
    event_time: writeMoment(conversion.eventTime),
    created_time: writeMoment(conversion.createdTime),
    changed_time: writeMoment(conversion.changedTime),
    value: amountOrNull(unit, value),
    sent_value: amountOrNull(sentUnit, sentValue),
    sent_time: momentOrNull(conversion.sentTime),
    request_id: conversion.requestId,
    next_attempt_time: momentOrNull(conversion.dueTime),
  };
}

/** Returns how all platforms have done in the last 30 days. */
export function healthBody(context: RequestContext): HealthBody {
  const since = context.now - HEALTH_MS;
  return {
    from: writeMoment(since),
    platforms: PLATFORMS.map((platform) => healthOf(context, platform, since)),
  };
}

function healthOf(context: RequestContext, platform: Platform, since: number): PlatformHealth {
  const record = platformsOf(context).of(platform);
  const rows = countConversions(context.database, platform, since);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const counts = { waiting: 0, sent: 0, accepted: 0, refused: 0, skipped: 0 };
  for (const { status, count } of rows) counts[status] += count;
  const { lastAttempt, restUntil, lastAcceptedTime, failures } = record;
  return {
    platform,
    enabled: record.isEnabled,
    last_attempt: lastAttempt && {
      time: writeMoment(lastAttempt.time),
      is_ok: lastAttempt.isOk,
      detail: lastAttempt.detail,
    },
    last_accepted: momentOrNull(lastAcceptedTime),
    resting_until: restUntil > context.now ? writeMoment(restUntil) : null,
    failures,
    counts,
    skipped: rows.flatMap(({ status, reason, count }) =>
      status !== 'skipped' || reason === null
        ? []
        : [
            {
              reason,
              count,
              share: Math.round((count / all) * 1000) / 1000,
              words: wordsOf(reason, undefined),
            },
          ],
    ),
  };
}

function amountOrNull(unit: string | null, value: number | null): Amount | null {
  return unit === null || value === null ? null : { unit, value };
}

function momentOrNull(time: number | null): string | null {
  return time === null ? null : writeMoment(time);
}
