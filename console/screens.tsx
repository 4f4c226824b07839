/** The screens of the console: who may see them, and where they are loaded from when they are opened. */
import type { ComponentType } from 'preact';
import type { IconName } from './components/icon.tsx';
import { LeadsScreen } from './screens/leads/leads.tsx';
import type { User } from './session.ts';

/** An entry of the navigation. */
export interface Screen {
  name: string;
  label: string;
  icon: IconName;
  /** What opens it after a `g`. */
  key: string;
  roles: readonly User['role_id'][];
  load: () => Promise<ComponentType>;
}

const EVERYBODY = ['superadmin', 'manager', 'agent'] as const;

export const SCREENS: readonly Screen[] = [
  {
    name: 'leads',
    label: 'Leads',
    icon: 'leads',
    key: 'l',
    roles: EVERYBODY,
    load: () => Promise.resolve(LeadsScreen),
  },
];

/** The screens that somebody may see. */
export function screensFor({ role_id: role }: User): readonly Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}
