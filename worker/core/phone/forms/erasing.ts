/** Erases forms. */
import { selectOldest } from '../../engine/context/aged-rows.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { FORMS } from './form-store.ts';
import { eraseEvidence } from '../carriers/evidence-erasures.ts';

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
