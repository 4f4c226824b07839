/** The answers of the API that tools read. */
export type { LeadContactsBody } from '../../core/leads/contacts/reference.ts';
export type { AffectedLeads } from '../../core/leads/editing/reference.ts';
export type { ViewAnswer } from '../../core/leads/finding/views/answer-schema.ts';
export type { LeadBody } from '../../core/leads/record/answer-schema.ts';
export type { RemindersBody } from '../../core/leads/reminders/reference.ts';
export type { EventBody, EventPageBody } from '../../core/leads/timeline/reference.ts';
export type { UserBody } from '../../core/people/users/answer-schema.ts';
export type { CallPage } from '../../core/phone/calls/answer-schema.ts';
export type { MessagePage } from '../../core/phone/messages/reference.ts';
export type { CallPreview } from '../../core/phone/ringing/answer-schema.ts';
export type { TranscriptBody } from '../../core/phone/transcripts/reference.ts';
export type { SavedCosts } from '../../core/reports/costs/reference.ts';
export type { ReportBody } from '../../core/reports/queries/answer-schema.ts';
export type { DecisionPreviewBody } from '../settings/answer-schema.ts';
