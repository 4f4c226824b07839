/** Reads and writes the table of forms. No other file writes it. */
import { selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { AS_IS, FLAG, json, nullableJson } from '../../engine/storage/table.ts';
import { ContactTable } from '../calls/contact-table.ts';
import { eraseEvidence } from '../carriers/evidence-erasures.ts';
import type { FormRecord } from './schema.ts';

const KEYS = { id: 'form_id', number: 'form_number', time: 'sent_time' };

/** The table of forms. */
export const FORMS: ContactTable<FormRecord> = new ContactTable<FormRecord>('forms', KEYS, {
  formId: AS_IS,
  submissionId: AS_IS,
  form: AS_IS,
  page: AS_IS,
  source: AS_IS,
  sentTime: AS_IS,
  modificationTime: AS_IS,
  isConfirmed: FLAG,
  spam: json(),
  madeLead: FLAG,
  eventId: AS_IS,
  visitId: AS_IS,
  attribution: nullableJson('visit'),
  number: AS_IS,
});

const INSERT = FORMS.insertOrFail();
const SELECT_SUBMISSION = FORMS.select('WHERE sent_time > ? AND +submission_id = ? LIMIT 1');
const SELECT_LAST = `SELECT ${FORMS.columns} FROM forms JOIN events ON events.event_id = forms.event_id
  WHERE forms.sent_time > ? AND events.lead_number = ? AND forms.form = ? AND forms.page IS ? AND forms.visit_id = ?
  ORDER BY forms.sent_time DESC LIMIT 1`;

/** Finds a form that came since a time by the id of the browser. */
export function findSubmission(
  database: Database,
  submissionId: string,
  since: number,
): FormRecord | undefined {
  return FORMS.maybe(database, SELECT_SUBMISSION, since, submissionId);
}

/** Finds the last form of a lead since a time that is the same form of the same page and visit. None without a visit. */
export function lastFormOf(
  database: Database,
  leadNumber: number,
  { form, page, visitId }: Pick<FormRecord, 'form' | 'page' | 'visitId'>,
  since: number,
): FormRecord | undefined {
  return FORMS.maybe(database, SELECT_LAST, since, leadNumber, form, page, visitId);
}

/** Returns the number that the page of a lead's last form showed, and when; undefined if no form tells one. */
export function lastShownNumber(
  database: Database,
  leadNumber: number,
): { number: string; time: number } | undefined {
  return database.maybe<{ number: string; time: number }>(
    `SELECT forms.number, forms.sent_time AS time FROM events JOIN forms ON forms.event_id = events.event_id
     WHERE events.lead_number = ? AND events.type = 'form' AND forms.number IS NOT NULL
     ORDER BY forms.sent_time DESC LIMIT 1`,
    leadNumber,
  );
}

/** Deletes a form that turned out to be another one again. */
export function deleteForm(database: Database, formId: string): void {
  database.run('DELETE FROM forms WHERE form_id = ?', formId);
}

/** Adds a form. */
export function insertForm(database: Database, record: FormRecord): void {
  database.run(INSERT, ...FORMS.values(record));
}

/** Updates a form that was corrected, or that the visit is known of. */
export function updateForm(database: Database, record: FormRecord): void {
  database.run(
    `UPDATE forms SET is_confirmed = ?, spam = ?, made_lead = ?, event_id = ?, visit_id = ?, visit = ?,
       modification_time = ?
     WHERE form_id = ?`,
    record.isConfirmed ? 1 : 0,
    JSON.stringify(record.spam),
    record.madeLead ? 1 : 0,
    record.eventId,
    record.visitId,
    record.attribution === null ? null : JSON.stringify(record.attribution),
    record.modificationTime,
    record.formId,
  );
}

/**
 * Deletes the forms on a lead's timeline. Call it before the timeline is deleted.
 * @returns their number
 */
export function eraseForms(context: WriteContext, leadNumber: number): { forms: number } {
  const rows = context.database.all<{ visit: string | null }>(
    `DELETE FROM forms WHERE event_id IN (SELECT event_id FROM events WHERE lead_number = ?) RETURNING visit`,
    leadNumber,
  );
  for (const { visit } of rows) eraseEvidence(context, visit);
  return { forms: rows.length };
}

/** Deletes forms without a lead that were sent before a time, oldest first. @returns their number */
export function purgeForms({ database }: WriteContext, until: number, limit: number): number {
  return database.all(
    `DELETE FROM forms WHERE form_number IN (${selectOldest(FORMS.withoutLead)}) RETURNING form_number`,
    until,
    limit,
  ).length;
}
