/** What the edge uses of the phone room: its lane for carriers reads requests into these types and renders these steps. */
export type {
  Attestation,
  CarrierAnswer,
  CarrierEvent,
  HangupReason,
  Happening,
} from './calls/carrier-events.ts';
export { RETRIES } from './calls/carrier-events.ts';
export { planFor } from './carriers/next-steps.ts';
export type { Keyword } from './messages/keywords.ts';
export { type CarrierText, MAX_MEDIA, type Media } from './messages/schema.ts';
export { OpenPhoneBook, type PhoneBook } from './ringing/phone-book.ts';
export { type DialInstruction, type Instruction, SILENCE_SECONDS, type Step } from './ringing/plans.ts';
export { PHONE_BOOK_PURPOSE } from './ringing/published.ts';
export { type CarrierName, CARRIERS } from './ringing/settings-schema.ts';
