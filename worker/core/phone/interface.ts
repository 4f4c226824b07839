/** The interface of the phone room for the edge, which reads carriers' webhooks into these types and renders these instructions. */
export type {
  Attestation,
  CarrierAnswer,
  CarrierEvent,
  OutgoingCallEvent,
  RefusedReport,
  HangupReason,
  CallEvent,
} from './calls/carrier-events.ts';
export { RETRIES } from './calls/carrier-events.ts';
export { meaningOf } from './forms/meanings.ts';
export type { Keyword } from './messages/keywords.ts';
export { type CarrierMessage, MAX_MEDIA, type Media } from './messages/schema.ts';
export { OpenPhoneBook, PHONE_BOOK_PURPOSE, type PhoneBook } from './ringing/phone-book.ts';
export {
  type DialInstruction,
  type Instruction,
  planFor,
  SILENCE_SECONDS,
  type Step,
} from './ringing/plans.ts';
export { type CarrierName, CARRIERS } from './ringing/settings-schema.ts';
