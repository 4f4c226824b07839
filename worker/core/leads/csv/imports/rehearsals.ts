/**
 * Dry runs. A batch is imported like a real one and rolled back, so that every rule is written once. Later rows must see the
 * leads that earlier rows would have changed. So the records of those leads are stored aside, and before each batch those with
 * one of its identifiers are put in place.
 */
import { formsOf } from '../../../../shared/contact/former-numbers.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { emailsOf, phonesOf } from '../../record/edits.ts';
import { readFieldRules } from '../../editing/lead-writes.ts';
import { findLead, insertLead, updateLead } from '../../record/lead-store.ts';
import { keysOf, shownKeys } from '../../record/match-keys.ts';
import { changesBetween } from '../../record/members.ts';
import type { MemberChange } from '../../record/answer-schema.ts';
import { type LeadRecord, readWrittenLead } from '../../record/schema.ts';
import { type DoneRow, doRows, type ReadRow } from './rows.ts';
import type { RowResult } from './reference.ts';

/** Most characters of the JSON of one row's changes. The results of a batch are one value in the database. */
const MAX_CHANGES_LENGTH = 2_000;

/** Thrown to roll back, and caught in `rolledBack`. */
const ROLLBACK = new Error('A dry run is rolled back.');

/** Returns the results that the rows would have. A lead that they would create has no id. */
export function rehearse(context: WriteContext, importId: string, rows: readonly ReadRow[]): RowResult[] {
  const { database } = context;
  const { done, rehearsed } = rolledBack(context, () => {
    const rehearsed = putInPlace(database, importId, keysOfRows(rows));
    return { done: doRows(context, rows), rehearsed };
  });
  for (const { lead, result } of done) {
    if (lead !== undefined && result.status === 'created') rehearsed.add(lead.leadId);
  }
  storeRehearsed(database, importId, done);
  const rules = readFieldRules(context);
  return done.map(({ result: { lead_id: leadId, ...result }, before, lead }) => ({
    ...result,
    ...(leadId === undefined || rehearsed.has(leadId) ? {} : { lead_id: leadId }),
    ...(before === undefined || lead === undefined
      ? {}
      : limitedChanges(changesBetween(before, lead, rules))),
  }));
}

/** Returns as many of the changes as fit into a result. */
function limitedChanges(changes: readonly MemberChange[]): Pick<RowResult, 'changes' | 'further_changes'> {
  let left = MAX_CHANGES_LENGTH;
  const listed = changes.filter((change) => {
    const { length } = JSON.stringify(change);
    if (length > left) return false;
    left -= length;
    return true;
  });
  const further = changes.length - listed.length;
  return { changes: listed, ...(further === 0 ? {} : { further_changes: further }) };
}

/**
 * Puts the leads that earlier rows would have changed in place.
 * @returns the ids of the leads that exist only in the dry run
 */
function putInPlace(database: Database, importId: string, keys: readonly string[]): Set<string> {
  const rehearsed = new Set<string>();
  const rows = database.all<{ record: string }>(
    `SELECT record FROM import_rehearsals WHERE import_id = ?1 AND lead_id IN (
       SELECT lead_id FROM import_rehearsal_keys
       WHERE import_id = ?1 AND match_key IN (SELECT value FROM json_each(?2))
     )`,
    importId,
    JSON.stringify(keys.flatMap(formsOf)),
  );
  for (const { record } of rows) {
    const lead = readRecord(record);
    const present = findLead(database, lead.leadId);
    if (present === undefined) {
      rehearsed.add(lead.leadId);
      insertLead(database, { ...lead, leadNumber: 0 });
    } else {
      updateLead(database, present, { ...lead, leadNumber: present.leadNumber });
    }
  }
  return rehearsed;
}

function storeRehearsed(database: Database, importId: string, done: readonly DoneRow[]): void {
  const leads = new Map(
    done.flatMap(({ lead }) => (lead === undefined ? [] : [[lead.leadId, lead] as const])),
  );
  for (const lead of leads.values()) {
    database.run(
      'INSERT OR REPLACE INTO import_rehearsals (import_id, lead_id, record) VALUES (?, ?, ?)',
      importId,
      lead.leadId,
      JSON.stringify(lead),
    );
    database.run(
      `INSERT OR IGNORE INTO import_rehearsal_keys (import_id, match_key, lead_id)
       SELECT ?, value, ? FROM json_each(?)`,
      importId,
      lead.leadId,
      JSON.stringify(keysOf(lead)),
    );
  }
}

function readRecord(json: string): LeadRecord {
  return readWrittenLead(JSON.parse(json) as LeadRecord);
}

function keysOfRows(rows: readonly ReadRow[]): string[] {
  return rows.flatMap((row) =>
    'input' in row ? shownKeys({ emails: emailsOf(row.input), phones: phonesOf(row.input) }) : [],
  );
}

/** Runs `work` and rolls back everything that it wrote. */
function rolledBack<Result>(context: WriteContext, work: () => Result): Result {
  const results: Result[] = [];
  try {
    context.attempt(() => {
      results.push(work());
      throw ROLLBACK;
    });
  } catch (error) {
    if (error !== ROLLBACK) throw error;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The dry run did nothing.');
  return result;
}
