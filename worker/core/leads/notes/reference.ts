/** Notes on timelines. */
import { noteEvent } from '../timeline/reference.ts';
import { noteSchema } from './schema.ts';
import { LEAD, LEAD_WRITE } from '../reference.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const timeline = operationsOf('Timeline', 'user');

export const NOTE_OPERATIONS: readonly Operation[] = [
  timeline({
    name: 'addNote',
    method: 'POST',
    path: `${LEAD}/note`,
    summary: 'Add a note',
    body: noteSchema,
    answer: noteEvent,
    golden: 'leads/add-note',
    problems: LEAD_WRITE,
  }),
  timeline({
    name: 'modifyNote',
    method: 'POST',
    path: `${LEAD}/note/{note}`,
    summary: 'Change the text of a note',
    body: noteSchema,
    answer: noteEvent,
    golden: 'leads/update-note',
    problems: ['not_a_note', ...LEAD_WRITE],
  }),
  timeline({
    name: 'removeNote',
    method: 'POST',
    path: `${LEAD}/note/{note}/remove`,
    summary: 'Remove a note; the answer is the whole note',
    answer: noteEvent,
    golden: 'leads/remove-note',
    problems: ['not_a_note', ...LEAD_WRITE],
  }),
  timeline({
    name: 'restoreNote',
    method: 'POST',
    path: `${LEAD}/note/{note}/restore`,
    summary: 'Restore a removed note, within 30 days',
    answer: noteEvent,
    golden: 'leads/restore-note',
    problems: ['not_a_note', ...LEAD_WRITE],
  }),
];
