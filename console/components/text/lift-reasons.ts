/** Why an opt-out was lifted, in words. */
import type { LiftReason } from '../../../worker/core/phone/opt-outs/schema.ts';

export const LIFT_REASONS: readonly (readonly [reason: LiftReason, label: string])[] = [
  ['asked_by_phone', 'They asked for it by phone'],
  ['asked_by_mail', 'They asked for it by mail'],
  ['asked_in_person', 'They asked for it in person'],
  ['mistake', 'It was a mistake'],
];
