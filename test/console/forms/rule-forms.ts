/** The forms of rules: those on calls, and those of conversions. */
import { field, type FormRow } from './form-rows.ts';
import { contactRulesBeside, ruleBeside } from './neighbours.ts';

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
  rule: {
    at: 'company/conversions?over=rule&id=<ruleId>',
    ...field('Name'),
    submit: 'Save',
    saves: /\/conversions\/rules\/[^/]+\/modify$/,
    onLeaving: 'asked',
    neighbour: ruleBeside(),
  },
} satisfies Record<string, FormRow>;
