/** The forms of the bought numbers. */
import { choice, field, type FormRow, type NotTried } from './form-rows.ts';
import { capBeside, noteBeside } from './neighbours.ts';

/** Numbers of the account that can be imported. */
const IMPORTED = ['Select (512) 555-0140', 'Select (512) 555-0141'] as const;

export const BOUGHT_FORMS = {
  'branch-numbers': {
    because:
      'its numbers are proposed, and chosen again soon; that they are bought once is a test of its own',
  },
  'buy-numbers': {
    at: 'numbers/bought?over=buy',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Buy numbers' }).click();
      await page.getByRole('button', { name: 'Search' }).click();
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check();
    },
    again: async (page) => page.getByRole('button', { name: 'Search' }).click(),
    ...choice('Source', ['email', 'direct']),
    submit: /^Buy 1 number/,
    saves: /\/numbers\/buy$/,
    stub: { order_id: '00000000-0000-4000-8000-000000000000', numbers: [] },
    endsForm: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'import-numbers': {
    at: 'numbers/bought?over=import-numbers',
    type: async (form, words) => {
      for (const number of IMPORTED) {
        await form.getByRole('checkbox', { name: number }).setChecked(number === words);
      }
    },
    said: async (form) =>
      (await form.locator('tbody input[id^="import-"]:checked').getAttribute('aria-label')) ?? '',
    words: IMPORTED,
    submit: /^Import 1 number/,
    saves: /\/numbers\/import$/,
    stub: { order_id: '00000000-0000-4000-8000-000000000000', numbers: [] },
    endsForm: true,
    onLeaving: 'asked',
    neighbour: noteBeside(),
  },
  'number-cap': {
    at: 'numbers/bought?over=cap',
    ...field('Cap, in USD a month'),
    words: ['77', '78'],
    submit: 'Save',
    saves: /\/numbers\/limits$/,
    onLeaving: 'asked',
    neighbour: capBeside(),
  },
  'number-search': { because: 'It asks the carrier which numbers it sells, and saves nothing.' },
} as const satisfies Record<string, FormRow | NotTried>;
