/** The features of the core, in the order in which their routes are matched. Add a new feature here. */
import { auditFeature } from './engine/log/audit-feature.ts';
import { batchFeature } from './leads/batch/routes.ts';
import { brandFeature } from './company/brand/routes.ts';
import { bulkFeature } from './leads/bulk/feature.ts';
import { callsFeature } from './phone/carriers/feature.ts';
import { conversionsFeature } from './conversions/feature.ts';
import { streamFeature } from './engine/log/stream-feature.ts';
import { agencyFeature } from './reports/agency/feature.ts';
import { commentsFeature } from './leads/comments/feature.ts';
import { duplicatesFeature } from './leads/finding/duplicates/routes.ts';
import { dniFeature } from './company/dni/feature.ts';
import { exportsFeature } from './leads/csv/exports/routes.ts';
import type { Feature } from './engine/context/feature.ts';
import { idempotencyFeature } from './engine/log/idempotency-feature.ts';
import { importsFeature } from './leads/csv/imports/feature.ts';
import { liveFeature } from './live/feature.ts';
import { invitationsFeature } from './people/invitations/feature.ts';
import { keysFeature } from './people/keys/feature.ts';
import { leadsFeature } from './leads/finding/listing/feature.ts';
import { membershipsFeature } from './people/memberships/feature.ts';
import { mergesFeature } from './leads/merges/feature.ts';
import { modulesFeature } from './modules/routes.ts';
import { notesFeature } from './leads/notes/feature.ts';
import { notificationsFeature } from './people/notifications/feature.ts';
import { chatFeature } from './people/chat/feature.ts';
import { pushFeature } from './people/push/feature.ts';
import { secondFactorsFeature } from './people/factors/feature.ts';
import { sessionsFeature } from './people/sessions/routes.ts';
import { troublesFeature } from './people/troubles/troubles.ts';
import { removalFeature } from './privacy/feature.ts';
import { remindersFeature } from './leads/reminders/routes.ts';
import { provisioningFeature } from './people/provisioning.ts';
import { overviewFeature } from './reports/overview/routes.ts';
import { reportsFeature } from './reports/feature.ts';
import { silenceFeature } from './reports/silence/feature.ts';
import { retention } from './engine/work/retention.ts';
import { searchFeature } from './leads/finding/search/feature.ts';
import { settingsFeature } from './company/settings/feature.ts';
import { setupFeature } from './company/setup/routes.ts';
import { availabilityFeature } from './phone/availability/routes.ts';
import { attributionFeature } from './phone/attribution/feature.ts';
import { contactsFeature } from './leads/contacts/routes.ts';
import { formsFeature } from './phone/forms/feature.ts';
import { optOutsFeature } from './phone/opt-outs/feature.ts';
import { inventoryFeature } from './phone/inventory/feature.ts';
import { numberPlansFeature } from './phone/inventory/planning/routes.ts';
import { messagesFeature } from './phone/messages/routes.ts';
import { scheduledTextsFeature } from './phone/messages/scheduled/routes.ts';
import { automaticMessagesFeature } from './phone/messages/automatic/feature.ts';
import { outgoingCallsFeature } from './phone/outgoing/feature.ts';
import { contactRulesFeature } from './phone/transcripts/contact-rules/feature.ts';
import { transcriptsFeature } from './phone/transcripts/feature.ts';
import { timelineFeature } from './leads/timeline/feature.ts';
import { tokensFeature } from './people/credentials/feature.ts';
import { usersFeature } from './people/administration/feature.ts';
import { viewsFeature } from './leads/finding/views/routes.ts';
import { webhooksFeature } from './outbound/webhooks/feature.ts';

export const FEATURES = [
  auditFeature,
  streamFeature,
  liveFeature,
  idempotencyFeature,
  settingsFeature,
  brandFeature,
  dniFeature,
  setupFeature,
  provisioningFeature,
  // Before the users, whose addresses find their links.
  invitationsFeature,
  usersFeature,
  tokensFeature,
  keysFeature,
  overviewFeature,
  agencyFeature,
  membershipsFeature,
  pushFeature,
  sessionsFeature,
  secondFactorsFeature,
  notificationsFeature,
  chatFeature,
  troublesFeature,
  webhooksFeature,
  // Below `/leads`, fixed words are matched before the id of a lead.
  importsFeature,
  batchFeature,
  bulkFeature,
  exportsFeature,
  searchFeature,
  leadsFeature,
  mergesFeature,
  duplicatesFeature,
  removalFeature,
  timelineFeature,
  remindersFeature,
  // Before what reacts to remarks on calls.
  contactRulesFeature,
  // Before the calls and messages by which an erasure finds conversions.
  conversionsFeature,
  // Below `/calls`, a fixed word is matched before the id of a call.
  transcriptsFeature,
  callsFeature,
  messagesFeature,
  optOutsFeature,
  availabilityFeature,
  formsFeature,
  outgoingCallsFeature,
  inventoryFeature,
  numberPlansFeature,
  automaticMessagesFeature,
  scheduledTextsFeature,
  contactsFeature,
  attributionFeature,
  reportsFeature,
  silenceFeature,
  notesFeature,
  commentsFeature,
  viewsFeature,
  modulesFeature,
  { background: [retention] },
] satisfies readonly Feature[];
