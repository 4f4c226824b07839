/** All operations, in the order of the document. Each is described beside its route. */
import { BRAND_OPERATIONS } from '../../worker/core/company/brand/reference.ts';
import { ADDING_OPERATIONS } from '../../worker/core/reports/agency/adding/reference.ts';
import { COPYING_OPERATIONS } from '../../worker/core/reports/agency/copying/reference.ts';
import { DNI_HISTORY_OPERATIONS, SEEN_SITE_OPERATIONS } from '../../worker/core/company/dni/reference.ts';
import { SETTINGS_OPERATIONS } from '../../worker/core/company/settings/reference.ts';
import { SETUP_OPERATIONS } from '../../worker/core/company/setup/reference.ts';
import { LOG_OPERATIONS } from '../../worker/core/engine/log/reference.ts';
import { BATCH_OPERATIONS } from '../../worker/core/leads/batch/reference.ts';
import { BULK_OPERATIONS } from '../../worker/core/leads/bulk/reference.ts';
import { COMMENT_OPERATIONS } from '../../worker/core/leads/comments/reference.ts';
import { EXPORT_OPERATIONS } from '../../worker/core/leads/csv/exports/reference.ts';
import { IMPORT_OPERATIONS } from '../../worker/core/leads/csv/imports/reference.ts';
import { EDITING_OPERATIONS } from '../../worker/core/leads/editing/reference.ts';
import { SEARCH_OPERATIONS } from '../../worker/core/leads/finding/search/reference.ts';
import { VIEW_OPERATIONS } from '../../worker/core/leads/finding/views/reference.ts';
import { LISTING_OPERATIONS } from '../../worker/core/leads/finding/listing/reference.ts';
import { DUPLICATE_OPERATIONS } from '../../worker/core/leads/finding/duplicates/reference.ts';
import { MERGE_OPERATIONS } from '../../worker/core/leads/merges/reference.ts';
import { NOTE_OPERATIONS } from '../../worker/core/leads/notes/reference.ts';
import { REMINDER_OPERATIONS } from '../../worker/core/leads/reminders/reference.ts';
import { TIMELINE_OPERATIONS } from '../../worker/core/leads/timeline/reference.ts';
import { LIVE_OPERATIONS } from '../../worker/core/live/reference.ts';
import { MODULE_OPERATIONS } from '../../worker/core/modules/reference.ts';
import { CHAT_OPERATIONS } from '../../worker/core/people/chat/reference.ts';
import { WEBHOOK_OPERATIONS } from '../../worker/core/outbound/webhooks/reference.ts';
import { USER_OPERATIONS } from '../../worker/core/people/administration/reference.ts';
import { KEY_OPERATIONS } from '../../worker/core/people/keys/reference.ts';
import { INVITATION_OPERATIONS } from '../../worker/core/people/invitations/reference.ts';
import { OVERVIEW_OPERATIONS } from '../../worker/core/reports/overview/reference.ts';
import { PUSH_OPERATIONS } from '../../worker/core/people/push/reference.ts';
import { SESSION_OPERATIONS } from '../../worker/core/people/sessions/reference.ts';
import {
  SECOND_FACTOR_OPERATIONS,
  USER_FACTOR_OPERATIONS,
} from '../../worker/core/people/factors/reference.ts';
import { CONFIRMATION_OPERATIONS } from '../../worker/core/people/factors/confirming/reference.ts';
import { PASSKEY_OPERATIONS } from '../../worker/core/people/factors/passkeys/reference.ts';
import { MEMBERSHIP_OPERATIONS } from '../../worker/core/people/memberships/reference.ts';
import { NOTIFICATION_OPERATIONS } from '../../worker/core/people/notifications/reference.ts';
import { AVAILABILITY_OPERATIONS } from '../../worker/core/phone/availability/reference.ts';
import { CARRIER_ACCOUNT_OPERATIONS } from '../../worker/core/phone/accounts/reference.ts';
import { INVENTORY_OPERATIONS } from '../../worker/core/phone/inventory/reference.ts';
import { NUMBER_PLAN_OPERATIONS } from '../../worker/core/phone/inventory/planning/reference.ts';
import { MESSAGE_OPERATIONS } from '../../worker/core/phone/messages/reference.ts';
import { SCHEDULED_TEXT_OPERATIONS } from '../../worker/core/phone/messages/scheduled/reference.ts';
import { OPT_OUT_OPERATIONS } from '../../worker/core/phone/opt-outs/reference.ts';
import { CONTACT_OPERATIONS } from '../../worker/core/leads/contacts/reference.ts';
import { OUTGOING_CALL_OPERATIONS } from '../../worker/core/phone/outgoing/reference.ts';
import { CONTACT_RULE_OPERATIONS } from '../../worker/core/phone/transcripts/contact-rules/reference.ts';
import { TRANSCRIPT_OPERATIONS } from '../../worker/core/phone/transcripts/reference.ts';
import { CALL_OPERATIONS } from '../../worker/core/phone/progress/reference.ts';
import {
  CALL_PREVIEW_OPERATIONS,
  CALL_SETTINGS_OPERATIONS,
} from '../../worker/core/phone/ringing/reference.ts';
import { PRIVACY_OPERATIONS, USER_ERASURE_OPERATIONS } from '../../worker/core/privacy/reference.ts';
import {
  CALL_WEBHOOK_OPERATIONS,
  MESSAGE_WEBHOOK_OPERATIONS,
  OUTGOING_WEBHOOK_OPERATIONS,
} from '../../worker/edge/carriers/reference.ts';
import { FEED_OPERATIONS } from '../../worker/core/reports/costs/feeds/reference.ts';
import { COST_OPERATIONS } from '../../worker/core/reports/costs/reference.ts';
import { SAVED_REPORT_OPERATIONS } from '../../worker/core/reports/saved/reference.ts';
import { REPORT_OPERATIONS } from '../../worker/core/reports/reference.ts';
import { CONVERSION_OPERATIONS } from '../../worker/core/conversions/reference.ts';
import { LOOKUP_OPERATIONS } from '../../worker/edge/lookup/reference.ts';
import { COMPANY_ERASURE_OPERATIONS, OPERATOR_OPERATIONS } from '../../worker/edge/operator/reference.ts';
import { PREVIEW_OPERATIONS } from '../../worker/edge/settings/preview-reference.ts';
import { DNI_SETTINGS_OPERATIONS } from '../../worker/edge/settings/reference.ts';
import { SIGN_IN_OPERATIONS } from '../../worker/edge/sign-in/reference.ts';
import { SITE_CHECK_OPERATIONS } from '../../worker/edge/site-check/reference.ts';
import type { Operation } from '../../worker/shared/reference/operation.ts';

export const OPERATIONS: readonly Operation[] = [
  ...LOOKUP_OPERATIONS,
  ...PREVIEW_OPERATIONS,
  ...DNI_HISTORY_OPERATIONS,
  ...SEEN_SITE_OPERATIONS,
  ...SITE_CHECK_OPERATIONS,
  ...SETUP_OPERATIONS,
  ...MODULE_OPERATIONS,
  ...DNI_SETTINGS_OPERATIONS,
  ...EDITING_OPERATIONS,
  ...MERGE_OPERATIONS,
  ...DUPLICATE_OPERATIONS,
  ...LISTING_OPERATIONS,
  ...TIMELINE_OPERATIONS,
  ...COMMENT_OPERATIONS,
  ...NOTE_OPERATIONS,
  ...REMINDER_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...BULK_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...CALL_SETTINGS_OPERATIONS,
  ...CARRIER_ACCOUNT_OPERATIONS,
  ...TRANSCRIPT_OPERATIONS,
  ...CONTACT_RULE_OPERATIONS,
  ...CALL_OPERATIONS,
  ...CALL_PREVIEW_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SAVED_REPORT_OPERATIONS,
  ...CONVERSION_OPERATIONS,
  ...COST_OPERATIONS,
  ...FEED_OPERATIONS,
  ...OUTGOING_CALL_OPERATIONS,
  ...AVAILABILITY_OPERATIONS,
  ...INVENTORY_OPERATIONS,
  ...NUMBER_PLAN_OPERATIONS,
  ...CONTACT_OPERATIONS,
  ...CALL_WEBHOOK_OPERATIONS,
  ...OUTGOING_WEBHOOK_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...SCHEDULED_TEXT_OPERATIONS,
  ...OPT_OUT_OPERATIONS,
  ...MESSAGE_WEBHOOK_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...USER_OPERATIONS,
  ...USER_FACTOR_OPERATIONS,
  ...INVITATION_OPERATIONS,
  ...PUSH_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...SECOND_FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...CONFIRMATION_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  ...BRAND_OPERATIONS,
  ...MEMBERSHIP_OPERATIONS,
  ...COPYING_OPERATIONS,
  ...ADDING_OPERATIONS,
  ...OVERVIEW_OPERATIONS,
  ...KEY_OPERATIONS,
  ...USER_ERASURE_OPERATIONS,
  ...COMPANY_ERASURE_OPERATIONS,
  ...PRIVACY_OPERATIONS,
  ...LOG_OPERATIONS,
  ...LIVE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...CHAT_OPERATIONS,
];
