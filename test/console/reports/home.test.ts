// @vitest-environment happy-dom
/** Home without calls, and who has it. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { User } from '../../../console/api/user.ts';
import { screensFor } from '../../../console/frame/screens.tsx';
import { HomeScreen } from '../../../console/screens/home/screen.tsx';
import { show } from '../rendered.ts';

test('a company without calls says so', async () => {
  const nothing = {
    totals: { calls: 0, leads: 0 },
    compared: { totals: { calls: 0 } },
    rows: [],
    time_zone: 'UTC',
  };
  const pending = (): Promise<never> => new Promise(() => undefined);
  const { find } = await show(h(HomeScreen, {}), {
    answers: {
      'GET /reports/query': ({ path }: { path: string }) => (path.includes('by=day') ? nothing : pending()),
      'GET /numbers': pending,
      'GET /numbers/trouble': pending,
      'GET /calls/silent': pending,
    },
  });
  const text = await find.findByText('No calls and no leads in the last 30 days.', { exact: false });
  expect(text.parentElement?.querySelector('a')?.textContent).toBe('Check the site');
});

test('the period is chosen, stays in the address, and the lists behind the figures have it', async () => {
  const report = {
    from: '2026-03-01',
    to: '2026-03-07',
    time_zone: 'UTC',
    totals: { calls: 9, missed: 3, not_called_back: 2 },
    compared: null,
    rows: [],
    metrics: [
      { name: 'calls', unit: 'count', list: 'calls', only: null },
      { name: 'not_called_back', unit: 'count', list: 'calls', only: 'not_called_back' },
    ],
    link: 'from=2026-03-01&to=2026-03-07',
  };
  const pending = (): Promise<never> => new Promise(() => undefined);
  const { find, user, requests } = await show(h(HomeScreen, {}), {
    answers: {
      'GET /reports/query': ({ path }: { path: string }) => (path.includes('by=day') ? report : pending()),
      'GET /numbers': pending,
      'GET /numbers/trouble': pending,
      'GET /calls/silent': pending,
    },
  });
  await find.findByText('Last 30 days', { selector: 'h2' });
  await user.selectOptions(find.getByLabelText('Days'), 'Last 7 days');

  await find.findByText('Last 7 days', { selector: 'h2' });
  expect(location.search).toBe('?relative=last_7_days');
  const asked = requests.filter(({ path }) => path.includes('by=day')).map(({ path }) => path);
  expect(asked.at(-1)).toContain('relative=last_7_days');
  const tile = [...document.querySelectorAll('.tiles li')].find((each) =>
    each.textContent?.startsWith('Not called back'),
  );
  const links = [...(tile?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/reports\/calls\?from=2026-03-01&to=2026-03-07&only=not_called_back$/),
      expect.stringMatching(/\/inbox$/),
    ]),
  );
});

test.for([
  ['superadmin', true],
  ['manager', true],
  ['viewer', true],
  ['agent', false],
] as const)('%s has Home: %s', ([role, hasHome]) => {
  const names = screensFor({ role_id: role } as User).map(({ name }) => name);
  expect(names.includes('home')).toBe(hasHome);
});

test('an agent has what is to do, leads, calls and people', () => {
  const names = screensFor({ role_id: 'agent' } as User).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['calls', 'companies', 'inbox', 'leads', 'people']);
});
