/** The table of missed calls whose callers get a text when it is due. No other file writes it. */
import type { WriteContext } from '../../../engine/context/request-context.ts';
import type { Database } from '../../../engine/storage/database.ts';

/** Adds a missed call. One that waits already stays due when it is. */
export function addTextBack(context: WriteContext, callId: string, dueTime: number): void {
  context.database.run(
    'INSERT INTO text_backs (call_id, due_time) VALUES (?, ?) ON CONFLICT (call_id) DO NOTHING',
    callId,
    dueTime,
  );
  context.wakeBy(dueTime);
}

/** Has the text wait for longer. */
export function postponeTextBack(context: WriteContext, callId: string, dueTime: number): void {
  context.database.run('UPDATE text_backs SET due_time = ? WHERE call_id = ?', dueTime, callId);
  context.wakeBy(dueTime);
}

/** Removes a missed call: its caller has got the text, or gets none. */
export function removeTextBack(database: Database, callId: string): void {
  database.run('DELETE FROM text_backs WHERE call_id = ?', callId);
}

/** Tells whether the caller of a call may still get a text for it. */
export function isTextBackWaiting(database: Database, callId: string): boolean {
  return database.maybe('SELECT 1 FROM text_backs WHERE call_id = ?', callId) !== undefined;
}

/** Returns when the next text is due, in milliseconds since the epoch; undefined if none waits. */
export function nextTextBackTime(database: Database): number | undefined {
  const sql = 'SELECT due_time FROM text_backs ORDER BY due_time LIMIT 1';
  return database.maybe<{ due_time: number }>(sql)?.due_time;
}

/** Returns the ids of calls whose texts are due, those that have been due longest first. */
export function dueTextBacks(database: Database, now: number, limit: number): string[] {
  const sql = 'SELECT call_id FROM text_backs WHERE due_time <= ? ORDER BY due_time LIMIT ?';
  return database.all<{ call_id: string }>(sql, now, limit).map((row) => row.call_id);
}
