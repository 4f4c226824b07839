/** Reads the signed-in user again: this browser remembers them, and their role, and the name and logo of the company, may have changed since. */
import { ask } from '../../api/api.ts';
import { opened } from '../../api/session.ts';
import { type User, user } from '../../api/user.ts';

const CHANGING = ['role_id', 'group_id', 'may_hear_recordings', 'brand'] as const;

export async function readUserAgain(): Promise<void> {
  const { body } = await ask<User>('/me');
  const known = user.value;
  // Another window may have switched the session to another company or user.
  if (body.company_id !== known?.company_id || body.user_id !== known.user_id) return;
  const told = (who: User): string => JSON.stringify(CHANGING.map((member) => who[member]));
  if (told(body) !== told(known)) opened(body);
}
