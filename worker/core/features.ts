/** The features of the core, in the order in which their routes are asked. A new feature has its line here. */
import { auditFeature } from './audit/feature.ts';
import { batchFeature } from './batch/feature.ts';
import { bulkFeature } from './bulk/feature.ts';
import { callsFeature } from './calls/feature.ts';
import { streamFeature } from './changes/feature.ts';
import { commentsFeature } from './comments/feature.ts';
import { dniFeature } from './dni/feature.ts';
import { exportsFeature } from './exports/feature.ts';
import type { Feature } from './feature.ts';
import { idempotencyFeature } from './idempotency/feature.ts';
import { importsFeature } from './imports/feature.ts';
import { keysFeature } from './keys/feature.ts';
import { leadsFeature } from './leads/feature.ts';
import { membershipsFeature } from './memberships/feature.ts';
import { mergesFeature } from './merges/feature.ts';
import { modulesFeature } from './modules/feature.ts';
import { notesFeature } from './notes/feature.ts';
import { notificationsFeature } from './notifications/feature.ts';
import { removalFeature } from './removal/feature.ts';
import { retention } from './retention.ts';
import { searchFeature } from './search/feature.ts';
import { settingsFeature } from './settings/feature.ts';
import { setupFeature } from './setup/feature.ts';
import { textsFeature } from './texts/feature.ts';
import { timelineFeature } from './timeline/feature.ts';
import { tokensFeature } from './tokens/feature.ts';
import { usersFeature } from './users/feature.ts';
import { viewsFeature } from './views/feature.ts';
import { webhooksFeature } from './webhooks/feature.ts';

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
  // Below `/leads`, whatever is no lead's id comes before the lead itself.
  importsFeature,
  batchFeature,
  bulkFeature,
  exportsFeature,
  searchFeature,
  leadsFeature,
  mergesFeature,
  removalFeature,
  timelineFeature,
  callsFeature,
  textsFeature,
  notesFeature,
  commentsFeature,
  viewsFeature,
  modulesFeature,
  { background: [retention] },
];
