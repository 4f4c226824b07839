/** The groups of operations, in the order in which the reference has them. */

/** What each group is about. */
export const TAGS = {
  'Tracking numbers': 'Which number a visitor sees, and the settings behind that decision.',
  Texts: 'Text messages to tracking numbers and from them.',
  Carriers: 'What carriers ask when the phone rings; their signature is their credentials.',
  Leads: 'The people who called or wrote: made, found, changed, assigned, merged, brought in and taken out.',
  Timeline: 'What happened with a lead: notes, comments, calls, messages, and every change.',
  Calls: 'How calls and texts are answered, by whom, and why.',
  'Smart views': 'Saved searches over the leads, with counts by facet.',
  'Data modules': 'Further kinds of record that a company keeps, with fields of its own.',
  Changes: 'Everything that happens in a company, in order, to be read from any position.',
  Webhooks: 'The same changes, sent to an address as they happen, signed as Standard Webhooks 1.0 says.',
  'Audit log': 'Who did what and when, with the values before and after.',
  Users: 'The people of a company and their roles.',
  'Own companies': 'One person in several companies: which they are, invitations, and their own password.',
  'API keys': 'Keys for programs, with scopes and an end.',
  Notifications: 'What users were told, and how the delivery went.',
  Settings: 'The options of a company, and the fields, states, groups and currencies of its leads.',
  'Sign-in': 'Access tokens for e-mail address and password.',
  Provisioning: 'What the operator of a deployment does: make companies, issue tokens.',
} as const;
export type Tag = keyof typeof TAGS;

/** How the sidebar of the reference groups the tags. */
export const TAG_GROUPS: Record<string, readonly Tag[]> = {
  Numbers: ['Tracking numbers', 'Calls', 'Texts', 'Carriers'],
  Leads: ['Leads', 'Timeline', 'Smart views', 'Data modules'],
  Integration: ['Changes', 'Webhooks', 'Audit log'],
  Company: ['Users', 'Own companies', 'API keys', 'Notifications', 'Settings'],
  Deployment: ['Sign-in', 'Provisioning'],
};
