/** The body that imports leads with their history from another system. */
import * as v from 'valibot';
import { MAX_MESSAGE_LENGTH, postedDataSchema, POSTED_TYPES } from '../timeline/schema.ts';
import { momentSchema } from '../../engine/times/moments.ts';

const MAX_LEADS = 500;
const MAX_EVENTS = 1_000;

const HISTORY_TYPES = ['note', 'state_change', ...POSTED_TYPES] as const;

const pastEventSchema = v.strictObject({
  type: v.picklist(HISTORY_TYPES, `Use one of ${HISTORY_TYPES.join(', ')}.`),
  event_time: momentSchema,
  /** The author; by default the caller. */
  by_email: v.optional(v.string()),
  inbound: v.optional(v.boolean(), false),
  online: v.optional(v.boolean(), false),
  /** The states before and after a state change. */
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  message: v.optional(v.pipe(v.string(), v.maxCodePoints(MAX_MESSAGE_LENGTH))),
  data: postedDataSchema,
});
export type PastEvent = v.InferOutput<typeof pastEventSchema>;

const pastLeadSchema = v.strictObject({
  /** The same members as in the body of create, with the same checks. */
  lead: v.unknown(),
  creation_time: momentSchema,
  assigned_to_email: v.optional(v.string()),
  events: v.optional(v.pipe(v.array(pastEventSchema), v.maxLength(MAX_EVENTS)), []),
});
export type PastLead = v.InferOutput<typeof pastLeadSchema>;

/** `{leads: [{lead, creation_time, assigned_to_email?, events?}]}` */
export const historySchema = v.strictObject({
  leads: v.pipe(v.array(pastLeadSchema), v.maxLength(MAX_LEADS, `Send at most ${MAX_LEADS} leads.`)),
});
