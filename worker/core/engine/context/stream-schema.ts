/** The stream of changes: its entries and its query. */
import * as v from 'valibot';

/** Every type of change in the stream. */
export const CHANGE_TYPES = [
  'lead.created',
  'lead.changed',
  'lead.assigned',
  'lead.merged',
  'lead.unmerged',
  'lead.removed',
  'lead.restored',
  'lead.erased',
  'event.created',
  'event.changed',
  'event.removed',
  'settings.changed',
  'user.created',
  'user.changed',
  'call.started',
  'call.completed',
  'call.changed',
  'call.transcribed',
  'text.received',
  'text.sent',
  'text.changed',
  'form.received',
  'form.changed',
  'record.created',
  'record.changed',
  'record.removed',
  'report.ready',
] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** A change that a write reports. */
export interface NewChange {
  type: ChangeType;
  /** The lead of the change. */
  leadId?: string;
  /** The timeline event of the change, or the event that describes it. */
  eventId?: string;
  /** Data that cannot be read elsewhere later. */
  data?: Record<string, unknown>;
  /** Whether only remarks were changed, and nothing is known that was not. It is not stored. */
  isRemark?: boolean;
}

/** A stored change. */
export interface ChangeRecord {
  /** 1, 2, 3, ...; later changes have greater numbers. */
  sequence: number;
  type: ChangeType;
  /** Milliseconds since the epoch. */
  changeTime: number;
  /** `user:<id>` or `system:<name>`. */
  actor: string;
  requestId: string;
  leadId: string | undefined;
  eventId: string | undefined;
  data: Record<string, unknown>;
}

const MAX_CHANGES = 1_000;
const DEFAULT_CHANGES = 100;

/** The query of the stream. */
export const changesQuerySchema = v.object({
  /** The `next` of the previous page, or `now` for the current end. By default the oldest stored change. */
  after: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?:\d{1,15}|now)?$/, 'Write the next of the previous page, or now.'),
    ),
    '',
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,4}$/, `Write a number from 1 to ${MAX_CHANGES}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_CHANGES, `Ask for at most ${MAX_CHANGES} changes.`),
    ),
    String(DEFAULT_CHANGES),
  ),
  /** Types separated by commas; all by default. */
  types: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((type) => type.trim())),
      v.transform((types) => types.filter((type) => type !== '')),
      v.array(v.picklist(CHANGE_TYPES, `Use some of ${CHANGE_TYPES.join(', ')}.`)),
    ),
    '',
  ),
});
