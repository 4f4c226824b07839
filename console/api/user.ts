/** The signed-in user. */
import type { CurrentUserBody } from '../../worker/core/people/users/answer-schema.ts';
import { signal } from '@preact/signals';

/** The members of `GET /me` that the console needs. */
export type User = Pick<
  CurrentUserBody,
  'user_id' | 'name' | 'email' | 'role_id' | 'company_id' | 'group_id'
>;

/** Undefined until somebody has signed in. */
export const user = signal<User | undefined>(undefined);
