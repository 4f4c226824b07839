// @vitest-environment happy-dom
/** “Go to” finds by everyday words. */
import { type ComponentChild, h } from 'preact';
import { expect, test } from 'vitest';
import { Palette } from '../../../console/frame/palette/palette.tsx';
import { user as signedIn, type User } from '../../../console/api/user.ts';
import { dniSettings, location as branch } from '../../harness/dni-company.ts';
import { show, type Shown, typed } from '../rendered.ts';

const AUSTIN = branch('north', { name: 'Acme Austin North', latitude: '30.3', longitude: '-97.7' });
const NIA = { user_id: crypto.randomUUID(), name: 'Nia Néw', email: 'nia@example.com' };
const ANSWERS = {
  'GET /me/companies': [],
  'GET /users': [NIA],
  'GET /leads/search': [],
  'GET /dni/api/settings': dniSettings({
    locations: [AUSTIN],
    numbers: [{ phone_number: '+15125550177', location_id: 'north' }],
  }),
};

const Opened = (): ComponentChild =>
  signedIn.value === undefined ? null : h(Palette, { who: signedIn.value });

const openPalette = (user: Partial<User> = {}): Promise<Shown> =>
  show(h(Opened, {}), { at: 'leads?over=go', user, answers: ANSWERS });

/** The choices, by their first lines. */
const choices = ({ find }: Shown): string[] =>
  find.queryAllByRole('option').map((option) => option.querySelector('span')?.firstChild?.textContent ?? '');

/** The choices for a text, without those that are asked for. */
async function found(shown: Shown, text: string): Promise<string[]> {
  await typed(shown.user, shown.find.getByRole('combobox'), text);
  return choices(shown);
}

test.for([
  ['campaign', 'Reports'],
  ['holiday', 'Holidays and other special days'],
  ['report', 'Reports'],
  ['spam', 'Blocked callers'],
  ['branches', 'Locations'],
  ['sms', 'Texts'],
  ['dashboard', 'Home'],
  ['gdpr', 'Data and privacy'],
  ['password', 'Change my password'],
  ['profile', 'My profile'],
  ['passkeys', 'Passkeys'],
  ['two-factor', 'Two-factor sign-in'],
  ['2fa', 'Two-factor sign-in'],
  ['sign out', 'Sign out'],
  ['log off', 'Sign out'],
  // It is a part of “logout”, too.
  ['logo', 'Name and logo'],
  ['notifications', 'My notifications'],
  ['currency', 'Currencies'],
  ['new le', 'New lead'],
] as const)('%s finds first: %s', async ([text, label]) => {
  expect((await found(await openPalette(), text))[0]).toBe(label);
});

test.for([
  ['austin north', 'Acme Austin North', 'numbers/locations?over=location&key=north'],
  ['555-0177', '(512) 555-0177', 'numbers/numbers?over=number&key=%2B15125550177'],
  ['nia new', 'Nia Néw', `people?over=user&id=${NIA.user_id}`],
] as const)('%s finds the record %s, which opens', async ([text, label, at]) => {
  const shown = await openPalette();
  await found(shown, text);
  await expect.poll(() => choices(shown)).toContain(label);
  await shown.user.click(shown.find.getByText(label));
  expect(location.pathname + location.search).toBe(`/console/${shown.companyId}/${at}`);
});

test('a manager finds people and neither branches nor what only super admins may do', async () => {
  const shown = await openPalette({ role_id: 'manager' });
  await found(shown, 'nia');
  await expect.poll(() => choices(shown)).toEqual(['Nia Néw']);
  expect(await found(shown, 'austin north')).toEqual([]);
  expect(await found(shown, 'pool')).not.toContain('Add a pool of numbers');
});

test('a viewer finds screens, and nothing to add', async () => {
  const shown = await openPalette({ role_id: 'viewer' });
  expect(await found(shown, 'leads')).toContain('Leads');
  expect(await found(shown, 'new lead')).toEqual([]);
  expect(await found(shown, 'costs')).not.toContain('Costs');
});
