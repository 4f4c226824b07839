/** The features of the core, in the order in which their routes are matched. Add a new feature here. */
import { auditFeature } from './engine/log/audit-feature.ts';
import { batchFeature } from './leads/batch/feature.ts';
import { bulkFeature } from './leads/bulk/feature.ts';
import { callsFeature } from './phone/carriers/feature.ts';
import { conversionsFeature } from './conversions/feature.ts';
import { streamFeature } from './engine/log/stream-feature.ts';
import { commentsFeature } from './leads/comments/feature.ts';
import { dniFeature } from './company/dni/feature.ts';
import { exportsFeature } from './leads/csv/exports/feature.ts';
import type { Feature } from './engine/context/feature.ts';
import { idempotencyFeature } from './engine/log/idempotency-feature.ts';
import { importsFeature } from './leads/csv/imports/feature.ts';
import { keysFeature } from './people/keys/feature.ts';
import { leadsFeature } from './leads/listing/feature.ts';
import { membershipsFeature } from './people/memberships/feature.ts';
import { mergesFeature } from './leads/merges/feature.ts';
import { modulesFeature } from './modules/feature.ts';
import { notesFeature } from './leads/notes/feature.ts';
import { notificationsFeature } from './people/notifications/feature.ts';
import { removalFeature } from './privacy/feature.ts';
import { remindersFeature } from './leads/reminders/feature.ts';
import { reportsFeature } from './reports/feature.ts';
import { retention } from './engine/work/retention.ts';
import { searchFeature } from './leads/finding/search/feature.ts';
import { settingsFeature } from './company/settings/feature.ts';
import { setupFeature } from './company/setup/feature.ts';
import { attributionFeature } from './phone/attribution/feature.ts';
import { messagesFeature } from './phone/messages/feature.ts';
import { timelineFeature } from './leads/timeline/feature.ts';
import { tokensFeature } from './people/credentials/feature.ts';
import { usersFeature } from './people/administration/feature.ts';
import { viewsFeature } from './leads/finding/views/feature.ts';
import { webhooksFeature } from './outbound/webhooks/feature.ts';

export const FEATURES: readonly Feature[] = [
  auditFeature,
  streamFeature,
  idempotencyFeature,
  settingsFeature,
  dniFeature,
  setupFeature,
  usersFeature,
  tokensFeature,
  keysFeature,
  membershipsFeature,
  notificationsFeature,
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
  attributionFeature,
  reportsFeature,
  notesFeature,
  commentsFeature,
  viewsFeature,
  modulesFeature,
  { background: [retention] },
];
