/** People's remarks on a call: tags, value, status and note. Pure. */
import { uniqueTags } from '../../leads/record/lead-input.ts';
import type { CallEdit, Remarks } from '../calls/schema.ts';

/** Returns the remarks after a change. */
export function remarksAfter(before: Remarks, change: CallEdit): Remarks {
  return {
    tags: change.tags === undefined ? before.tags : uniqueTags(change.tags),
    value: change.value === undefined ? before.value : change.value,
    leadStatus: change.lead_status === undefined ? before.leadStatus : change.lead_status,
    note: change.note === undefined ? before.note : change.note === '' ? null : change.note,
  };
}
