/** The input of the route that calls a lead. */
import * as v from 'valibot';
import { callerSchema, e164Schema } from '../../../shared/contact/phone-numbers.ts';

/** The body of a call to a lead. */
export const newCallSchema = v.strictObject({
  /** The lead's number to call. By default the one that wrote last, else called last, else the first. */
  phone: v.optional(callerSchema),
  /** The company's number that the person sees. By default the one that they called, wrote to or were shown last. */
  from_phone: v.optional(e164Schema),
  /** The open reminder that it answers: nobody is called if somebody else is at that, or has done it. */
  reminder_id: v.optional(v.pipe(v.string(), v.uuid())),
});
export type NewOutgoingCall = v.InferOutput<typeof newCallSchema>;
