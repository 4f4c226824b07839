/** What this user has seen in the inbox: a row that was the current one for a moment. Others do not see that. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import type { OpenReminder } from './actions.tsx';

/** Rows that one only passes are not seen. */
const LOOK_MS = 1_000;

/** What was marked on this page, since the list is not read again for that. */
const marked = signal<ReadonlySet<string>>(new Set());

/** Marks the current row as seen. @returns whether a row was */
export function useSeen(current: OpenReminder | undefined): (reminder: OpenReminder) => boolean {
  const key = current === undefined ? undefined : keyOf(current);
  const isNew = current !== undefined && key !== undefined && !current.is_seen && !marked.value.has(key);
  useEffect(() => {
    if (!isNew || current === undefined) return undefined;
    const timer = setTimeout(() => {
      if (document.visibilityState !== 'visible') return;
      marked.value = new Set([...marked.value, keyOf(current)]);
      const body = { reminder_ids: [current.event.data.event_id] };
      // It stays new where it could not be marked, and nobody has to know.
      ask(companyPath('/reminders/seen'), { method: 'POST', body }).catch(() => undefined);
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [key, isNew]);
  return (reminder) => reminder.is_seen || marked.value.has(keyOf(reminder));
}

/** A newer contact of the person is new. */
function keyOf({ event: { data }, contact }: OpenReminder): string {
  return `${data.event_id} ${contact?.data.event_id ?? ''}`;
}
