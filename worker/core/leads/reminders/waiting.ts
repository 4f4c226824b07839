/** What the person of a reminder waits for: their contacts since somebody last answered, where the newest came from, and who is at it. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Row } from '../../engine/storage/database.ts';
import { branchOfNumber } from '../../company/dni/saved-settings.ts';
import { eventBody } from '../timeline/event-bodies.ts';
import { findEventsByIds } from '../timeline/events.ts';
import type { EventRecord } from '../timeline/schema.ts';
import { contactIdOf } from './open-reminders.ts';
import type { LeadReminder } from './reminders.ts';
import type { OpenReminderBody } from './reference.ts';
import { seenBy } from './seeing.ts';
import { takenReminders } from './taking.ts';

/** The most contacts of a person that are counted: a switchboard may call all day. */
const MOST_COUNTED = 50;
/** The most contacts before the newest whose words are shown. */
const MOST_EARLIER = 4;

const SINCE = `SELECT event_id, type FROM events
  WHERE lead_number = ? AND removed_time = 0 AND event_time >= ? AND type IN ('call', 'sms', 'form') AND inbound = 1
  ORDER BY event_time DESC, event_id DESC LIMIT ${MOST_COUNTED}`;

/** The branch and the source of contacts: of the visit before the number's own. */
const ORIGINS = `SELECT wanted.value AS event_id, coalesce(calls.location_id, texts.location_id) AS location_id,
    forms.number AS shown_number,
    coalesce(calls.visit ->> '$.visit.source', texts.visit ->> '$.visit.source', forms.visit ->> '$.visit.source',
      calls.source, texts.source, forms.source) AS source
  FROM json_each(?) AS wanted
  LEFT JOIN calls ON calls.event_id = wanted.value
  LEFT JOIN texts ON texts.event_id = wanted.value
  LEFT JOIN forms ON forms.event_id = wanted.value`;

interface ContactRow extends Row {
  event_id: string;
  type: 'call' | 'sms' | 'form';
}

interface OriginRow extends Row {
  event_id: string;
  location_id: string | null;
  shown_number: string | null;
  source: string | null;
}

type Waiting = Omit<OpenReminderBody, 'event' | 'lead'>;

/** Returns what stands beside each of these reminders in the list. */
export function waitingOf(
  context: RequestContext,
  reminders: readonly LeadReminder[],
): (reminder: LeadReminder) => Waiting {
  const events = reminders.map(({ reminder }) => reminder);
  const ids = events.flatMap((event) => contactIdOf(event) ?? []);
  const known = findEventsByIds(context.database, [
    ...ids,
    ...events.flatMap((event) => firstIdOf(event) ?? []),
  ]);
  const origins = originsOf(context, ids);
  const taken = takenReminders(
    context,
    events.map(({ eventId }) => eventId),
  );
  const isSeen = seenBy(context, events);
  return ({ reminder }) => {
    const found = known.get(contactIdOf(reminder) ?? '');
    // After an unmerge it may be on the timeline of a lead that the caller may not see.
    const contact = found?.event.leadNumber === reminder.leadNumber ? found : undefined;
    const by = taken.get(reminder.eventId);
    return {
      ...(contact === undefined
        ? {}
        : {
            contact: eventBody(context, contact.event, contact.leadId),
            ...earlierOf(context, reminder, known.get(firstIdOf(reminder) ?? '')?.event),
            ...origins.get(contact.event.eventId),
          }),
      ...(by === undefined ? {} : { taken: by }),
      is_seen: isSeen(reminder),
    };
  };
}

/** Returns the contacts of the person before the newest, and how many there are of each kind. */
function earlierOf(
  context: RequestContext,
  reminder: EventRecord,
  first: EventRecord | undefined,
): Pick<Waiting, 'earlier_contacts' | 'contact_counts'> {
  const { leadNumber } = reminder;
  const since = first?.leadNumber === leadNumber ? first.eventTime : reminder.eventTime;
  const rows = context.database.all<ContactRow>(SINCE, leadNumber, since);
  const countOf = (type: ContactRow['type']): number => rows.filter((row) => row.type === type).length;
  const ids = rows.map((row) => row.event_id).filter((id) => id !== contactIdOf(reminder));
  const events = findEventsByIds(context.database, ids.slice(0, MOST_EARLIER));
  return {
    earlier_contacts: ids.flatMap((id) => {
      const found = events.get(id);
      return found === undefined ? [] : [eventBody(context, found.event, found.leadId)];
    }),
    contact_counts: { calls: countOf('call'), texts: countOf('sms'), forms: countOf('form') },
  };
}

function originsOf(
  context: RequestContext,
  eventIds: readonly string[],
): ReadonlyMap<string, Pick<Waiting, 'location_id' | 'source'>> {
  const rows = context.database.all<OriginRow>(ORIGINS, JSON.stringify([...new Set(eventIds)]));
  return new Map(
    rows.map(({ event_id: id, location_id: own, shown_number: number, source }) => {
      const branch = own ?? branchOfNumber(context, number ?? '');
      return [
        id,
        { ...(branch === undefined ? {} : { location_id: branch }), ...(source === null ? {} : { source }) },
      ];
    }),
  );
}

function firstIdOf({ data: { first_contact_event_id: id } }: EventRecord): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
