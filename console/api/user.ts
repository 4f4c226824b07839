/** The signed-in user. */
import type { CurrentUserBody } from '../../worker/core/people/users/answer-schema.ts';
import { signal } from '@preact/signals';

/** The members of `GET /me` that the console needs. */
export type User = Pick<
  CurrentUserBody,
  'user_id' | 'name' | 'email' | 'role_id' | 'company_id' | 'group_id' | 'may_hear_recordings' | 'brand'
>;

/** Undefined until somebody has signed in. */
export const user = signal<User | undefined>(undefined);

/** Returns what the company calls the product. */
export function productName(): string {
  return user.value?.brand?.name ?? 'Leadline';
}

/** Tells whether the user may change anything: viewers read. */
export function mayWrite(): boolean {
  return user.value?.role_id !== 'viewer';
}

/** Tells whether the user may hear recordings, and so read what was said. */
export function mayHear(): boolean {
  return user.value?.may_hear_recordings !== false;
}

/** Tells whether the user manages the leads of the company. */
export function isManager(): boolean {
  return /^[sm]/.test(user.value?.role_id ?? '');
}
