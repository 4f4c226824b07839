/** The shapes of what removing, restoring and erasing answer. */
import { CHANGE_TYPES } from '../../../worker/core/engine/context/stream-schema.ts';
import { EVENT_TYPES } from '../../../worker/core/leads/timeline/schema.ts';
import {
  anyMembers,
  arrayOf,
  choice,
  exactly,
  flag,
  id,
  type JsonSchema,
  nullable,
  phone,
  ref,
  text,
  time,
} from '../../../worker/shared/reference/operation.ts';

export const REMOVAL_COMPONENTS: Record<string, JsonSchema> = {
  Everything: exactly({
    lead: ref('Lead'),
    merged_leads: arrayOf(exactly({ lead_id: id, merged_time: time, 'before?': ref('Lead') })),
    notifications: arrayOf(ref('CopiedNotification')),
    opt_outs: arrayOf(phone),
    events: arrayOf(
      exactly({
        type: choice(EVENT_TYPES),
        inbound: flag,
        online: flag,
        data: anyMembers('It is the `data` of the `Event` of this type.'),
        comments: arrayOf(ref('Comment')),
      }),
    ),
    calls: arrayOf(
      exactly({
        call: ref('Call'),
        recording: nullable(
          exactly({
            path: text,
            carrier: text,
            carrier_recording_id: nullable(text),
            url: nullable(text),
          }),
        ),
      }),
    ),
    texts: arrayOf(
      exactly({ text: ref('Text'), media: arrayOf(exactly({ path: text, carrier: text, url: text })) }),
    ),
    changes: arrayOf(
      exactly({
        sequence: { type: 'integer', minimum: 1 },
        type: choice(CHANGE_TYPES),
        timestamp: time,
        actor: text,
        request_id: text,
      }),
    ),
  }),
};
