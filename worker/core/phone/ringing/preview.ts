/** Previews who would ring. Pure. */
import * as v from 'valibot';
import { callerSchema, e164Schema } from '../../../shared/contact/phone-numbers.ts';
import { momentSchema, writeMoment } from '../../engine/times/moments.ts';
import type { OpenPhoneBook, Person } from './phone-book.ts';
import type { CallPreview } from './answer-schema.ts';
import { planIncoming } from './plans.ts';
import { routeCall } from './routing.ts';
import type { RingPriority } from './turns.ts';
import { callSettingsSchema } from './settings-schema.ts';

/** The query of the preview: the called number, the caller (withheld if absent) and the time (now if absent). */
export const previewQuerySchema = v.object({
  number: e164Schema,
  from: v.optional(callerSchema),
  at: v.optional(momentSchema),
});

/** The body of the preview of settings that are not saved. */
export const draftPreviewSchema = v.strictObject({
  ...previewQuerySchema.entries,
  from: v.optional(v.nullable(callerSchema)),
  settings: callSettingsSchema,
});

/** Returns who would ring for a call, and why, step by step. */
export function previewCall(
  book: OpenPhoneBook,
  question: { number: string; from: string | null; now: number; priority?: RingPriority },
): CallPreview {
  const route = routeCall(book, question);
  return {
    number: question.number,
    from: question.from,
    at: writeMoment(question.now),
    location_id: route.location?.locationId ?? null,
    source: route.source ?? null,
    rings: route.turns.map((turn) => turn.map(personBody)),
    first: planIncoming(book, question).map(({ kind }) => kind),
    rules: route.rules,
    steps: [...route.steps],
  };
}

/** Returns a person for an answer. */
export function personBody({ number, userId }: Person): { number: string; user_id?: string } {
  return { number, ...(userId === undefined ? {} : { user_id: userId }) };
}
