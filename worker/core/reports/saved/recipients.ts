/**
 * People outside the company who get reports by mail. They are asked once, by a link in a mail, and get nothing before they confirm
 * and nothing after they leave, not even another question.
 */
import { randomBytes } from 'node:crypto';
import { Problem } from '../../../shared/http/problems.ts';
import { type SenderNames, senderNames } from '../../company/brand/brand.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { AgedRows } from '../../engine/context/aged-rows.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { AS_IS, Table } from '../../engine/storage/table.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { RecipientBody } from './reference.ts';
import { FOR_EVER, LeftAddresses } from './left-addresses.ts';
import { dropLetters, enqueueLetter } from './letters.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long a link to confirm works. */
export const LINK_MS = 7 * DAY_MS;
/** How long an address is known after the last question, answer or report. One that has left is known for ever, as a hash. */
export const RECIPIENTS_KEPT_MS = 90 * DAY_MS;
/** Most questions to an address in that time, and the shortest time between two. */
const MOST_QUESTIONS = 3;
const ASK_AGAIN_MS = DAY_MS;
/** Most addresses that a company asks in a day. */
const MOST_ASKED = 50;
/** Bytes of the secret in a link. */
const SECRET_BYTES = 24;

export interface RecipientRecord {
  recipientId: string;
  /** In lower case. The hash of an address that has left. */
  email: string;
  /** `unreachable`: its mail server said that it does not exist. */
  state: 'asked' | 'confirmed' | 'left' | 'unreachable';
  /** Milliseconds since the epoch, like all times here. */
  stateTime: number;
  questions: number;
  askedTime: number;
  /** SHA-256 of the secret in the link, while it can be used. */
  tokenHash: string | null;
  usedTime: number;
  lastError: string | null;
}

/** The recipients, by their last use; without those who have left, so that they are not asked again. */
export const RECIPIENTS: AgedRows = {
  table: 'report_recipients',
  key: 'recipient_id',
  time: 'used_time',
  where: `used_time < ${FOR_EVER}`,
};

const ROWS = new Table<RecipientRecord>('report_recipients', {
  recipientId: AS_IS,
  email: AS_IS,
  state: AS_IS,
  stateTime: AS_IS,
  questions: AS_IS,
  askedTime: AS_IS,
  tokenHash: AS_IS,
  usedTime: AS_IS,
  lastError: AS_IS,
});
const BY_ID = ROWS.select('WHERE recipient_id = ?');
const BY_EMAIL = ROWS.select('WHERE email IN (?, ?)');
const BY_TOKEN = ROWS.select(`WHERE token_hash = ? AND state = 'asked'`);
const SAVE = ROWS.upsert(['recipientId'], []);

/** Finds a recipient by the id. */
export function findRecipient(database: Database, recipientId: string): RecipientRecord | undefined {
  return ROWS.maybe(database, BY_ID, recipientId);
}

/** Returns what is known of an address: `expired` if nobody answered in time, or too long ago. */
export function recipientBody(context: RequestContext, email: string): RecipientBody {
  const known = findByEmail(context, email);
  if (known === undefined) return { email, state: 'expired', state_time: null, last_error: null };
  const { state, stateTime, askedTime, lastError } = known;
  const isLate = state === 'asked' && askedTime + LINK_MS <= context.now;
  return {
    email,
    state: isLate ? 'expired' : state,
    state_time: writeMoment(stateTime),
    last_error: lastError,
  };
}

/**
 * Asks those of the addresses that have neither confirmed nor left: at most once a day, and three times in 90 days.
 * @throws Problem `rate_limited` if the company asks too many addresses in a day
 */
export function askRecipients(context: WriteContext, emails: readonly string[]): void {
  const { database, now } = context;
  let { count } = database.one<{ count: number }>(
    'SELECT count(*) AS count FROM report_recipients WHERE asked_time > ?',
    now - DAY_MS,
  );
  for (const email of emails) {
    const known = findByEmail(context, email);
    if (known !== undefined && !mayBeAsked(known, now)) continue;
    count += 1;
    if (count > MOST_ASKED) {
      const detail = `A company asks at most ${MOST_ASKED} new addresses in a day. Add the others tomorrow.`;
      throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(DAY_MS / 1000) } });
    }
    const recipient: RecipientRecord = {
      recipientId: known?.recipientId ?? crypto.randomUUID(),
      email,
      state: 'asked',
      stateTime: now,
      questions: (known?.questions ?? 0) + 1,
      askedTime: now,
      tokenHash: null,
      usedTime: now,
      lastError: null,
    };
    save(context, recipient);
    enqueueLetter(context, { recipientId: recipient.recipientId, reportId: null, path: '' });
  }
}

/** Queues a report to those of the addresses that have confirmed. @returns how many they are */
export function enqueueReport(
  context: WriteContext,
  emails: readonly string[],
  report: { reportId: string; path: string },
): number {
  const confirmed = emails
    .map((email) => findByEmail(context, email))
    .filter((known) => known?.state === 'confirmed');
  for (const recipient of confirmed) {
    if (recipient === undefined) continue;
    save(context, { ...recipient, usedTime: context.now });
    enqueueLetter(context, { ...report, recipientId: recipient.recipientId });
  }
  return confirmed.length;
}

/** Makes the secret of a new link to an address that is asked; a former one works no more. */
export function newSecret({ database }: WriteContext, recipientId: string): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  database.run(
    `UPDATE report_recipients SET token_hash = ? WHERE recipient_id = ? AND state = 'asked'`,
    sha256Hex(secret),
    recipientId,
  );
  return secret;
}

/** Records why a letter did not arrive; null if it did. @param isGone whether the address does not exist */
export function noteDelivery(
  context: WriteContext,
  recipient: RecipientRecord,
  { lastError, isGone }: { lastError: string | null; isGone: boolean },
): void {
  if (recipient.state === 'left') return;
  if (!isGone) return save(context, { ...recipient, lastError });
  dropLetters(context, recipient.recipientId);
  save(context, {
    ...recipient,
    lastError,
    state: 'unreachable',
    stateTime: context.now,
    tokenHash: null,
  });
}

/** Returns who asks by a link; undefined for one that cannot be used. */
export function questionOf(company: CompanyContext, secret: string): SenderNames | undefined {
  return findAsked(company.database, secret, Date.now()) && senderNames(company);
}

/** Confirms the address of a link, once. @returns false for a link that was used, replaced, or is too old */
export function confirmReports(company: CompanyContext, secret: string): boolean {
  // Anybody can make up a link.
  if (questionOf(company, secret) === undefined) return false;
  const actor = { kind: 'system', name: 'recipient' } as const;
  return commit(
    company,
    contextOfActor(company, actor),
    (context) => {
      const recipient = findAsked(context.database, secret, context.now);
      if (recipient === undefined) return false;
      setState(context, { ...recipient, usedTime: context.now }, 'confirmed');
      return true;
    },
    'reserve',
  );
}

/** Ends all reports to an address, as a signed link asks, and keeps its hash only. Repeating it changes nothing. */
export function leaveReports(company: CompanyContext, recipientId: string): void {
  const actor = { kind: 'system', name: 'recipient' } as const;
  commit(
    company,
    contextOfActor(company, actor),
    (context) => {
      const recipient = findRecipient(context.database, recipientId);
      if (recipient === undefined || recipient.state === 'left') return;
      dropLetters(context, recipientId);
      const email = context.memory.of(LeftAddresses).of(recipient.email);
      setState(context, { ...recipient, email, usedTime: FOR_EVER }, 'left');
    },
    'reserve',
  );
}

/** Deletes what is known of an address, also from schedules, except that it has left. */
export function eraseRecipient({ database }: WriteContext, email: string): void {
  database.run('DELETE FROM report_recipients WHERE email = ?', email);
  database.run(
    `UPDATE saved_reports SET version = version + 1, schedule = json_set(schedule, '$.emails',
       (SELECT json_group_array(value) FROM json_each(schedule, '$.emails') WHERE value <> ?1))
     WHERE EXISTS (SELECT 1 FROM json_each(schedule, '$.emails') WHERE value = ?1)`,
    email,
  );
}

function mayBeAsked({ state, questions, askedTime }: RecipientRecord, now: number): boolean {
  if (state === 'confirmed' || state === 'left') return false;
  return questions < MOST_QUESTIONS && askedTime <= now - ASK_AGAIN_MS;
}

function findByEmail(context: RequestContext, email: string): RecipientRecord | undefined {
  return ROWS.maybe(context.database, BY_EMAIL, email, context.memory.of(LeftAddresses).of(email));
}

function findAsked(database: Database, secret: string, now: number): RecipientRecord | undefined {
  const recipient = ROWS.maybe(database, BY_TOKEN, sha256Hex(secret));
  return recipient !== undefined && recipient.askedTime + LINK_MS > now ? recipient : undefined;
}

function setState(context: WriteContext, recipient: RecipientRecord, state: 'confirmed' | 'left'): void {
  const { now } = context;
  save(context, { ...recipient, state, stateTime: now, tokenHash: null, lastError: null });
  context.audit({ action: `report.${state}`, subject: `recipient:${recipient.recipientId}` });
}

function save(context: WriteContext, recipient: RecipientRecord): void {
  context.database.run(SAVE, ...ROWS.values(recipient));
  if (recipient.usedTime < FOR_EVER) context.wakeBy(recipient.usedTime + RECIPIENTS_KEPT_MS);
}
