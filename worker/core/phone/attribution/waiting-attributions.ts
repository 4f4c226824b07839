/** The queue of calls and messages to attribute: the only file that writes its table. */
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';

/** Age from which calls and messages are attributed by their number alone. */
const OLD_MS = 90 * 24 * 60 * 60_000;

export type ItemKind = 'call' | 'text' | 'form';

export interface WaitingItem extends Row {
  item_id: string;
  kind: ItemKind;
  tries: number;
  due_time: number;
}

/**
 * Queues a new call or message, to be attributed after the answer to the carrier.
 * @param place among those of one write, which are attributed in their order
 */
export function awaitAttribution(
  context: WriteContext,
  { kind, itemId, time }: { kind: ItemKind; itemId: string; time: number },
  place: number,
): void {
  const isOld = time < context.now - OLD_MS;
  if (isOld || dniSettingsOf(context).read()?.settings.visits !== true) return;
  context.database.run(
    'INSERT INTO waiting_attributions (due_time, item_id, kind, tries) VALUES (?, ?, ?, 0)',
    context.now + place,
    itemId,
    kind,
  );
  context.wakeBy(context.now);
}

export function nextWaitingItem(database: Database): WaitingItem | undefined {
  return database.maybe('SELECT * FROM waiting_attributions ORDER BY due_time, item_id LIMIT 1');
}

export function retryLater(context: WriteContext, item: WaitingItem, dueTime: number): void {
  context.database.run(
    'UPDATE waiting_attributions SET tries = tries + 1, due_time = ? WHERE due_time = ? AND item_id = ?',
    dueTime,
    item.due_time,
    item.item_id,
  );
  context.wakeBy(dueTime);
}

export function stopWaiting(database: Database, item: WaitingItem): void {
  database.run(
    'DELETE FROM waiting_attributions WHERE due_time = ? AND item_id = ?',
    item.due_time,
    item.item_id,
  );
}
