/**
 * People who want no more messages. Their phone refuses texts: they write STOP, or their carrier says so; START from the phone takes
 * it back, as the CTIA's "Messaging principles" and carriers have it. Or a user, who was told, lists them: then they want no calls
 * either, until a user lifts it. Neither takes back the other.
 */
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import { notFound, Problem, problemOfFaults } from '../../../shared/http/problems.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { findByKeys, findLead } from '../../leads/record/lead-store.ts';
import { commitEvent } from '../../leads/timeline/events.ts';
import type { OptOutBody } from './reference.ts';
import type { LiftReason, OptOutOrigin, OptOutPosition, PhoneOrigin } from './schema.ts';

/** The digits of a number that the audit log shows. */
const SHOWN_DIGITS = 4;

interface OptOutRow {
  [column: string]: string | number | null;
  phone: string;
  opted_out_time: number;
  origin: OptOutOrigin;
  phone_origin: PhoneOrigin | null;
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

/** Tells whether a phone itself refuses texts, until it sends START. */
export function refusesTexts(database: Database, phone: string): boolean {
  const sql =
    'SELECT 1 FROM opt_outs WHERE phone IN (SELECT value FROM json_each(?)) AND phone_origin IS NOT NULL LIMIT 1';
  return database.maybe(sql, JSON.stringify(formsOf(phone))) !== undefined;
}

/** Says why a person gets no texts, and who can change that; undefined if they get them. */
export function reasonForNoTexts(database: Database, phone: string): string | undefined {
  const isListed = wantsNoCalls(database, phone);
  if (refusesTexts(database, phone)) {
    return `The person has asked for no more texts. They can take that back with START${isListed ? '; somebody of your company has also opted them out, which a manager can lift.' : '.'}`;
  }
  return isListed
    ? 'Somebody of your company has opted the person out of texts and calls. A manager can lift that.'
    : undefined;
}

function findOptOut(database: Database, phone: string): OptOutRow | undefined {
  return database.maybe<OptOutRow>(
    `SELECT phone, opted_out_time, origin, phone_origin FROM opt_outs WHERE phone IN (SELECT value FROM json_each(?))
     ORDER BY opted_out_time LIMIT 1`,
    JSON.stringify(formsOf(phone)),
  );
}

/** Saves that a phone refuses texts. The first time counts; what a user has set stays. */
export function refuseTexts(
  { database, now }: Pick<WriteContext, 'database' | 'now'>,
  phone: string,
  origin: PhoneOrigin,
): void {
  database.run(
    `INSERT INTO opt_outs (phone, opted_out_time, origin, phone_origin) VALUES (?1, ?2, ?3, ?3)
     ON CONFLICT (phone) DO UPDATE SET phone_origin = coalesce(phone_origin, excluded.phone_origin)`,
    phone,
    now,
    origin,
  );
}

/** Saves that a phone takes texts again. What a user has set stays. */
export function allowTexts(database: Database, phone: string): void {
  const forms = JSON.stringify(formsOf(phone));
  const of = 'WHERE phone IN (SELECT value FROM json_each(?))';
  database.run(`UPDATE opt_outs SET phone_origin = NULL ${of} AND origin = 'user'`, forms);
  database.run(`DELETE FROM opt_outs ${of} AND origin <> 'user'`, forms);
}

/** Returns opt-outs, latest first. @param phone only that of this number */
export function listOptOuts(
  { database }: RequestContext,
  { phone, after, limit }: { phone?: string | undefined; after?: OptOutPosition | undefined; limit: number },
): OptOutBody[] {
  const rows = database.all<OptOutRow>(
    `SELECT phone, opted_out_time, origin, phone_origin FROM opt_outs
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
    listByHand(context, phone);
    note(context, 'added', phone, {});
  }
  return requireOptOut(context, phone);
}

/** Lists a person. Whoever has opted out of texts alone has done so since then. */
function listByHand({ database, now }: WriteContext, phone: string): void {
  database.run(
    `INSERT INTO opt_outs (phone, opted_out_time, origin) VALUES (?, ?, 'user')
     ON CONFLICT (phone) DO UPDATE SET origin = 'user'`,
    phone,
    now,
  );
}

/**
 * Lifts what a user has set by hand. @returns the opt-out, as it was; if the phone itself refuses texts (`phone_origin`), it stays
 * without the part that was set by hand
 * @throws Problem `not_found` if the person has not opted out; `opted_out` if only their phone refuses texts; `invalid_phone`
 */
export function liftOptOut(context: WriteContext, text: string, reason: LiftReason): OptOutBody {
  const { database } = context;
  // A short code is no number in any notation.
  const phone = isOptedOut(database, text) ? text : phoneIn(context, text);
  const lifted = requireOptOut(context, phone);
  if (!wantsNoCalls(database, phone)) {
    throw new Problem(
      'opted_out',
      'Their phone refused texts with STOP. Only they can take that back, by writing START.',
    );
  }
  const forms = JSON.stringify(formsOf(phone));
  const of = `WHERE phone IN (SELECT value FROM json_each(?)) AND origin = 'user'`;
  database.run(`DELETE FROM opt_outs ${of} AND phone_origin IS NULL`, forms);
  database.run(`UPDATE opt_outs SET origin = phone_origin ${of}`, forms);
  note(context, 'lifted', phone, { reason });
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

/**
 * Writes to the timelines of the leads with the number, and to the audit log, which no erasure of a lead reaches: so there without the
 * number and without free text.
 */
function note(
  context: WriteContext,
  state: 'added' | 'lifted',
  phone: string,
  detail: { reason?: LiftReason },
): void {
  const leads = findByKeys(context.database, [phone]);
  const [oldest] = leads;
  context.audit({
    action: `opt_out.${state}`,
    subject: oldest === undefined ? 'opt_outs' : `lead:${oldest.leadId}`,
    detail: { ends_in: phone.slice(-SHOWN_DIGITS), ...detail },
  });
  for (const { leadId } of leads) {
    const lead = findLead(context.database, leadId);
    if (lead !== undefined)
      commitEvent(context, lead, { type: 'opt_out', data: { phone, state, ...detail } });
  }
}

function bodyOf(
  database: Database,
  { phone, opted_out_time: time, origin, phone_origin }: OptOutRow,
): OptOutBody {
  const leadId = leadOf(database, phone);
  return {
    phone,
    opted_out_at: writeMoment(time),
    origin,
    phone_origin,
    lead_id: leadId ?? null,
    lead_name: (leadId === undefined ? undefined : findLead(database, leadId)?.name) ?? null,
  };
}

/** Returns the oldest lead with a number. */
function leadOf(database: Database, phone: string): string | undefined {
  return findByKeys(database, [phone])[0]?.leadId;
}
