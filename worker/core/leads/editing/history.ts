/** Imports leads with their history from another system: creation times, owners and events. */
import { createdBy } from '../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import { recordEvent } from '../timeline/events.ts';
import type { NewEvent } from '../timeline/schema.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { findUserByEmail } from '../../people/users/users.ts';
import type { PastEvent, PastLead } from './history-schema.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import { checkLeadInput, type LeadInput } from '../record/lead-input.ts';
import { insertLead } from '../record/lead-store.ts';
import { creationData, newLead } from './lead-writes.ts';
import { settingsOf } from '../../company/settings/settings.ts';

/** A lead that passed all checks. */
interface Prepared {
  input: LeadInput;
  past: PastLead;
  assignee: UserRecord | undefined;
  events: NewEvent[];
}

/**
 * Creates leads with their creation times, owners and events. Notifies nobody and does not look for duplicates.
 * @returns the ids of the leads, in the order of the request
 * @throws Problem that lists every fault of every lead with its place in the body; then nothing is written
 */
export function importHistory(context: WriteContext, leads: readonly PastLead[]): string[] {
  const faults: Fault[] = [];
  const people = peopleOf(context);
  const prepared = leads.map((past, index) => prepare(context, past, { index, faults, people }));
  refuseFaults(faults);
  return prepared.map((each) => write(context, each));
}

function write(context: WriteContext, { input, past, assignee, events }: Prepared): string {
  const newest = Math.max(past.creation_time, ...events.map(({ eventTime = 0 }) => eventTime));
  const lead = insertLead(context.database, {
    ...newLead(context, input),
    assigneeId: assignee?.userId,
    creationTime: past.creation_time,
    modificationTime: newest,
    lastEventTime: newest,
  });
  for (const event of events) recordEvent(context, lead.leadNumber, event);
  context.emit({ type: 'lead.created', leadId: lead.leadId });
  return lead.leadId;
}

interface Preparation {
  /** The lead's index in the body. */
  index: number;
  faults: Fault[];
  people: (email: string, pointer: string, faults: Fault[]) => UserRecord | undefined;
}

function prepare(context: RequestContext, past: PastLead, { index, faults, people }: Preparation): Prepared {
  const pointer = `/leads/${index}`;
  const checked = checkLeadInput(settingsOf(context), past.lead, { identifierRequired: true, isNew: true });
  faults.push(
    ...checked.faults.map((fault) =>
      Object.assign(fault, { pointer: `${pointer}/lead${fault.pointer ?? ''}` }),
    ),
  );
  const assignee =
    past.assigned_to_email === undefined
      ? undefined
      : people(past.assigned_to_email, `${pointer}/assigned_to_email`, faults);
  const events = past.events.map((event, place) =>
    toEvent(context, event, { pointer: `${pointer}/events/${place}`, faults, people }),
  );
  refuseFuture(context, past, pointer, faults);
  const created: NewEvent = {
    type: 'lead_created',
    data: creationData({ sourceTags: checked.input.sourceTags ?? [], tags: checked.input.tags ?? [] }),
    eventTime: past.creation_time,
  };
  const assigned: NewEvent[] =
    assignee === undefined
      ? []
      : [
          {
            type: 'lead_assigned',
            data: { to: { id: assignee.userId, name: assignee.name } },
            eventTime: past.creation_time,
          },
        ];
  return { input: checked.input, past, assignee, events: [created, ...assigned, ...events] };
}

function toEvent(
  context: RequestContext,
  event: PastEvent,
  { pointer, faults, people }: Omit<Preparation, 'index'> & { pointer: string },
): NewEvent {
  const author =
    event.by_email === undefined ? undefined : people(event.by_email, `${pointer}/by_email`, faults);
  return {
    type: event.type,
    eventTime: event.event_time,
    inbound: event.inbound,
    online: event.online,
    createdBy: author === undefined ? createdBy(context.actor) : `user:${author.userId}`,
    data: dataOf(context, event, (detail) =>
      faults.push({ pointer: `${pointer}/data/phone`, code: 'invalid_phone', detail }),
    ),
  };
}

function dataOf(
  context: RequestContext,
  { type, from, to, message, data }: PastEvent,
  refusePhone: (detail: string) => void,
): NewEvent['data'] {
  if (type === 'note') return { message: message ?? data.message ?? '', tags: data.tags ?? [] };
  if (type === 'state_change') return { from, to };
  const text = message ?? data.message;
  const withMessage = { ...data, ...(text === undefined ? {} : { message: text }) };
  if (data.phone === undefined) return withMessage;
  const read = readPhone(data.phone, settingsOf(context).options().default_region);
  if (read === undefined) refusePhone('Write a phone number, for instance +15125550100.');
  return { ...withMessage, phone: read?.phone };
}

/** Refuses times in the future. */
function refuseFuture(context: RequestContext, past: PastLead, pointer: string, faults: Fault[]): void {
  const refuse = (member: string): void => {
    const detail = 'The time is in the future.';
    faults.push({ pointer: `${pointer}/${member}`, code: 'invalid_parameter', detail });
  };
  if (past.creation_time > context.now) refuse('creation_time');
  past.events.forEach((event, place) => {
    if (event.event_time > context.now) refuse(`events/${place}/event_time`);
  });
}

/** Returns a function that finds users by e-mail address and looks each address up once. */
function peopleOf(context: RequestContext): Preparation['people'] {
  const known = new Map<string, UserRecord | undefined>();
  return (email, pointer, faults) => {
    if (!known.has(email)) known.set(email, findUserByEmail(context.database, email));
    const user = known.get(email);
    if (user === undefined) {
      const detail = 'The company has no user with this e-mail address.';
      faults.push({ pointer, code: 'unknown_user', detail });
    }
    return user;
  };
}
