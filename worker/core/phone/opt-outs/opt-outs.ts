/**
 * People who want no more messages: they say so themselves, or their carrier says so. Those whom a user lists want no calls either.
 */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import { notFound, problemOfFaults } from '../../../shared/http/problems.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { findByKeys, findLead } from '../../leads/record/lead-store.ts';
import type { OptOutBody } from './reference.ts';
import type { LiftReason, OptOutOrigin, OptOutPosition } from './schema.ts';

/** The digits of a number that the audit log shows. */
const SHOWN_DIGITS = 4;

interface OptOutRow {
  [column: string]: string | number;
  phone: string;
  opted_out_time: number;
  origin: OptOutOrigin;
}

/** Tells whether a person wants no texts, with any form of the number. */
export function isOptedOut(database: Database, phone: string): boolean {
  return findOptOut(database, phone) !== undefined;
}

/** Tells whether a person wants no calls: a user has listed them. STOP as the answer to a text is about texts (47 CFR 64.1200). */
export function wantsNoCalls(database: Database, phone: string): boolean {
  const sql = `SELECT 1 FROM opt_outs WHERE phone IN (SELECT value FROM json_each(?)) AND origin = 'user' LIMIT 1`;
  return database.maybe(sql, JSON.stringify(formsOf(phone))) !== undefined;
}

function findOptOut(database: Database, phone: string): OptOutRow | undefined {
  return database.maybe<OptOutRow>(
    `SELECT phone, opted_out_time, origin FROM opt_outs WHERE phone IN (SELECT value FROM json_each(?))
     ORDER BY opted_out_time LIMIT 1`,
    JSON.stringify(formsOf(phone)),
  );
}

/** Opts a person out. The first time counts. @returns whether they had not opted out yet */
export function setOptOut(
  { database, now }: Pick<WriteContext, 'database' | 'now'>,
  phone: string,
  origin: OptOutOrigin,
): boolean {
  const sql = 'INSERT OR IGNORE INTO opt_outs (phone, opted_out_time, origin) VALUES (?, ?, ?)';
  return database.run(sql, phone, now, origin) > 0;
}

/** Opts a person in again. @returns whether they had opted out */
export function clearOptOut(database: Database, phone: string): boolean {
  const sql = 'DELETE FROM opt_outs WHERE phone IN (SELECT value FROM json_each(?))';
  return database.run(sql, JSON.stringify(formsOf(phone))) > 0;
}

/** Returns opt-outs, latest first. @param phone only that of this number */
export function listOptOuts(
  { database }: RequestContext,
  { phone, after, limit }: { phone?: string | undefined; after?: OptOutPosition | undefined; limit: number },
): OptOutBody[] {
  const rows = database.all<OptOutRow>(
    `SELECT phone, opted_out_time, origin FROM opt_outs
     WHERE (?1 IS NULL OR phone IN (SELECT value FROM json_each(?1))) AND (opted_out_time, phone) < (?2, ?3)
     ORDER BY opted_out_time DESC, phone DESC LIMIT ?4`,
    phone === undefined ? null : JSON.stringify(formsOf(phone)),
    after?.time ?? Number.MAX_SAFE_INTEGER,
    after?.phone ?? '',
    limit,
  );
  return rows.map((row) => bodyOf(database, row));
}

/**
 * Opts a person out of texts and calls for a user, who was told so. A second time changes nothing.
 * @param text the number in any usual notation
 * @throws Problem `invalid_phone`
 */
export function addOptOut(context: WriteContext, text: string): OptOutBody {
  const phone = phoneIn(context, text);
  if (!wantsNoCalls(context.database, phone)) {
    // Whoever has opted out of texts alone has done so since then.
    if (!setOptOut(context, phone, 'user')) listForCalls(context.database, phone);
    note(context, 'opt_out.added', phone, {});
  }
  return requireOptOut(context, phone);
}

function listForCalls(database: Database, phone: string): void {
  database.run(`UPDATE opt_outs SET origin = 'user' WHERE phone = ?`, phone);
}

/**
 * Lifts an opt-out. @returns it, as it was
 * @throws Problem `not_found` if the person has not opted out; `invalid_phone`
 */
export function liftOptOut(context: WriteContext, text: string, reason: LiftReason): OptOutBody {
  // A short code is no number in any notation.
  const phone = isOptedOut(context.database, text) ? text : phoneIn(context, text);
  const lifted = requireOptOut(context, phone);
  clearOptOut(context.database, phone);
  note(context, 'opt_out.lifted', phone, { reason });
  return lifted;
}

function requireOptOut({ database }: WriteContext, phone: string): OptOutBody {
  const row = findOptOut(database, phone);
  if (row === undefined) throw notFound();
  return bodyOf(database, row);
}

/** Reads a number in any notation. @throws Problem `invalid_phone` */
function phoneIn(context: WriteContext, text: string): string {
  const read = readPhone(text, settingsOf(context).options().default_region);
  if (read !== undefined) return read.phone;
  const detail = 'Write a phone number, for instance +15125550100.';
  throw problemOfFaults([{ pointer: '/phone', code: 'invalid_phone', detail }]);
}

/** Writes to the audit log, which no erasure of a lead reaches: so without the number and without free text. */
function note(
  context: WriteContext,
  action: 'opt_out.added' | 'opt_out.lifted',
  phone: string,
  detail: { reason?: LiftReason },
): void {
  const leadId = leadOf(context.database, phone);
  context.audit({
    action,
    subject: leadId === undefined ? 'opt_outs' : `lead:${leadId}`,
    detail: { ends_in: phone.slice(-SHOWN_DIGITS), ...detail },
  });
}

function bodyOf(database: Database, { phone, opted_out_time: time, origin }: OptOutRow): OptOutBody {
  const leadId = leadOf(database, phone);
  return {
    phone,
    opted_out_at: writeMoment(time),
    origin,
    lead_id: leadId ?? null,
    lead_name: (leadId === undefined ? undefined : findLead(database, leadId)?.name) ?? null,
  };
}

/** Returns the oldest lead with a number. */
function leadOf(database: Database, phone: string): string | undefined {
  return findByKeys(database, [phone])[0]?.leadId;
}
