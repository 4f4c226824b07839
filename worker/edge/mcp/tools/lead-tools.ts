/** Tools that read leads, their timelines and what is to be done. */
import * as v from 'valibot';
import type {
  EventPageBody,
  LeadBody,
  LeadContactsBody,
  RemindersBody,
  UserBody,
  ViewAnswer,
} from '../answer-schema.ts';
import { makeTool, OTHERS_WORDS } from '../tool.ts';
import { eventOutput, shortEvent } from './events.ts';
import {
  cursor,
  leadEntries,
  leadId,
  limit,
  maybe,
  MOMENT,
  optional,
  orNull,
  RANGE,
  text,
} from './members.ts';

const USERS_A_PAGE = 100;

const listed = (description: string) =>
  v.optional(v.pipe(v.array(v.string()), v.maxLength(20), v.description(description)));

const findLeads = makeTool(
  {
    name: 'find_leads',
    title: 'Find leads',
    description: `Finds leads by a text in their names, addresses, numbers, notes and messages, and by their state, source, tags and assignee. Newest first, with a text the best match first.${OTHERS_WORDS}`,
    input: v.strictObject({
      text: optional('At least three characters: a part of a name, an address, a number, a note.'),
      relative: optional(`${RANGE} When the lead was last changed; all_time by default.`),
      states: listed('Names of states; a lead has one of them.'),
      sources: listed('Sources, such as google_ads; a lead came from one of them.'),
      tags: listed('Tags; a lead has one of them.'),
      assigned_to: listed('The user_id of people, or __none__ for leads of nobody.'),
      start: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)), 0),
      limit: limit(50, 20),
    }),
    output: v.object({
      count: v.pipe(v.number(), v.description('All that were found, those that are not listed among them.')),
      leads: v.array(v.object(leadEntries)),
      next_start: v.pipe(maybe(v.number()), v.description('The start of the next page.')),
    }),
  },
  async (input, api) => {
    const { text: q, relative, start, limit: count, states, sources, tags, assigned_to: users } = input;
    const filters = { state: states, lead_source: sources, tags, user_assigned: users };
    const search = q === undefined ? {} : { q, exclude_notes: 0, exclude_texts: 0 };
    const page = await api.get<ViewAnswer>('smart_views/all', {
      ...search,
      relative,
      filters: JSON.stringify(filters),
      start,
      count,
    });
    const next = start + page.leads.length;
    return { ...page, ...(next < page.count && page.leads.length > 0 ? { next_start: next } : {}) };
  },
);

const getLead = makeTool(
  {
    name: 'get_lead',
    title: 'Get a lead with its timeline',
    description: `Answers a lead with its fields, how often it called and wrote, and its timeline, newest first: calls, texts, forms, notes, visits, reminders and changes.${OTHERS_WORDS}`,
    input: v.strictObject({ lead_id: leadId, events: limit(50, 20), cursor }),
    output: v.object({
      lead: v.object({ ...leadEntries, lead_fields: v.record(v.string(), v.array(v.unknown())) }),
      contacts: v.object({
        first_visit: v.nullable(
          v.object({ began_at: text, source: text, campaign: orNull, landing_page: orNull }),
        ),
        call_counts: v.object({ received: v.number(), missed: v.number(), placed: v.number() }),
        text_counts: v.object({ received: v.number(), sent: v.number() }),
        form_count: v.number(),
      }),
      events: v.array(eventOutput),
      event_count: v.number(),
      next_cursor: maybe(text),
    }),
  },
  async ({ lead_id: id, events: size, cursor: after }, api) => {
    const [lead, contacts, page] = await Promise.all([
      api.get<LeadBody>(`leads/${id}`),
      api.get<LeadContactsBody>(`leads/${id}/contacts`),
      api.get<EventPageBody>(`leads/${id}/events`, { size, cursor: after }),
    ]);
    const { count, events, next_cursor: next } = page;
    return {
      lead,
      contacts,
      events: events.map(shortEvent),
      event_count: count,
      ...(next === undefined ? {} : { next_cursor: next }),
    };
  },
);

const listReminders = makeTool(
  {
    name: 'list_reminders',
    title: 'List what is to be done',
    description: `Lists open reminders with their leads, the earliest due time first: those that people set, and one for each person who called, wrote or sent a form and was not answered.${OTHERS_WORDS}`,
    input: v.strictObject({
      assigned_to: optional('A user_id, me, or none for leads of nobody.'),
      due_before: optional(MOMENT),
      limit: limit(50, 20),
      cursor,
    }),
    output: v.object({
      reminders: v.array(v.object({ lead: v.object(leadEntries), event: eventOutput })),
      next_cursor: maybe(text),
    }),
  },
  async ({ limit: size, ...query }, api) => {
    const page = await api.get<RemindersBody>('reminders', { ...query, size });
    return {
      ...page,
      reminders: page.reminders.map(({ lead, event }) => ({ lead, event: shortEvent(event) })),
    };
  },
);

const listUsers = makeTool(
  {
    name: 'list_users',
    title: 'List the people of the company',
    description: 'Lists the users of the company by name, with the addresses that assign_lead takes.',
    input: v.strictObject({ start: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0) }),
    output: v.object({
      users: v.array(
        v.object({
          user_id: text,
          name: text,
          email: text,
          role_id: text,
          group_id: text,
          is_suspended: v.boolean(),
        }),
      ),
      next_start: v.pipe(
        maybe(v.number()),
        v.description('The start of the next page, if there may be one.'),
      ),
    }),
  },
  async ({ start }, api) => {
    const users = await api.get<UserBody[]>('users', { start, size: USERS_A_PAGE });
    return { users, ...(users.length === USERS_A_PAGE ? { next_start: start + users.length } : {}) };
  },
);

export const LEAD_TOOLS = [findLeads, getLead, listReminders, listUsers];
