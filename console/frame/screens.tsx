/** Lists the screens of the console, with the roles that may see each and its loader. */
import type { ComponentType } from 'preact';
import type { IconName } from '../components/icon.tsx';
import { type Load, part } from '../components/parts/lazy.tsx';
import { prefetchLeads, LeadsScreen } from '../screens/leads/leads.tsx';
import type { User } from '../api/user.ts';
import { isOpenSetup } from '../api/setup.ts';

/** A screen in the navigation. It is part of the first load, or loaded when opened. */
export type Screen = {
  name: string;
  label: string;
  icon: IconName;
  /** The shortcut, after `g`. */
  key: string;
  roles: readonly User['role_id'][];
  /** The screen whose entry in the navigation is current if this one has none. */
  within?: string;
  /** Requests the screen's first data before the session is known. */
  prefetch?: () => void;
} & ({ Component: ComponentType } | { load: Load });

const STAFF = ['superadmin', 'manager', 'agent'] as const;
const EVERYBODY = [...STAFF, 'viewer'] as const;
/** Those who see the figures of the company. */
const READERS = ['superadmin', 'manager', 'viewer'] as const;

export const SCREENS: readonly Screen[] = [
  {
    name: 'setup',
    label: 'Setup',
    icon: 'setup',
    key: 's',
    roles: ['superadmin'],
    load: part('setup', async () => (await import('../screens/setup/screen.tsx')).SetupScreen),
  },
  {
    name: 'home',
    label: 'Home',
    icon: 'home',
    key: 'h',
    roles: READERS,
    load: part('home', async () => {
      const { HomeScreen, prefetchHome } = await import('../screens/home/screen.tsx');
      prefetchHome();
      return HomeScreen;
    }),
  },
  {
    name: 'companies',
    label: 'All companies',
    icon: 'company',
    key: 'w',
    roles: EVERYBODY,
    within: 'home',
    load: part('home', async () => (await import('../screens/home/companies/screen.tsx')).CompaniesScreen),
  },
  {
    name: 'inbox',
    label: 'Inbox',
    icon: 'inbox',
    key: 'i',
    roles: STAFF,
    within: 'calls',
    load: part('inbox', async () => (await import('../screens/inbox/screen.tsx')).InboxScreen),
  },
  {
    name: 'leads',
    label: 'Leads',
    icon: 'leads',
    key: 'l',
    roles: EVERYBODY,
    Component: LeadsScreen,
    prefetch: prefetchLeads,
  },
  {
    name: 'calls',
    label: 'Calls',
    icon: 'call',
    key: 'c',
    roles: EVERYBODY,
    load: part('calls', async () => (await import('../screens/calls/screen.tsx')).CallsScreen),
  },
  {
    name: 'reports',
    label: 'Reports',
    icon: 'reports',
    key: 'r',
    roles: READERS,
    load: part('reports', async () => (await import('../screens/reports/screen.tsx')).ReportsScreen),
  },
  {
    name: 'numbers',
    label: 'Numbers',
    icon: 'numbers',
    key: 'n',
    roles: ['superadmin', 'manager', 'viewer'],
    load: part('numbers', async () => (await import('../screens/numbers/screen.tsx')).NumbersScreen),
  },
  {
    name: 'preview',
    label: 'Preview',
    icon: 'preview',
    key: 'p',
    roles: READERS,
    load: part('preview', async () => (await import('../screens/preview/screen.tsx')).PreviewScreen),
  },
  {
    name: 'people',
    label: 'People',
    icon: 'people',
    key: 'u',
    roles: EVERYBODY,
    load: part('people', async () => (await import('../screens/people/screen.tsx')).PeopleScreen),
  },
  {
    name: 'company',
    label: 'Company',
    icon: 'company',
    key: 'o',
    roles: ['superadmin'],
    load: part('company', async () => (await import('../screens/company/screen.tsx')).CompanyScreen),
  },
];

/** Returns the screens that a user may see. */
export function screensFor({ role_id: role }: User): readonly Screen[] {
  return SCREENS.filter(({ roles }) => roles.includes(role));
}

/** Returns the screens in the navigation. Others, such as a completed setup, are only in “Go to”. */
export function screensInRail(who: User): readonly Screen[] {
  const isHidden: Record<string, boolean> = {
    setup: !isOpenSetup(who.company_id),
    // The menu of companies leads there.
    companies: true,
    // Others find it above the calls.
    inbox: who.role_id !== 'agent',
  };
  return screensFor(who).filter(({ name }) => isHidden[name] !== true);
}
