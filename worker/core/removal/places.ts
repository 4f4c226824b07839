/** How an erasure takes a person out of each place that `person-columns.ts` lists. */
import { eraseTags } from '../bulk/chunks.ts';
import { eraseCalls } from '../calls/erasing.ts';
import type { WriteCall } from '../call.ts';
import { chunkOf } from '../columns/chunk.ts';
import { forgetChunks } from '../columns/stored-columns.ts';
import { eraseAnswersAbout, eraseAnswersOf } from '../idempotency/idempotency.ts';
import { eraseImportedRows } from '../imports/erasing.ts';
import { noteErasedIdentifiers } from '../imports/erased-identifiers.ts';
import { deleteLead, findLead } from '../leads/lead-store.ts';
import type { LeadRecord } from '../leads/schema.ts';
import { deleteMergesInto } from '../merges/merge-snapshots.ts';
import { deleteNotificationsAbout } from '../notifications/notifications.ts';
import { clearIndexes } from '../search/index-merges.ts';
import { eraseTexts } from '../texts/erasing.ts';
import { deleteTimeline, forgetMergesOnOtherTimelines } from '../timeline/erasing.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';
import { forgetRemoved } from './removed-leads.ts';
import { COLUMNS_OF_LEADS, COLUMNS_OF_USERS } from './person-columns.ts';
import type { Erasure } from './schema.ts';

/** A person as a lead. */
export interface ErasedLead {
  lead: LeadRecord;
  /** Of the lead and of those that were merged into it. */
  leadIds: readonly string[];
  leadNumbers: readonly number[];
  /** What they answer to: lower-cased e-mail addresses, phone numbers. */
  keys: readonly string[];
}

/** How a person is taken out of a place. @returns how many of what, for the answer */
type Erase = (call: WriteCall, erased: ErasedLead) => Partial<Erasure> | void;

const OF_LEADS: Readonly<Record<keyof typeof COLUMNS_OF_LEADS, Erase>> = {
  lead: ({ database }, { lead }) => {
    if (findLead(database, lead.leadId) !== undefined) deleteLead(database, lead);
  },
  removedLead: ({ database }, { lead }) => forgetRemoved(database, lead.leadNumber),
  merges: ({ database }, { lead }) => deleteMergesInto(database, lead.leadNumber),
  columns: ({ database }, { leadNumbers }) => forgetChunks(database, [...new Set(leadNumbers.map(chunkOf))]),
  answers: ({ database }, { leadIds }) => eraseAnswersAbout(database, leadIds),
  calls: (call, { lead }) => eraseCalls(call, lead.leadNumber),
  texts: (call, { lead }) => eraseTexts(call, lead.leadNumber),
  timeline: ({ database }, { lead, leadIds }) => ({
    ...deleteTimeline(database, lead.leadNumber),
    events_of_other_leads: forgetMergesOnOtherTimelines(database, leadIds),
  }),
  notifications: ({ database }, { leadIds }) => ({
    notifications: deleteNotificationsAbout(database, leadIds),
  }),
  imports: ({ database }, erased) => ({ import_rows: eraseImportedRows(database, erased) }),
  waitingRows: (call, { keys }) => noteErasedIdentifiers(call, keys),
  bulk: ({ database }, { leadIds }) => eraseTags(database, leadIds),
  indexes: (call) => clearIndexes(call),
};

const OF_USERS: Readonly<Record<keyof typeof COLUMNS_OF_USERS, (call: WriteCall, userId: string) => void>> = {
  tokens: (call, userId) => revokeTokensOf(call, userId),
  log: ({ database }, userId) => {
    const keys = `SELECT subject FROM audit WHERE action = 'api_key.created' AND detail ->> 'user_id' = ?1
      UNION SELECT 'key:' || key_id FROM api_keys WHERE user_id = ?1`;
    database.run(
      `UPDATE audit SET detail = '{}' WHERE subject = 'user:' || ?1 OR subject IN (${keys})`,
      userId,
    );
    database.run("UPDATE audit SET actor_name = '' WHERE user_id = ?", userId);
  },
  history: ({ database }, userId) => {
    database.run("UPDATE dni_settings_history SET actor_name = '' WHERE user_id = ?", userId);
  },
  answers: ({ database }, userId) => eraseAnswersOf(database, userId),
  keys: ({ database }, userId) => {
    database.run('DELETE FROM api_keys WHERE user_id = ?', userId);
  },
  notifications: ({ database }, userId) => {
    database.run(
      `DELETE FROM webhook_deliveries WHERE webhook_id = 'notifications'
         AND delivery_id IN (SELECT notification_id FROM notifications WHERE user_id = ?)`,
      userId,
    );
    database.run('DELETE FROM notifications WHERE user_id = ?', userId);
  },
};

/** Takes a lead out of every place. @returns how many of what were deleted */
export function eraseFromPlaces(call: WriteCall, erased: ErasedLead): Partial<Erasure> {
  const counts: Partial<Erasure> = {};
  for (const place of Object.keys(COLUMNS_OF_LEADS) as (keyof typeof COLUMNS_OF_LEADS)[]) {
    Object.assign(counts, OF_LEADS[place](call, erased));
  }
  return counts;
}

/** Takes a user out of every place that is not gone through by the alarm. */
export function eraseUserFromPlaces(call: WriteCall, userId: string): void {
  for (const place of Object.keys(COLUMNS_OF_USERS) as (keyof typeof COLUMNS_OF_USERS)[]) {
    OF_USERS[place](call, userId);
  }
}
