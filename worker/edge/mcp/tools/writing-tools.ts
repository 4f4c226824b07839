/** Tools that write on a lead. None removes anything. */
import * as v from 'valibot';
import type { AffectedLeads, EventBody, LeadBody } from '../answer-schema.ts';
import type { Api } from '../api.ts';
import { makeTool } from '../tool.ts';
import { eventOutput, shortEvent } from './events.ts';
import { leadId, maybe, MOMENT, person, text } from './members.ts';

const ADDS = { replaces: false, isIdempotent: false };

const addNote = makeTool(
  {
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note to the timeline of a lead. Calling it twice adds two notes.',
    input: v.strictObject({
      lead_id: leadId,
      message: v.pipe(v.string(), v.description('The text, as it is kept.')),
    }),
    output: eventOutput,
    writing: ADDS,
  },
  async ({ lead_id: id, ...body }, api) =>
    shortEvent(await api.send<EventBody>('POST', `leads/${id}/note`, body)),
);

const setReminder = makeTool(
  {
    name: 'set_reminder',
    title: 'Set a reminder',
    description: 'Sets a reminder on a lead. Its assignee is told when it is due. Calling it twice sets two.',
    input: v.strictObject({
      lead_id: leadId,
      message: v.pipe(v.string(), v.description('What is to be done.')),
      due_time: v.pipe(v.string(), v.description(MOMENT)),
    }),
    output: eventOutput,
    writing: ADDS,
  },
  async ({ lead_id: id, ...body }, api) =>
    shortEvent(await api.send<EventBody>('POST', `leads/${id}/reminder`, body)),
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

/** Changes a lead. @returns the lead after it */
async function changed(api: Api, path: string, body: object): Promise<LeadBody> {
  const { lead } = await api.send<Required<Pick<AffectedLeads, 'lead'>>>('POST', `${path}?return=lead`, body);
  return lead;
}
