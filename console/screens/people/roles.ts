/** Roles in words. */
import type { Person } from '../../api/company.ts';

/** The roles in the order of a choice. */
export const ROLE_CHOICES = ['agent', 'manager', 'superadmin', 'viewer'] as const;

/** Names of the roles. */
export const ROLE_NAMES: Record<Person['role_id'], string> = {
  superadmin: 'Super admin',
  manager: 'Manager',
  agent: 'Agent',
  viewer: 'Viewer',
};

/** What each role may see. */
export const ROLE_RIGHTS: Record<Person['role_id'], string> = {
  superadmin: 'everything',
  manager: 'all leads, views and modules',
  agent: 'their own leads and what their group may see',
  viewer: 'reads leads, calls, reports and numbers, changes nothing',
};
