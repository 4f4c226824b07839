// @vitest-environment happy-dom
/** What an edit or a merge shows of a lead's values, in a person's words. */
import { expect, test } from 'vitest';
import { valueText } from '../../../../../console/screens/leads/lead/timeline/changes.tsx';

test.for([
  ['source_tags', ['paid_search', 'Yellow Pages'], 'Paid search, Yellow Pages'],
  ['tags', ['paid_search'], 'paid_search'],
  ['phones', [{ phone: '+15125550100' }], '(512) 555-0100'],
  ['emails', [{ email: 'jo@acme.test' }], 'jo@acme.test'],
  ['name', 'Jo', 'Jo'],
  ['name', null, ''],
] as const)('of %s, %j is shown as "%s"', ([member, value, text]) => {
  expect(valueText([], member, value)).toBe(text);
});
