/** Likely duplicates: lists the pairs, and keeps which of them are two people. */
import type { AuditEntry } from '../../../engine/context/audit-schema.ts';
import type { LeadSubject } from '../../../engine/context/personal-data.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import type { Row } from '../../../engine/storage/database.ts';
import { writeMoment } from '../../../engine/times/moments.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { Problem } from '../../../../shared/http/problems.ts';
import { leadsByNumbers } from '../columns/stored-columns.ts';
import { readableLead, refuseMerged, scopeOf } from '../../record/access.ts';
import { leadSummary } from '../../record/lead-bodies.ts';
import type { LeadRecord } from '../../record/schema.ts';
import { postalCodesOf, reasonsOf } from './duplicate-keys.ts';
import { forgetKeys, postalFieldsIn } from './finding-pairs.ts';
import type { DuplicatePairBody } from './reference.ts';
import type { DuplicatesQuery, PairPosition } from './schema.ts';

/** The most pairs in one step of a walk. With their leads, they take some milliseconds. */
const STEP = 2_000;
/** Before the first pair of a list. */
const START: PairPosition = { order: Number.MAX_SAFE_INTEGER, second: 0, first: 0 };

interface PairRow extends Row {
  first_number: number;
  second_number: number;
  reasons: number;
  found_time: number;
  dismissed_time: number | null;
}

/** Pairs to decide on have the strongest reason first, then the newest lead; those that are two people the latest decision. */
const LISTS = {
  open: { order: 'reasons', where: 'dismissed_time IS NULL' },
  dismissed: { order: 'dismissed_time', where: 'dismissed_time IS NOT NULL AND reasons > 0' },
} as const;

/**
 * Lists the pairs of which the caller may work on both leads.
 * @returns at most `size` pairs, and the position after them if there are more
 */
export async function listPairs(
  context: RequestContext,
  { dismissed, size, cursor }: DuplicatesQuery,
): Promise<{ pairs: DuplicatePairBody[]; next: PairPosition | undefined }> {
  const list = LISTS[dismissed ? 'dismissed' : 'open'];
  const found: PairRow[] = [];
  // Mostly the first few are enough. Whoever may see few of many has them sought in larger steps.
  for (let [after, limit] = [cursor ?? START, size + 1]; ; limit = Math.min(limit * 4, STEP)) {
    const step = nextPairs(context, list, { after, limit });
    found.push(...step.filter(({ visible }) => visible === 1));
    const last = step.at(-1);
    if (found.length > size || last === undefined || step.length < limit) break;
    after = positionOf(last);
    await pause();
  }
  const shown = found.slice(0, size);
  const last = found.length > size ? shown.at(-1) : undefined;
  return { pairs: bodiesOf(context, shown), next: last && positionOf(last) };

  function positionOf(row: PairRow): PairPosition {
    return { order: row[list.order] ?? 0, second: row.second_number, first: row.first_number };
  }
}

/**
 * Keeps that two leads are two people. The first time counts.
 * @throws Problem `not_found` if they are no pair; those of `readableLead` and `refuseMerged`
 */
export function dismissPair(context: WriteContext, leadIds: readonly string[]): DuplicatePairBody {
  const { leads, row } = requirePair(context, leadIds);
  if (row.dismissed_time !== null) return bodyOf(context, { leads, row });
  return decide(context, 'lead.duplicate_dismissed', { leads, row: { ...row, dismissed_time: context.now } });
}

/**
 * Takes back that two leads are two people.
 * @throws Problem those of `dismissPair`
 */
export function restorePair(context: WriteContext, leadIds: readonly string[]): DuplicatePairBody {
  const { leads, row } = requirePair(context, leadIds);
  if (row.dismissed_time === null) return bodyOf(context, { leads, row });
  return decide(context, 'lead.duplicate_restored', { leads, row: { ...row, dismissed_time: null } });
}

/** Deletes what is kept of an erased person: what they are compared by, and all pairs. */
export function eraseDuplicates({ database }: WriteContext, { leadNumbers }: LeadSubject): void {
  for (const leadNumber of leadNumbers) {
    forgetKeys(database, leadNumber);
    database.run(
      'DELETE FROM duplicate_pairs WHERE first_number = ? OR second_number = ?',
      leadNumber,
      leadNumber,
    );
  }
}

function nextPairs(
  context: RequestContext,
  { order, where }: (typeof LISTS)[keyof typeof LISTS],
  { after, limit }: { after: PairPosition; limit: number },
): (PairRow & { visible: number })[] {
  const scope = scopeOf(context);
  const isVisible = (number: string): string =>
    `EXISTS (SELECT 1 FROM leads WHERE lead_number = ${number} AND ${scope.sql})`;
  return context.database.all(
    `SELECT first_number, second_number, reasons, found_time, dismissed_time,
       ${isVisible('first_number')} AND ${isVisible('second_number')} AS visible
     FROM duplicate_pairs WHERE ${where} AND (${order}, second_number, first_number) < (?, ?, ?)
     ORDER BY ${order} DESC, second_number DESC, first_number DESC LIMIT ?`,
    ...scope.values,
    ...scope.values,
    after.order,
    after.second,
    after.first,
    limit,
  );
}

interface Pair {
  leads: readonly [LeadRecord, LeadRecord];
  row: PairRow;
}

function requirePair(context: WriteContext, leadIds: readonly string[]): Pair {
  const leads = leadIds.map((leadId) => {
    const lead = readableLead(context, leadId);
    refuseMerged(leadId, lead);
    return lead;
  });
  const [first, second] = leads.toSorted((one, other) => one.leadNumber - other.leadNumber);
  const row = context.database.maybe<PairRow>(
    'SELECT * FROM duplicate_pairs WHERE first_number = ? AND second_number = ?',
    first?.leadNumber ?? 0,
    second?.leadNumber ?? 0,
  );
  if (first === undefined || second === undefined || row === undefined) {
    throw new Problem('not_found', 'These two leads are not in the list of likely duplicates.');
  }
  return { leads: [first, second], row };
}

function decide(
  context: WriteContext,
  action: AuditEntry['action'],
  { leads, row }: Pair,
): DuplicatePairBody {
  const [first, second] = leads;
  const pair = 'WHERE first_number = ? AND second_number = ?';
  const numbers = [first.leadNumber, second.leadNumber] as const;
  context.database.run(
    `UPDATE duplicate_pairs SET dismissed_time = ? ${pair}`,
    row.dismissed_time,
    ...numbers,
  );
  context.database.run(
    `DELETE FROM duplicate_pairs ${pair} AND reasons = 0 AND dismissed_time IS NULL`,
    ...numbers,
  );
  context.audit({ action, subject: `lead:${first.leadId}`, detail: { other_lead: second.leadId } });
  return bodyOf(context, { leads, row });
}

function bodiesOf(context: RequestContext, rows: readonly PairRow[]): DuplicatePairBody[] {
  const numbers = [...new Set(rows.flatMap((row) => [row.first_number, row.second_number]))];
  const leads = new Map(leadsByNumbers(context.database, numbers).map((lead) => [lead.leadNumber, lead]));
  const postalFields = postalFieldsIn(context);
  return rows.flatMap((row) => {
    const [first, second] = [leads.get(row.first_number), leads.get(row.second_number)];
    return first === undefined || second === undefined
      ? []
      : [bodyOf(context, { leads: [first, second], row }, postalFields)];
  });
}

function bodyOf(
  context: RequestContext,
  { leads: [first, second], row }: Pair,
  postalFields = postalFieldsIn(context),
): DuplicatePairBody {
  const codes = postalCodesOf(second, postalFields);
  const code = postalCodesOf(first, postalFields).find((each) => codes.includes(each));
  return {
    leads: [leadSummary(context, first), leadSummary(context, second)],
    reasons: reasonsOf(row.reasons),
    ...(code === undefined ? {} : { postal_code: code.toUpperCase() }),
    found_time: writeMoment(row.found_time),
    ...(row.dismissed_time === null ? {} : { dismissed_time: writeMoment(row.dismissed_time) }),
  };
}
