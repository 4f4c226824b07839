/** The features of the core, in the order in which their routes are matched. Add a new feature here. */
import { auditFeature } from './engine/log/audit-feature.ts';
import { batchFeature } from './leads/batch/feature.ts';
import { brandFeature } from './company/brand/feature.ts';
import { bulkFeature } from './leads/bulk/feature.ts';
import { callsFeature } from './phone/carriers/feature.ts';
import { conversionsFeature } from './conversions/feature.ts';
import { streamFeature } from './engine/log/stream-feature.ts';
import { agencyFeature } from './reports/agency/feature.ts';
import { commentsFeature } from './leads/comments/feature.ts';
import { dniFeature } from './company/dni/feature.ts';
import { exportsFeature } from './leads/csv/exports/feature.ts';
import type { Feature } from './engine/context/feature.ts';
import { idempotencyFeature } from './engine/log/idempotency-feature.ts';
import { importsFeature } from './leads/csv/imports/feature.ts';
import { liveFeature } from './live/feature.ts';
import { invitationsFeature } from './people/invitations/feature.ts';
import { keysFeature } from './people/keys/feature.ts';
import { leadsFeature } from './leads/finding/listing/feature.ts';
import { membershipsFeature } from './people/memberships/feature.ts';
import { mergesFeature } from './leads/merges/feature.ts';
import { modulesFeature } from './modules/feature.ts';
import { notesFeature } from './leads/notes/feature.ts';
import { notificationsFeature } from './people/notifications/feature.ts';
import { pushFeature } from './people/push/feature.ts';
import { secondFactorsFeature } from './people/factors/feature.ts';
import { sessionsFeature } from './people/sessions/feature.ts';
import { troublesFeature } from './people/troubles/feature.ts';
import { removalFeature } from './privacy/feature.ts';
import { remindersFeature } from './leads/reminders/feature.ts';
import { overviewFeature } from './reports/overview/feature.ts';
import { reportsFeature } from './reports/feature.ts';
import { retention } from './engine/work/retention.ts';
import { searchFeature } from './leads/finding/search/feature.ts';
import { settingsFeature } from './company/settings/feature.ts';
import { setupFeature } from './company/setup/feature.ts';
import { availabilityFeature } from './phone/availability/feature.ts';
import { attributionFeature } from './phone/attribution/feature.ts';
import { contactsFeature } from './leads/contacts/feature.ts';
import { formsFeature } from './phone/forms/feature.ts';
import { optOutsFeature } from './phone/opt-outs/feature.ts';
import { inventoryFeature } from './phone/inventory/feature.ts';
import { numberPlansFeature } from './phone/inventory/planning/feature.ts';
import { messagesFeature } from './phone/messages/feature.ts';
import { noticesFeature } from './phone/notices/feature.ts';
import { outgoingCallsFeature } from './phone/outgoing/feature.ts';
import { timelineFeature } from './leads/timeline/feature.ts';
import { tokensFeature } from './people/credentials/feature.ts';
import { usersFeature } from './people/administration/feature.ts';
import { viewsFeature } from './leads/finding/views/feature.ts';
import { webhooksFeature } from './outbound/webhooks/feature.ts';

export const FEATURES: readonly Feature[] = [
  auditFeature,
  streamFeature,
  liveFeature,
  idempotencyFeature,
  settingsFeature,
  brandFeature,
  dniFeature,
  setupFeature,
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
  removalFeature,
  timelineFeature,
  remindersFeature,
  // Before the calls and messages by which an erasure finds conversions.
  conversionsFeature,
  callsFeature,
  messagesFeature,
  optOutsFeature,
  availabilityFeature,
  formsFeature,
  outgoingCallsFeature,
  inventoryFeature,
  numberPlansFeature,
  noticesFeature,
  contactsFeature,
  attributionFeature,
  reportsFeature,
  notesFeature,
  commentsFeature,
  viewsFeature,
  modulesFeature,
  { background: [retention] },
];
