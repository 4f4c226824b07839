/** The data of changes of leads and of their timelines. A record that was deleted since is absent. */
import * as v from 'valibot';
import { id } from '../../../shared/reference/answers.ts';
import { assignerAnswer } from '../../people/notifications/answer-schema.ts';
import { userChangeEntries } from '../../people/users/answer-schema.ts';
import { leadAnswer } from '../record/answer-schema.ts';
import { eventAnswer } from './reference.ts';

const maybe = v.exactOptional;
const lead = { lead_id: id, lead: maybe(leadAnswer) };
const event = { event_id: id, event: maybe(eventAnswer) };
const secondary = { secondary_lead_id: id, secondary_lead: maybe(leadAnswer) };

/** The lead and the event of a change that may have neither. */
export const onTimeline = {
  lead_id: maybe(id),
  lead: maybe(leadAnswer),
  event_id: maybe(id),
  event: maybe(eventAnswer),
};

export const leadChanges = {
  // An imported lead has its own history, without an event for its creation.
  'lead.created': {
    ...lead,
    event_id: maybe(id),
    event: maybe(eventAnswer),
    spam: maybe(v.literal(true)),
  },
  'lead.changed': { ...lead, ...event },
  'lead.assigned': {
    ...lead,
    ...event,
    ...userChangeEntries,
    notification_id: id,
    assigned_by: assignerAnswer,
  },
  'lead.merged': { ...lead, ...event, ...secondary },
  'lead.unmerged': { ...lead, ...secondary },
  'lead.removed': lead,
  'lead.restored': lead,
  'lead.erased': lead,
  'event.created': { ...lead, ...event },
  'event.changed': { ...lead, ...event },
  'event.removed': { ...lead, ...event },
};
