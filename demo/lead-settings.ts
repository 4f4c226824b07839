/** The lead settings and users of the demo company: a field of every type, and a group for each branch. */
import { BRANCHES, DEMO_SIGN_IN, WEBSITE_USER } from './company.ts';

/** Returns the id of a branch's group; fixed, so that examples can use it. */
export function branchGroupId(index: number): string {
  return `11111111-1111-4111-8111-1111111111${String(index + 10).padStart(2, '0')}`;
}

/** Body for `PUT .../lead_settings/fields`. */
export const DEMO_FIELDS: readonly Record<string, unknown>[] = [
  {
    name: 'company_name',
    label: 'Company',
    type: 'text',
    sortable: true,
    pinned: true,
    field_group: 'Contact',
  },
  {
    name: 'service',
    label: 'Service wanted',
    type: 'dropdown',
    field_facet: true,
    sortable: true,
    field_group: 'Job',
    choices: ['Plumbing repair', 'Water heater', 'Heating', 'Air conditioning', 'Remodelling', 'Inspection'],
  },
  {
    name: 'interests',
    label: 'Also interested in',
    type: 'multiselect',
    field_facet: true,
    field_group: 'Job',
    choices: ['Maintenance plan', 'Financing', 'Smart thermostat', 'Water softener', 'Emergency service'],
  },
  { name: 'rooms', label: 'Rooms', type: 'number', sortable: true, field_group: 'Job' },
  { name: 'estimate', label: 'Estimate', type: 'currency', sortable: true, pinned: true, field_group: 'Job' },
  { name: 'visit_date', label: 'Visit on', type: 'date', sortable: true, field_group: 'Job' },
  { name: 'callback_time', label: 'Call back at', type: 'datetime', sortable: true, field_group: 'Contact' },
  { name: 'website', label: 'Website', type: 'url', field_group: 'Contact' },
  {
    name: 'landing_page',
    label: 'Landing pages',
    type: 'url',
    cardinality: 0,
    print_lines: 3,
    field_group: 'Source',
  },
  { name: 'campaign', label: 'Campaign', type: 'text', field_facet: true, field_group: 'Source' },
  {
    name: 'address',
    label: 'Addresses',
    type: 'complex',
    cardinality: 0,
    print_lines: 3,
    field_group: 'Contact',
    sub_fields: [
      { name: 'street', label: 'Street', type: 'text', summary: true },
      { name: 'city', label: 'City', type: 'text', sortable: true, summary: true, field_facet: true },
      { name: 'postal_code', label: 'Postal code', type: 'text', summary: true },
      {
        name: 'kind',
        label: 'Kind',
        type: 'dropdown',
        field_facet: true,
        choices: ['Home', 'Business', 'Billing'],
      },
    ],
  },
];

/** Body for `PUT .../lead_settings/states`. */
export const DEMO_STATES: readonly Record<string, string>[] = [
  { name: 'open', label: 'Open', color: '#3b82f6' },
  { name: 'contacted', label: 'Contacted', color: '#f59e0b' },
  { name: 'visit_scheduled', label: 'Visit scheduled', color: '#8b5cf6' },
  { name: 'offer', label: 'Offer sent', color: '#06b6d4' },
  { name: 'contract_signed', label: 'Contract signed', color: '#10b981' },
  { name: 'in_process', label: 'Work in progress', color: '#14b8a6' },
  { name: 'completed', label: 'Completed', color: '#15803d' },
  { name: 'unqualified', label: 'Unqualified', color: '#6b7280' },
  { name: 'closed_lost', label: 'Lost', color: '#b91c1c' },
  { name: 'dormant', label: 'Dormant', color: '#a8a29e' },
];

/** Bodies for `POST .../smart_views`; every company also has a view of all leads. */
export const DEMO_SMART_VIEWS: readonly Record<string, unknown>[] = [
  {
    name: 'Nobody works on',
    filters: { user_assigned: ['__none__'], state: ['open', 'contacted'] },
    sort: { lead_creation_time: { order: 'asc' } },
  },
  {
    name: 'Offers to follow up',
    filters: { state: ['offer'] },
    sort: { estimate: { order: 'desc' }, name: { order: 'asc' } },
  },
  { name: 'Visits to come', filters: { state: ['visit_scheduled'] }, sort: { visit_date: { order: 'asc' } } },
];

/** Body for `PUT .../lead_settings/currencies`. */
export const DEMO_CURRENCIES = {
  currencies: [
    { name: 'US Dollar', unit: 'USD', symbol: '$', rate: 1, show: true, company_default: true },
    { name: 'Euro', unit: 'EUR', symbol: '&euro;', rate: 0.92, show: true, company_default: false },
    {
      name: 'Pound Sterling',
      unit: 'GBP',
      symbol: '&pound;',
      rate: 0.79,
      show: true,
      company_default: false,
    },
    { name: 'Canadian Dollar', unit: 'CAD', symbol: 'C$', rate: 1.37, show: true, company_default: false },
    { name: 'Mexican Peso', unit: 'MXN', symbol: 'MX$', rate: 18.4, show: false, company_default: false },
  ],
} as const;

/** The groups besides the default one. */
export const DEMO_GROUPS: readonly Record<string, unknown>[] = BRANCHES.map((branch, index) => ({
  id: branchGroupId(index),
  label: branch.city,
  deletable: true,
}));

/** A user of the demo company; all have the demo's password. */
export interface DemoPerson {
  name: string;
  email: string;
  role_id: 'manager' | 'agent';
  group_id: string;
  phone: string;
}

const MANAGERS = ['Maria Manager', 'Marcus Bell'];
const AGENTS = [
  ['Alex Rivera', 'Jordan Smith'],
  ['Casey Nguyen', 'Taylor Brooks'],
  ['Riley Johansson', 'Sam Okafor'],
  ['Morgan Kowalski', 'Jamie Patel'],
  ['Avery Goldstein', 'Quinn Romano'],
] as const;

/** A user as the API lists them. */
export interface SeededUser {
  user_id: string;
  email: string;
  /** E.164, or empty. */
  phone: string;
}

/** Returns the user ids of each branch's agents, by branch id; they get its leads in turn. */
export function agentsByBranch(users: readonly SeededUser[]): Record<string, string[]> {
  const idOf = new Map(users.map((user) => [user.email, user.user_id]));
  return Object.fromEntries(
    BRANCHES.map(({ id }, index) => {
      const agents = DEMO_PEOPLE.filter(
        ({ role_id, group_id }) => role_id === 'agent' && group_id === branchGroupId(index),
      );
      return [id, agents.flatMap(({ email }) => idOf.get(email) ?? [])];
    }),
  );
}

/** The body that creates the user of the site's server. */
export const NEW_WEBSITE_USER = { ...WEBSITE_USER, group_id: branchGroupId(0), auto_assignable: false };

/** Two managers, and two agents a branch: `alex.rivera@leadline.test` and so on. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...MANAGERS.map((name, index) => person(name, 'manager', index)),
  ...AGENTS.flatMap((names, index) => names.map((name) => person(name, 'agent', index))),
];

/** Returns the body that creates a user. */
export function newUserBody(
  someone: DemoPerson,
): DemoPerson & { password: string; auto_assignable: boolean } {
  return { ...someone, password: DEMO_SIGN_IN.password, auto_assignable: someone.role_id === 'agent' };
}

function person(name: string, role: DemoPerson['role_id'], branch: number): DemoPerson {
  return {
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@leadline.test`,
    role_id: role,
    group_id: branchGroupId(branch),
    phone: BRANCHES[branch]?.number ?? '',
  };
}
