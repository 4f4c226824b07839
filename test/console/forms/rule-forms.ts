/** The forms of rules, those on calls and those of conversions, of menus, and of chat channels. */
import { field, type FormRow } from './form-rows.ts';
import { callersBeside, contactRulesBeside, noteBeside, ruleBeside } from './neighbours.ts';

export const RULE_FORMS = {
  'call-rule': {
    at: 'company/rules?over=call-rule',
    ...field('If one of these is said'),
    complete: async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Booked');
      await form.getByLabel('Tags', { exact: true }).fill('booked');
    },
    submit: 'Add rule',
    saves: /\/contact_rules$/,
    onLeaving: 'asked',
    neighbour: contactRulesBeside(),
  },
  'chat-channel': {
    at: 'company/chat?over=chat-channel',
    ...field('Name'),
    complete: async (form) => form.getByLabel('Address').fill('https://hooks.slack.com/services/T0/B0/x'),
    submit: 'Add channel',
    saves: /\/chat_channels$/,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  menu: {
    at: 'numbers/phone?over=menu',
    ...field('Name'),
    words: ['Day', 'Night'],
    complete: async (form) => form.getByLabel('What callers hear').fill('For sales press 1.'),
    submit: 'Save to draft',
    onLeaving: 'asked',
    neighbour: callersBeside(),
  },
  rule: {
    at: 'company/conversions?over=rule&id=<ruleId>',
    ...field('Name'),
    submit: 'Save',
    saves: /\/conversions\/rules\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: ruleBeside(),
  },
} satisfies Record<string, FormRow>;
