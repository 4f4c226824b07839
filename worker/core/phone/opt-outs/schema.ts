/** The bodies and queries of opt-outs. */
import * as v from 'valibot';
import { callerSchema } from '../../../shared/contact/phone-numbers.ts';

/** Who opted a person out: they wrote STOP, their carrier refused a message, or a user was told. */
export const OPT_OUT_ORIGINS = ['message', 'carrier', 'user'] as const;
export type OptOutOrigin = (typeof OPT_OUT_ORIGINS)[number];

/** How a phone itself refused texts, which only START from it takes back. */
export const PHONE_ORIGINS = ['message', 'carrier'] as const;
export type PhoneOrigin = (typeof PHONE_ORIGINS)[number];

/** Why a user lifts an opt-out. It is in the audit log, so that it is no free text. */
export const LIFT_REASONS = ['asked_by_phone', 'asked_by_mail', 'asked_in_person', 'mistake'] as const;
export type LiftReason = (typeof LIFT_REASONS)[number];

const MAX_OPT_OUTS = 200;
const MAX_PHONE_LENGTH = 100;

/** The position of an opt-out in the list, after which the next page starts. */
export interface OptOutPosition {
  time: number;
  phone: string;
}

/** The query of the list, latest first. */
export const optOutsQuerySchema = v.object({
  phone: v.optional(callerSchema),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `Write a number from 1 to ${MAX_OPT_OUTS}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_OPT_OUTS, `Ask for at most ${MAX_OPT_OUTS} opt-outs.`),
    ),
    '50',
  ),
  /** The `next_cursor` of the page before. */
  cursor: v.optional(
    v.pipe(
      v.string(),
      // A plus sign that is not encoded arrives as a space.
      v.regex(/^\d{1,15}-[+ ]?\d{1,20}$/, 'Use the next_cursor of the page before.'),
      v.transform((cursor): OptOutPosition => {
        const [time = '', phone = ''] = cursor.replace(' ', '+').split('-');
        return { time: Number(time), phone };
      }),
    ),
  ),
});

/** A number in any usual notation; one without a country code is of the company's country. */
const typedPhoneSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_PHONE_LENGTH));

/** The body that opts a person out. */
export const newOptOutSchema = v.strictObject({ phone: typedPhoneSchema });

/** The body that lifts an opt-out. */
export const liftedOptOutSchema = v.strictObject({
  phone: typedPhoneSchema,
  reason: v.picklist(LIFT_REASONS, `Write one of ${LIFT_REASONS.join(', ')}.`),
});
