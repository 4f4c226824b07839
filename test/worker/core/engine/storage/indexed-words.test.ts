/** Which changes of an event have its words indexed again. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

/** Returns how many entries the change of an event's data writes for the index. */
function writesOf(type: string, before: object, after: object): number {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  database.exec(readFileSync('worker/core/engine/storage/schema.sql', 'utf8'));
  database
    .prepare(
      `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
       VALUES ('one', 1, 1, ?, 1, 0, 0, '', ?)`,
    )
    .run(type, JSON.stringify(before));
  database.exec('DELETE FROM unindexed_events');
  database.prepare('UPDATE events SET data = ?').run(JSON.stringify(after));
  return Number(database.prepare('SELECT count(*) AS count FROM unindexed_events').get()?.['count']);
}

test.for(['note', 'email_message', 'reminder', 'sms', 'call'])(
  'an event of type %s is indexed again when its words change, come or go, and not with its status',
  (type) => {
    const sent = { status: 'sent', message: 'Hello' };
    expect(writesOf(type, sent, { ...sent, status: 'delivered' })).toBe(0);
    expect(writesOf(type, {}, { status: 'delivered' })).toBe(0);

    expect(writesOf(type, sent, { ...sent, message: 'Hullo' })).toBe(1);
    expect(writesOf(type, sent, { status: 'sent' })).toBe(1);
    expect(writesOf(type, {}, sent)).toBe(1);
    expect(writesOf(type, { ...sent, subject: 'Roof' }, { ...sent, subject: 'Wall' })).toBe(1);
  },
);

test('events without words that are searched are never indexed', () => {
  expect(writesOf('page_view', { message: 'one' }, { message: 'two' })).toBe(0);
});
