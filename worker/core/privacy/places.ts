/** Clears each place that `person-columns.ts` lists. */
import { eraseTags } from '../leads/bulk/chunks.ts';
import { eraseCalls } from '../phone/carriers/erasing.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { chunkOf } from '../leads/finding/columns/chunk.ts';
import { forgetChunks } from '../leads/finding/columns/stored-columns.ts';
import { eraseAnswersAbout, eraseAnswersOf } from '../engine/http/idempotency.ts';
import { eraseImportedRows } from '../leads/csv/imports/erasing.ts';
import { noteErasedIdentifiers } from '../leads/csv/imports/erased-identifiers.ts';
import { deleteLead, findLead } from '../leads/record/lead-store.ts';
import type { LeadRecord } from '../leads/record/schema.ts';
import { deleteMergesInto } from '../leads/merges/merge-snapshots.ts';
import { deleteNotificationsAbout } from '../people/notifications/notifications.ts';
import { clearIndexes } from '../leads/finding/search/index-merges.ts';
import { eraseTexts } from '../phone/messages/erasing.ts';
import { deleteTimeline, forgetMergesOnOtherTimelines } from '../leads/timeline/erasing.ts';
import { revokeTokensOf } from '../people/tokens/tokens.ts';
import { forgetRemoved } from '../leads/removals/removed-leads.ts';
import { COLUMNS_OF_LEADS, COLUMNS_OF_USERS } from './person-columns.ts';
import type { Erasure } from '../leads/removals/schema.ts';

/** A person as a lead. */
export interface ErasedLead {
  lead: LeadRecord;
  /** Of the lead and of those that were merged into it. */
  leadIds: readonly string[];
  leadNumbers: readonly number[];
  /** Their identifiers: lower-cased e-mail addresses, phone numbers. */
  keys: readonly string[];
}

/** Clears a place. @returns the number of deleted records by kind, for the answer */
type Erase = (context: WriteContext, erased: ErasedLead) => Partial<Erasure> | void;

const OF_LEADS: Readonly<Record<keyof typeof COLUMNS_OF_LEADS, Erase>> = {
  lead: ({ database }, { lead }) => {
    if (findLead(database, lead.leadId) !== undefined) deleteLead(database, lead);
  },
  removedLead: ({ database }, { lead }) => forgetRemoved(database, lead.leadNumber),
  merges: ({ database }, { lead }) => deleteMergesInto(database, lead.leadNumber),
  columns: ({ database }, { leadNumbers }) => forgetChunks(database, [...new Set(leadNumbers.map(chunkOf))]),
  answers: ({ database }, { leadIds }) => eraseAnswersAbout(database, leadIds),
  calls: (context, { lead }) => eraseCalls(context, lead.leadNumber),
  texts: (context, { lead }) => eraseTexts(context, lead.leadNumber),
  timeline: ({ database }, { lead, leadIds }) => ({
    ...deleteTimeline(database, lead.leadNumber),
    events_of_other_leads: forgetMergesOnOtherTimelines(database, leadIds),
  }),
  notifications: ({ database }, { leadIds }) => ({
    notifications: deleteNotificationsAbout(database, leadIds),
  }),
  imports: ({ database }, erased) => ({ import_rows: eraseImportedRows(database, erased) }),
  waitingRows: (context, { keys }) => noteErasedIdentifiers(context, keys),
  bulk: ({ database }, { leadIds }) => eraseTags(database, leadIds),
  indexes: (context) => clearIndexes(context),
};

const OF_USERS: Readonly<
  Record<keyof typeof COLUMNS_OF_USERS, (context: WriteContext, userId: string) => void>
> = {
  tokens: (context, userId) => revokeTokensOf(context, userId),
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

/** Clears every place of a lead. @returns the number of deleted records by kind */
export function eraseFromPlaces(context: WriteContext, erased: ErasedLead): Partial<Erasure> {
  const counts: Partial<Erasure> = {};
  for (const place of Object.keys(COLUMNS_OF_LEADS) as (keyof typeof COLUMNS_OF_LEADS)[]) {
    Object.assign(counts, OF_LEADS[place](context, erased));
  }
  return counts;
}

/** Clears every place of a user, except those that the alarm clears later. */
export function eraseUserFromPlaces(context: WriteContext, userId: string): void {
  for (const place of Object.keys(COLUMNS_OF_USERS) as (keyof typeof COLUMNS_OF_USERS)[]) {
    OF_USERS[place](context, userId);
  }
}
