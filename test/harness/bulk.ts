/** Begins and reads bulk operations. */
import { expect } from 'vitest';
import { answerOf } from './builders.ts';
import { type LeadClient, sendLead } from './leads.ts';

/** The API's answer about a bulk operation. Only `GET` has rows. */
export interface Bulk {
  bulk_id: string;
  status: string;
  count: number;
  processed: number;
  changed: number;
  unchanged: number;
  failed: number;
  undone: number;
  kept: number;
  detail: string;
  undoable_until?: string;
  ended_by?: string;
  rows: { lead_id?: string; status: string; code?: string }[];
}

/** Longest wait for background work on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Begins a bulk operation. */
export async function beginBulk(client: LeadClient, body: object): Promise<Bulk> {
  return answerOf<Bulk>(await sendLead(client, 'POST', '/bulk', body));
}

/** Reads a bulk operation and a page of its rows. */
export async function getBulk(client: LeadClient, bulkId: string, query = ''): Promise<Bulk> {
  return answerOf<Bulk>(await sendLead(client, 'GET', `/bulk/${bulkId}${query}`));
}

/** Waits until a bulk operation has this status. */
export async function bulkIs(client: LeadClient, bulkId: string, status: string): Promise<Bulk> {
  const read = async (): Promise<string> => (await getBulk(client, bulkId, '?size=0')).status;
  await expect.poll(read, { timeout: PATIENCE_MS, interval: 10 }).toBe(status);
  return getBulk(client, bulkId, '?size=1000');
}

/** Begins a bulk operation and waits until it is done. */
export async function runBulk(client: LeadClient, body: object): Promise<Bulk> {
  const { bulk_id: bulkId } = await beginBulk(client, body);
  return bulkIs(client, bulkId, 'done');
}

/** Undoes a bulk operation and waits until that is done. */
export async function undoBulk(client: LeadClient, bulkId: string): Promise<Bulk> {
  await answerOf(await sendLead(client, 'POST', `/bulk/${bulkId}/undo`));
  return bulkIs(client, bulkId, 'undone');
}
