/** The person who is signed in. */
import { signal } from '@preact/signals';

/** The members of `GET /me` that the console needs. */
export interface User {
  user_id: string;
  name: string;
  email: string;
  role_id: 'superadmin' | 'manager' | 'agent';
  company_id: string;
  group_id: string;
}

/** Undefined until somebody has signed in. */
export const user = signal<User | undefined>(undefined);
