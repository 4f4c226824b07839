/** What can be done with a lead: each verb says what it did, with the way back. */
import { ask, Refusal } from '../../api.ts';
import { companyPath, type Person } from '../../company.ts';
import { toast } from '../../components/toasts.tsx';
import { forgetDrafts } from '../../drafts.ts';
import { changed, resource } from '../../resource.ts';
import { nameOf } from '../leads/lead.ts';
import type { Lead, LeadChange } from './lead.ts';

/** `/companies/<uuid>/leads/<lead>` and what follows. */
export function leadPath(leadId: string, rest = ''): string {
  return companyPath(`/leads/${leadId}${rest}`);
}

/** Everything that may show something of a lead, after it has changed. */
export function leadChanged(leadId: string): void {
  changed(leadPath(leadId), companyPath('/smart_views/'), companyPath('/leads/search'));
}

/** @param etag the version that is meant to be changed @throws Refusal 412 when there is a newer one */
export async function modifyLead(
  leadId: string,
  change: LeadChange,
  etag: string | undefined,
): Promise<void> {
  await post(leadId, '/modify', change, etag);
}

/** Whom a lead is given to. */
type Assignee = Pick<Person, 'name' | 'email'>;

/** Gives the lead to somebody; undefined takes it from whoever has it. */
export async function assignLead(
  lead: Lead,
  to: Assignee | undefined,
  from: Assignee | undefined,
): Promise<void> {
  await setAssignee(lead.lead_id, to?.email, from?.email);
  toast(to === undefined ? 'Nobody has this lead now.' : `Assigned to ${to.name}.`, () =>
    setAssignee(lead.lead_id, from?.email, to?.email),
  );
}

/** Puts the lead into another state. */
export async function changeState(lead: Lead, to: { name: string; label: string }): Promise<void> {
  const { state: from } = lead;
  if (from === to.name) return;
  await post(lead.lead_id, '/change_state', { state: to.name });
  toast(`The state is ${to.label} now.`, () => post(lead.lead_id, '/change_state', { state: from }));
}

/** Takes the lead out of every list, with the way back. */
export async function removeLead(lead: Lead): Promise<void> {
  await takeAway(lead.lead_id, '/remove');
  toast(`${nameOf(lead)} is removed.`, () => post(lead.lead_id, '/restore'));
}

/** Deletes everything of the lead for good. */
export async function eraseLead(lead: Lead): Promise<void> {
  await takeAway(lead.lead_id, '/erase');
  forgetDrafts(leadPath(lead.lead_id));
  toast('Everything of the lead is erased.');
}

/** Writes a note. */
export async function addNote(leadId: string, message: string): Promise<void> {
  await post(leadId, '/note', { message });
}

/** Writes a text to the first phone number of the lead. */
export async function writeText(leadId: string, message: string): Promise<void> {
  await post(leadId, '/text', { message });
}

/** Changes what a note says. */
export async function changeNote(leadId: string, note: string, message: string): Promise<void> {
  await post(leadId, `/note/${note}`, { message });
}

/** Removes a note. */
export async function removeNote(leadId: string, note: string): Promise<void> {
  await post(leadId, `/note/${note}/remove`);
  toast('The note is removed.', () => post(leadId, `/note/${note}/restore`));
}

/** Writes a comment on an event. */
export async function addComment(
  leadId: string,
  event: { type: string; id: string },
  comment: string,
): Promise<void> {
  await post(leadId, `/events/${event.type}/${event.id}/comments`, { comment });
}

/** Makes one lead of two. */
export async function mergeLeads(leadId: string, choice: MergeChoice): Promise<void> {
  await post(leadId, '/merge', choice);
  changed(leadPath(choice.with));
  toast('The two leads are one now.', () => unmergeLead(leadId, choice.with));
}

/** Brings a lead back that was merged away. */
export async function unmergeLead(leadId: string, secondary: string): Promise<void> {
  await post(leadId, '/unmerge', { lead_id: secondary });
  changed(leadPath(secondary));
}

/** Which lead goes, and what of it is taken where both have something else. */
export interface MergeChoice {
  with: string;
  /** Taken from the lead that goes. */
  retain_fields: string[];
  /** Both are kept. */
  merge_fields: string[];
}

/** What is gone is not asked for while it is still shown, but when somebody comes back to it. */
async function takeAway(leadId: string, verb: '/remove' | '/erase'): Promise<void> {
  await ask(leadPath(leadId, verb), { method: 'POST' });
  resource(leadPath(leadId)).time = 0;
  changed(companyPath('/smart_views/'), companyPath('/leads/search'));
}

async function setAssignee(leadId: string, to: string | undefined, from: string | undefined): Promise<void> {
  if (to !== undefined) await post(leadId, '/assign', { to_user_email: to });
  else if (from !== undefined) await post(leadId, '/unassign', { from_user_email: from });
}

async function post(leadId: string, verb: string, body: object = {}, ifMatch?: string): Promise<void> {
  try {
    await ask(leadPath(leadId, verb), { method: 'POST', body, ifMatch });
    leadChanged(leadId);
  } catch (error) {
    // What is shown is not what is there any more.
    if (error instanceof Refusal && [409, 412, 404].includes(error.problem.status)) leadChanged(leadId);
    throw error;
  }
}
