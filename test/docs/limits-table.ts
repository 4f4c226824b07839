/** Writes docs/limits.md: the limits that users and clients meet, with the values of the constants in the sources. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/** What is limited, and the constant with the limit: its name, and its file below `worker/`. */
type Limit = readonly [what: string, constant: string, file: string];

/** The limits by topic. Bounds of caches, waits and layouts are explained where they are defined. */
const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  Requests: [
    ['requests of a caller in a minute', 'DEFAULT_QUOTA', 'core/engine/context/request-limits.ts'],
    ['body of a request in JSON', 'MAX_BODY_BYTES', 'shared/http/input.ts'],
    [
      'size of a stored value, such as a lead or an event',
      'MAX_STORED_BYTES',
      'core/engine/storage/database.ts',
    ],
  ],
  'Signing in': [
    ['valid tokens of a user and kind', 'MAX_LIVE_TOKENS', 'core/people/tokens/tokens.ts'],
    ['passkeys of a login', 'MAX_PASSKEYS', 'accounts/passkeys/passkey.ts'],
    ['companies of a login', 'MAX_COMPANIES', 'accounts/claims.ts'],
    ['time to use a link for a new password', 'RESET_MS', 'accounts/resets.ts'],
  ],
  Company: [
    ['users, including suspended ones', 'MAX_USERS', 'core/people/users/schema.ts'],
    ['API keys of a user', 'MAX_OF_A_USER', 'core/people/keys/keys.ts'],
    ['API keys of the company', 'MAX_OF_THE_COMPANY', 'core/people/keys/keys.ts'],
    ['groups', 'MAX_GROUPS', 'core/company/settings/schema.ts'],
    ['states of leads', 'MAX_STATES', 'core/company/settings/schema.ts'],
    ['templates of messages', 'MAX_TEMPLATES', 'core/company/settings/schema.ts'],
    ['own fields', 'MAX_FIELDS', 'core/company/settings/field-schema.ts'],
    ['choices of a field', 'MAX_CHOICES', 'core/company/settings/field-schema.ts'],
    ['webhooks', 'MAX_WEBHOOKS', 'core/outbound/webhooks/subscriptions.ts'],
    ['REST hooks', 'MAX_REST_HOOKS', 'core/outbound/webhooks/subscriptions.ts'],
    ['chat channels', 'MAX_CHANNELS', 'core/people/chat/channels.ts'],
  ],
  Leads: [
    [
      'e-mail addresses of a lead, and phones, source tags, tags',
      'MAX_VALUES',
      'core/leads/record/schema.ts',
    ],
    ['characters of a value of a field', 'MAX_TEXT_LENGTH', 'core/leads/record/field-values.ts'],
    ['characters of a message or note', 'MAX_MESSAGE_LENGTH', 'core/leads/timeline/schema.ts'],
    ['leads that a bulk operation or an export names', 'MAX_NAMED', 'core/leads/record/schema.ts'],
    [
      'leads of one phone or address that are likely duplicates',
      'MOST_OF_A_KEY',
      'core/leads/finding/duplicates/finding-pairs.ts',
    ],
    ['smart views', 'MAX_VIEWS', 'core/leads/finding/views/smart-views.ts'],
    ['size of an imported file', 'MAX_FILE_BYTES', 'core/leads/csv/imports/schema.ts'],
    ['lines of an imported file', 'MAX_ROWS', 'core/leads/csv/imports/receiving.ts'],
    ['unfinished imports of a user', 'MAX_UNFINISHED_OF_A_USER', 'core/leads/csv/imports/imports.ts'],
    ['time for which the results of an import are kept', 'KEPT_MS', 'core/leads/csv/imports/imports.ts'],
  ],
  'Pages and numbers': [
    ['targets', 'MAX_TARGETS', 'dni/pure/number-entries.ts'],
    ['sources', 'MAX_SOURCES', 'dni/schema.ts'],
    ['numbers of a pool', 'MAX_POOL_NUMBERS', 'dni/schema.ts'],
    ['special days of a location, and of the company', 'MAX_SPECIAL_HOURS', 'dni/hours.ts'],
    ['numbers of the company', 'MOST_NUMBERS', 'core/phone/inventory/ordering.ts'],
    ['numbers ordered in a day', 'ORDERS_PER_DAY', 'core/phone/inventory/ordering.ts'],
    ['numbers imported at once', 'MOST_IMPORTED', 'core/phone/inventory/schema.ts'],
  ],
  'Calls and messages': [
    ['seconds of a voicemail', 'LONGEST_VOICEMAIL_SECONDS', 'core/phone/ringing/plans.ts'],
    ['seconds of a recording that becomes text', 'MOST_SECONDS', 'core/phone/transcripts/transcribing.ts'],
    ['calls to a lead in an hour', 'CALLS_TO_LEAD_PER_HOUR', 'core/phone/outgoing/placing.ts'],
    ['calls by a user in an hour', 'CALLS_BY_USER_PER_HOUR', 'core/phone/outgoing/placing.ts'],
    ['calls by the company in an hour', 'CALLS_OF_COMPANY_PER_HOUR', 'core/phone/outgoing/placing.ts'],
    ['rules on calls', 'MAX_RULES', 'core/phone/transcripts/contact-rules/schema.ts'],
    ['phrases of a rule on calls', 'MAX_PHRASES', 'core/phone/transcripts/contact-rules/schema.ts'],
    ['characters of an outgoing message', 'MAX_SENT_LENGTH', 'core/phone/messages/schema.ts'],
    ['characters of a text after a missed call', 'MAX_TEXT_BACK', 'core/phone/ringing/settings-schema.ts'],
    ['texts to a lead that wait', 'MOST_OF_LEAD', 'core/phone/messages/scheduled/scheduled-texts.ts'],
  ],
  'Reports and conversions': [
    ['saved reports', 'MOST_REPORTS', 'core/reports/saved/saved-reports.ts'],
    ['scheduled reports', 'MOST_SCHEDULED', 'core/reports/saved/saved-reports.ts'],
    ['addresses outside the company of a report', 'MOST_EMAILS', 'core/reports/saved/schema.ts'],
    ['addresses outside that are asked in a day', 'MOST_ASKED', 'core/reports/saved/recipients.ts'],
    ['rows of a report', 'MOST_ROWS', 'core/reports/counting/schema.ts'],
    ['costs of the company', 'MAX_COSTS', 'core/reports/costs/costs.ts'],
    ['costs of a request or file', 'MAX_COSTS_AT_ONCE', 'core/reports/costs/schema.ts'],
    ['files of costs that are read every morning', 'MAX_FEEDS', 'core/reports/costs/feeds/feeds.ts'],
    ['rows of such a file', 'MAX_ROWS', 'core/reports/costs/feeds/reading.ts'],
    ['rules for conversions', 'MAX_RULES', 'core/conversions/rules.ts'],
  ],
};

const INTRODUCTION = `# Limits

What users and clients of a company meet, unless a deployment sets another value ([Deploying](deploying.md)). Requests over a limit are refused with the reason. The guides and the API reference have the smaller ones.`;

/** Matches a constant whose value consists of numbers, operators and other constants. */
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = ([-\d_.\s*+/()A-Z]+);/gm;

const TIMES = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;
const SIZES = [
  [1_048_576, 'MiB'],
  [1_000_000, 'MB'],
  [1_024, 'KiB'],
  [1_000, 'kB'],
] as const;

/** Returns the document. @throws Error if a constant is not in its file */
export function limitsDocument(): string {
  const parts = Object.entries(LIMITS).map(([topic, limits]) => {
    const rows = limits.map(([what, constant, file]) => [what, shown(constant, valueOf(constant, file))]);
    return `## ${topic}\n\n${tableOf([['limit', 'most'], ...rows])}`;
  });
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

/** Returns the value of a constant. @param file below `worker/` */
export function valueOf(constant: string, file: string): number {
  const values: Record<string, number> = {};
  for (const [, name = '', expression = ''] of readFileSync(`worker/${file}`, 'utf8').matchAll(CONSTANT)) {
    const isKnown = (expression.match(/[A-Z][A-Z0-9_]+/g) ?? []).every((other) => other in values);
    if (isKnown) values[name] = Number(runInNewContext(expression, { ...values }));
  }
  const value = values[constant];
  if (value === undefined) throw new Error(`worker/${file} has no number ${constant}.`);
  return value;
}

function shown(constant: string, value: number): string {
  const units = constant.endsWith('_MS') ? TIMES : constant.includes('BYTES') ? SIZES : [];
  const [size, unit] = units.find(([each]) => value >= each && value % each === 0) ?? [1, ''];
  const count = value / size;
  return `${count.toLocaleString('en')} ${unit}${units === TIMES && count !== 1 ? 's' : ''}`.trim();
}

/** Returns a table as oxfmt formats it. */
function tableOf(rows: readonly string[][]): string {
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n');
}
