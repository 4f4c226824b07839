/** Adds forms with their leads as the product does, straight into the database. */
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import { insertForm } from '../../../../../worker/core/phone/forms/form-store.ts';
import { callOf, START } from './troubled-platform.ts';

/** Adds a form with its lead and its event. */
export function addForm(
  { database }: WriteContext,
  { id, index, touch }: { id: string; index: number; touch: object },
): void {
  const document = { emails: [{ email: `p${index}@example.org` }], phones: [], sourceTags: [], fields: {} };
  database.run(
    `INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document)
     VALUES (?, 'open', ?, 0, 0, ?)`,
    `00000000-0000-4000-b000-${String(index).padStart(12, '0')}`,
    START,
    JSON.stringify({ ...document, aliases: [] }),
  );
  const { leadNumber } = database.one<{ leadNumber: number }>(
    'SELECT max(lead_number) AS leadNumber FROM leads',
  );
  const eventId = `00000000-0000-4000-c000-${String(index).padStart(12, '0')}`;
  database.run(
    `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     VALUES (?, ?, ?, 'form', ?, 1, 1, '', '{}')`,
    eventId,
    leadNumber,
    leadNumber,
    START,
  );
  insertForm(database, {
    formId: id,
    submissionId: id,
    form: 'contact',
    page: '/contact',
    source: 'paid_search',
    sentTime: START,
    modificationTime: START,
    isConfirmed: true,
    spam: [],
    madeLead: true,
    eventId,
    visitId: null,
    number: null,
    attribution: callOf(id, index, touch).attribution,
  });
}
