/** Actions on a lead. Each shows a toast, with Undo where possible. */
import { ask, Refusal } from '../../../api/api.ts';
import { companyPath, type Person } from '../../../api/company.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { formatMoment } from '../../../formats/english.ts';
import { forgetDrafts } from '../../../typed/drafts.ts';
import { changed, deletePaths } from '../../../api/resource.ts';
import { nameOf } from '../lead.ts';
import type { Lead, LeadChange } from './lead.ts';

/** `/companies/<uuid>/leads/<lead>` and what follows. */
export function leadPath(leadId: string, rest = ''): string {
  return companyPath(`/leads/${leadId}${rest}`);
}

/** Marks everything that shows the lead as out of date. */
export function leadChanged(leadId: string): void {
  changed(
    leadPath(leadId),
    companyPath('/smart_views/'),
    companyPath('/leads/search'),
    companyPath('/leads/duplicates'),
    companyPath('/reminders'),
  );
}

/** Modifies a lead. @param etag the version to change @throws Refusal 412 when there is a newer version */
export async function modifyLead(
  leadId: string,
  change: LeadChange,
  etag: string | undefined,
): Promise<void> {
  await post(leadId, '/modify', change, etag);
}

/** The user that a lead is assigned to. */
type Assignee = Pick<Person, 'name' | 'email'>;

/** Assigns the lead to a user, or unassigns it (undefined). */
export async function assignLead(
  lead: Pick<Lead, 'lead_id'>,
  to: Assignee | undefined,
  from: Assignee | undefined,
): Promise<void> {
  await setAssignee(lead.lead_id, to?.email, from?.email);
  toast(to === undefined ? 'Unassigned.' : `Assigned to ${to.name}.`, () =>
    setAssignee(lead.lead_id, from?.email, to?.email),
  );
}

/** Moves the lead to another state. */
export async function changeState(lead: Lead, to: { name: string; label: string }): Promise<void> {
  const { state: from } = lead;
  if (from === to.name) return;
  await post(lead.lead_id, '/change_state', { state: to.name });
  toast(`State changed to ${to.label}.`, () => post(lead.lead_id, '/change_state', { state: from }));
}

/** Removes the lead from every list. It can be restored. */
export async function removeLead(lead: Lead): Promise<void> {
  await removeOrErase(lead.lead_id, '/remove');
  toast(`${nameOf(lead)} removed.`, () => post(lead.lead_id, '/restore'));
}

/** Erases the lead and all its data. */
export async function eraseLead(lead: Lead): Promise<void> {
  await removeOrErase(lead.lead_id, '/erase');
  forgetDrafts(leadPath(lead.lead_id));
  toast('Lead erased.');
}

/** Adds a note. */
export async function addNote(leadId: string, message: string): Promise<void> {
  await post(leadId, '/note', { message });
}

/** Sends a text to a lead. @param how `phone` to write to, by default the one that wrote last; `reminder_id` of what it answers */
export async function writeText(
  leadId: string,
  message: string,
  how: { phone?: string; reminder_id?: string | undefined } = {},
): Promise<void> {
  await post(leadId, '/text', { message, ...how });
  changed(companyPath('/texts'));
}

/** Changes the text of a note. */
export async function changeNote(leadId: string, note: string, message: string): Promise<void> {
  await post(leadId, `/note/${note}`, { message });
}

/** Removes a note. */
export async function removeNote(leadId: string, note: string): Promise<void> {
  await post(leadId, `/note/${note}/remove`);
  toast('Note removed.', () => post(leadId, `/note/${note}/restore`));
}

/** Sets a reminder. @param dueTime ISO 8601 */
export async function setReminder(leadId: string, message: string, dueTime: string): Promise<void> {
  await post(leadId, '/reminder', { message, due_time: dueTime });
}

/** Marks a reminder as done, with Undo. */
export async function finishReminder(leadId: string, reminder: string): Promise<void> {
  await markDone(leadId, reminder);
  toast('Done.', () => post(leadId, `/events/reminder/${reminder}/reopen`));
}

/** Marks a reminder as done. */
export async function markDone(leadId: string, reminder: string): Promise<void> {
  await post(leadId, `/events/reminder/${reminder}/done`);
}

/** Takes a person who needs no answer off what is to do, with Undo. */
export async function dismissReminder(leadId: string, reminder: string): Promise<void> {
  await post(leadId, `/events/reminder/${reminder}/dismiss`);
  toast('No answer needed.', () => reopenReminder(leadId, reminder));
}

/** Opens a reminder that was done. */
export async function reopenReminder(leadId: string, reminder: string): Promise<void> {
  await post(leadId, `/events/reminder/${reminder}/reopen`);
}

/** Postpones a reminder. @param from the former due time, to undo it */
export async function postponeReminder(
  leadId: string,
  reminder: string,
  { from, to }: { from: string; to: Date },
): Promise<void> {
  const postpone = (time: string): Promise<void> =>
    post(leadId, `/events/reminder/${reminder}/postpone`, { due_time: time });
  await postpone(to.toISOString());
  toast(`Postponed to ${formatMoment(to)}.`, () => postpone(from));
}

/** Adds a comment to an event. */
export async function addComment(
  leadId: string,
  event: { type: string; id: string },
  comment: string,
): Promise<void> {
  await post(leadId, `/events/${event.type}/${event.id}/comments`, { comment });
}

/** Merges another lead into this one. */
export async function mergeLeads(leadId: string, choice: MergeChoice): Promise<void> {
  await post(leadId, '/merge', choice);
  changed(leadPath(choice.with));
  toast('Leads merged.', () => unmergeLead(leadId, choice.with));
}

/** Undoes a merge: restores the lead that was merged into this one. */
export async function unmergeLead(leadId: string, secondary: string): Promise<void> {
  await post(leadId, '/unmerge', { lead_id: secondary });
  changed(leadPath(secondary));
}

/** The lead to merge, and the choice of values where the two differ. */
export interface MergeChoice {
  with: string;
  /** Members whose value comes from the other lead. */
  retain_fields: string[];
  /** Members that keep the values of both. */
  merge_fields: string[];
}

/** Deletes a lead. What its screen shows is not read meanwhile, since the screen closes afterwards. */
async function removeOrErase(leadId: string, verb: '/remove' | '/erase'): Promise<void> {
  await deletePaths(leadPath(leadId), () => ask(leadPath(leadId, verb), { method: 'POST' }));
  changed(companyPath('/smart_views/'), companyPath('/leads/search'));
}

async function setAssignee(leadId: string, to: string | undefined, from: string | undefined): Promise<void> {
  if (to !== undefined) await post(leadId, '/assign', { to_user_email: to });
  else if (from !== undefined) await post(leadId, '/unassign', { from_user_email: from });
}

/** Asks for a change of the lead, and marks what shows it as out of date. */
export async function post(leadId: string, verb: string, body: object = {}, ifMatch?: string): Promise<void> {
  try {
    await ask(leadPath(leadId, verb), { method: 'POST', body, ifMatch });
    leadChanged(leadId);
  } catch (error) {
    // The screen shows an outdated version.
    if (error instanceof Refusal && [409, 412, 404].includes(error.problem.status)) leadChanged(leadId);
    throw error;
  }
}
