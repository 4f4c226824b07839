/** When the phone book changes: with whatever it is made of. */
import type { WriteCall } from '../call.ts';
import type { NewChange } from '../changes/schema.ts';
import { phoneBookOf } from './company-phone-book.ts';

/** Settings that the phone book is made of. */
const PARTS: readonly unknown[] = ['calls', 'dni', 'options'];

/** Whether the phone book is another one after this change. */
export function changesPhoneBook({ type, data }: NewChange): boolean {
  if (type === 'settings.changed') return PARTS.includes(data?.['settings']);
  return type === 'user.created' || type === 'user.changed';
}

/** Has the phone book made anew and, for a company that takes calls, given to the edge. */
export function renewPhoneBook(call: WriteCall): void {
  phoneBookOf(call).forget();
  const changed = call.database.run(
    `UPDATE call_settings SET book_version = book_version + 1, publish_failures = 0, next_publish_time = ?
     WHERE version > 0`,
    call.now,
  );
  if (changed > 0) call.wakeBy(call.now);
}
