/** Tools that write on a lead. None removes anything. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { AffectedLeads, EventBody, LeadBody } from '../answer-schema.ts';
import type { Api } from '../api.ts';
import { makeTool } from '../tool.ts';
import { eventOutput, shortEvent } from './events.ts';
import { leadId, maybe, MOMENT, person, text } from './members.ts';

/** The same call within this time is a repetition: assistants repeat those whose answer was lost. */
const REPEATED_MS = 10 * 60_000;
/** Most calls of a day that are looked through for one to repeat. */
const MOST_FORMER = 10;

const ADDS = { replaces: false, isIdempotent: true };

const addNote = makeTool(
  {
    name: 'add_note',
    title: 'Add a note',
    description:
      'Adds a note to the timeline of a lead. The same note is added once in ten minutes, so a call without an answer can be repeated.',
    input: v.strictObject({
      lead_id: leadId,
      message: v.pipe(v.string(), v.description('The text, as it is kept.')),
    }),
    output: eventOutput,
    writing: ADDS,
  },
  async ({ lead_id: id, ...body }, api) => shortEvent(await addOnce(api, `leads/${id}/note`, body)),
);

const setReminder = makeTool(
  {
    name: 'set_reminder',
    title: 'Set a reminder',
    description:
      'Sets a reminder on a lead. Its assignee is told when it is due. The same reminder is set once in ten minutes, so a call without an answer can be repeated.',
    input: v.strictObject({
      lead_id: leadId,
      message: v.pipe(v.string(), v.description('What is to be done.')),
      due_time: v.pipe(v.string(), v.description(MOMENT)),
    }),
    output: eventOutput,
    writing: ADDS,
  },
  async ({ lead_id: id, ...body }, api) => shortEvent(await addOnce(api, `leads/${id}/reminder`, body)),
);

const addTags = makeTool(
  {
    name: 'add_tags',
    title: 'Tag a lead',
    description: 'Adds tags to a lead. It keeps those that it has.',
    input: v.strictObject({
      lead_id: leadId,
      tags: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(20)),
    }),
    output: v.object({ lead_id: text, tags: v.array(text) }),
    writing: { replaces: false, isIdempotent: true },
  },
  async ({ lead_id: id, tags: add }, api) => {
    const lead = await changed(api, `leads/${id}/modify`, { tags: { add } });
    return { lead_id: lead.lead_id, tags: lead.tags ?? [] };
  },
);

const assignLead = makeTool(
  {
    name: 'assign_lead',
    title: 'Assign a lead',
    description: 'Makes a person the owner of a lead, in the place of the former one. They are told.',
    input: v.strictObject({
      lead_id: leadId,
      to_user_email: v.pipe(v.string(), v.description('The e-mail address of a user, from list_users.')),
    }),
    output: v.object({ lead_id: text, assigned_to: maybe(person) }),
    writing: { replaces: true, isIdempotent: true },
  },
  ({ lead_id: id, ...body }, api) => changed(api, `leads/${id}/assign`, body),
);

export const WRITING_TOOLS = [addNote, setReminder, addTags, assignLead];

/**
 * Adds an event, unless the caller has just added the same: then that one is returned. The API answers a key for a day with what was
 * added first; if that is too old to be repeated, another key follows from it.
 */
async function addOnce(api: Api, path: string, body: object): Promise<EventBody> {
  let said = JSON.stringify([path, body]);
  for (let former = 0; former < MOST_FORMER; former += 1) {
    const key = createHash('sha256').update(said).digest('base64url');
    const event = await api.send<EventBody>('POST', path, body, key);
    const { event_time: time, event_id: id } = event.data;
    if (Date.now() - Date.parse(time) < REPEATED_MS) return event;
    said += id;
  }
  return api.send('POST', path, body);
}

/** Changes a lead. @returns the lead after it */
async function changed(api: Api, path: string, body: object): Promise<LeadBody> {
  const { lead } = await api.send<Required<Pick<AffectedLeads, 'lead'>>>('POST', `${path}?return=lead`, body);
  return lead;
}
