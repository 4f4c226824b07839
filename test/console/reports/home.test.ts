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
  expect(names.toSorted()).toEqual(['calls', 'companies', 'leads', 'people', 'to-do']);
});
