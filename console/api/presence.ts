/** Who else has the lead of this page open. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LiveMessage } from '../../worker/core/live/messages.ts';
import { user } from './user.ts';

/** The users who have a lead open. */
export type PeopleHere = Extract<LiveMessage, { type: 'present' }>['people'];

/** The lead that this page shows; null while it shows none. */
export const shownLead = signal<string | null>(null);

const present = signal<{ leadId: string; people: PeopleHere } | undefined>(undefined);

/** Remembers who has a lead open. */
export function notePresent(leadId: string, people: PeopleHere): void {
  present.value = { leadId, people };
}

/** Shows a lead to this user, and tells others so. @returns the others who have it open */
export function useOthersOn(leadId: string): PeopleHere {
  useEffect(() => {
    shownLead.value = leadId;
    return () => {
      if (shownLead.value === leadId) shownLead.value = null;
    };
  }, [leadId]);
  const { value: known } = present;
  if (known?.leadId !== leadId) return [];
  return known.people.filter(({ user_id: id }) => id !== user.value?.user_id);
}
