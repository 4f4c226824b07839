// @vitest-environment happy-dom
/** All companies: an agency finds a client, orders them, and sees their totals. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CompaniesScreen } from '../../../../console/screens/home/companies/screen.tsx';
import { show } from '../../rendered.ts';

/** Returns a company as the API answers it. */
const company = (name: string, [calls, missed, leads]: number[], troubles: string[]): object => ({
  company_id: name,
  name,
  role_id: 'superadmin',
  is_current: false,
  is_suspended: false,
  is_available: true,
  may_add: null,
  troubles,
  figures: {
    calls,
    calls_before: 0,
    calls_by_day: Array.from({ length: 14 }, () => 1),
    missed,
    not_called_back: missed,
    new_leads: leads,
    setup_done: 6,
    setup_steps: 6,
    astray_numbers: 0,
    seen_time: null,
  },
});

const answers = {
  'GET /me/companies/overview': [
    company('Zed Roofing', [5, 2, 1], ['not_called_back']),
    company('Acme Plumbing', [20, 1, 4], []),
    company('Acmé Heating', [9, 1, 9], ['script_silent']),
  ],
};

const names = (): (string | undefined)[] =>
  [...document.querySelectorAll('tbody tr:not(.total) th a')].map((link) => link.textContent);

test('clients are searched and ordered, and the first row has their totals', async () => {
  const { find, user } = await show(h(CompaniesScreen, {}), { at: 'companies', answers });
  await find.findByText('Zed Roofing');
  const total = (): string => document.querySelector('tr.total')?.textContent ?? '';

  expect(names()).toEqual(['Zed Roofing', 'Acme Plumbing', 'Acmé Heating']);
  expect(total()).toBe('3 companies34414All together2 to look at');
  await user.selectOptions(find.getByLabelText('Sorted by'), 'Calls');
  expect(names()).toEqual(['Acme Plumbing', 'Acmé Heating', 'Zed Roofing']);
  // Two have as many: they are ordered by name.
  await user.selectOptions(find.getByLabelText('Sorted by'), 'Missed calls');
  expect(names()).toEqual(['Zed Roofing', 'Acmé Heating', 'Acme Plumbing']);
  await user.selectOptions(find.getByLabelText('Sorted by'), 'Name');
  await user.type(find.getByLabelText('Search companies'), 'acme');
  expect(names()).toEqual(['Acmé Heating', 'Acme Plumbing']);
  expect(total()).toBe('2 companies29213All together1 to look at');
  await user.type(find.getByLabelText('Search companies'), ' none');
  await find.findByText('No company is called so.');
});
