/** The groups of operations, in the order of the reference. */

/** The description of each group. */
export const TAGS = {
  'Tracking numbers': 'The number that a visitor sees, and the settings behind that decision.',
  Texts: 'Text messages to and from tracking numbers.',
  Carriers: 'The webhooks of phone companies, whose signature serves as credentials.',
  Leads: 'The people who called or wrote: create, find, edit, assign, merge, import and export them.',
  Timeline: 'The history of a lead: notes, comments, calls, messages, and every change.',
  Calls: 'Calls, and the settings for answering calls and text messages.',
  Conversions: 'Reports calls and messages to ad platforms: rules, platforms, preview, log and files.',
  'Smart views': 'Saved searches over the leads, with counts by facet.',
  'Data modules': 'Further kinds of records of a company, with their own fields.',
  Changes: 'All changes in a company, in order, readable from any position.',
  Webhooks: 'The same changes, sent to an address at once and signed (Standard Webhooks 1.0).',
  'Audit log': 'All actions with user, time, and the values before and after.',
  Users: 'The people of a company and their roles.',
  'Own companies': 'The companies of a person, invitations, and the person’s own password.',
  'API keys': 'Keys for programs, with scopes and an expiry date.',
  Notifications: 'Messages to users, and the state of their delivery.',
  Settings: 'The options of a company, and the fields, states, groups and currencies of its leads.',
  'Sign-in': 'Access tokens for e-mail address and password.',
  Provisioning: 'Operations for the operator of a deployment: create companies, issue tokens.',
} as const;
export type Tag = keyof typeof TAGS;

/** The groups of tags in the sidebar of the reference. */
export const TAG_GROUPS: Record<string, readonly Tag[]> = {
  Numbers: ['Tracking numbers', 'Calls', 'Texts', 'Conversions', 'Carriers'],
  Leads: ['Leads', 'Timeline', 'Smart views', 'Data modules'],
  Integration: ['Changes', 'Webhooks', 'Audit log'],
  Company: ['Users', 'Own companies', 'API keys', 'Notifications', 'Settings'],
  Deployment: ['Sign-in', 'Provisioning'],
};
