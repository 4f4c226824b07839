/** Roles in words. */
import type { Person } from '../../api/company.ts';

/** Names of the roles. */
export const ROLE_NAMES: Record<Person['role_id'], string> = {
  superadmin: 'Super admin',
  manager: 'Manager',
  agent: 'Agent',
};

/** What each role may see. */
export const ROLE_RIGHTS: Record<Person['role_id'], string> = {
  superadmin: 'everything',
  manager: 'all leads, views and modules',
  agent: 'their own leads and what their group may see',
};
