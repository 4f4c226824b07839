// @vitest-environment happy-dom
/** The set-up: which screen opens first, its first step, and what each further step offers. */
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import {
  checkSetup,
  firstScreen,
  isOpenSetup,
  noteSetup,
  type SetupFacts,
} from '../../../console/api/setup.ts';
import type { User } from '../../../console/api/user.ts';
import { SetupScreen } from '../../../console/screens/setup/screen.tsx';
import { type DniLocation, NO_SETTINGS } from '../../../console/screens/draft/dni-settings.ts';
import { location } from '../../harness/dni-company.ts';
import { type ApiRequest, show, type Shown } from '../rendered.ts';
import { bought, boughtAnswers, NO_ACCOUNT_ANSWERS } from './numbers/bought-numbers.ts';
import { type Published, publishedWith, settingsAnswers } from './numbers/settings-server.ts';

const NOTHING: SetupFacts = {
  settings_version: 0,
  default_number: null,
  domains: [],
  locations: 0,
  numbers: 0,
  carriers: [],
  last_seen: null,
  first_call: null,
  has_leads: false,
  configuration: [],
};
const SEEN = { site: 'https://acme.example', path: '/contact', seen_time: '2026-01-20T12:00:00Z', swaps: 1 };
const CALL = { call_id: 'c', lead_id: 'l', number: '+13035550101', time: '2026-01-20T12:00:00Z' };
const DONE: SetupFacts = { ...NOTHING, numbers: 1, last_seen: SEEN, first_call: CALL };

describe('the first screen', () => {
  const open = async (role: User['role_id'], facts: SetupFacts | undefined): Promise<[string, Shown]> => {
    const shown = await show(h('p', {}), {
      user: { role_id: role },
      answers: { 'GET /dni/api/setup': facts ?? new Response('', { status: 500 }) },
    });
    const screen = await firstScreen({ role_id: role, company_id: shown.companyId } as User);
    return [screen, shown];
  };

  test.for([
    ['superadmin', NOTHING, 'setup', true],
    ['superadmin', { ...NOTHING, has_leads: true }, 'home', true],
    ['superadmin', DONE, 'home', false],
    ['superadmin', undefined, 'home', false],
    ['manager', NOTHING, 'home', false],
    ['agent', NOTHING, 'inbox', false],
  ] as const)(
    'of a %s with %j is %s; the set-up is in the navigation: %s',
    async ([role, facts, first, isOpen]) => {
      const [screen, { companyId }] = await open(role, facts);
      expect(screen).toBe(first);
      expect(isOpenSetup(companyId)).toBe(isOpen);
    },
  );

  test('is known at the next visit without a request, until the company is empty no more', async () => {
    const [, { companyId, requests }] = await open('superadmin', { ...NOTHING, has_leads: true });
    const who = { role_id: 'superadmin', company_id: companyId } as User;
    expect(await firstScreen(who)).toBe('home');
    expect(requests).toHaveLength(1);
    noteSetup(companyId, DONE);
    expect(isOpenSetup(companyId)).toBe(false);
  });
});

describe('the entry in the navigation', () => {
  const check = async (
    role: User['role_id'],
    facts: SetupFacts,
    kept?: string,
  ): Promise<[boolean, number]> => {
    const shown = await show(h('p', {}), { answers: { 'GET /dni/api/setup': facts } });
    if (kept !== undefined) localStorage.setItem(`leadline.setup:${shown.companyId}`, kept);
    await checkSetup({ role_id: role, company_id: shown.companyId } as User);
    return [isOpenSetup(shown.companyId), shown.requests.length];
  };

  test('is that of the company in a browser that has never seen it', async () => {
    expect(await check('superadmin', { ...NOTHING, has_leads: true })).toEqual([true, 1]);
    expect(await check('superadmin', DONE)).toEqual([false, 1]);
    expect(await check('manager', NOTHING)).toEqual([false, 0]);
  });

  test('goes once another browser has finished the set-up, and is not asked for after that', async () => {
    expect(await check('superadmin', DONE, 'open')).toEqual([false, 1]);
    expect(await check('superadmin', DONE, 'done')).toEqual([false, 0]);
  });
});

/** Shows the set-up of a company. */
function showSetup(facts: SetupFacts, published: Published, answers = {}): Promise<Shown> {
  return show(h(SetupScreen, {}), {
    at: 'setup',
    answers: {
      ...boughtAnswers([]),
      ...settingsAnswers(published),
      'GET /dni/api/setup': () => ({
        ...facts,
        ...(published.settings === null ? {} : { settings_version: 1 }),
      }),
      ...answers,
    },
  });
}

test('the first step reads numbers as the company’s country writes them, and publishes at once', async () => {
  const published: Published = { settings: null, version: 0 };
  const { find, user } = await showSetup(NOTHING, published, { 'GET /settings': { default_region: 'GB' } });
  await user.click(await find.findByText('Save'));
  await find.findAllByText('Enter the number printed on your pages.');
  await user.type(find.getByLabelText('The number on your pages'), '020 7946 0958');
  await user.type(find.getByLabelText('Your site'), 'https://acme.example/contact');
  await user.click(find.getByText('Save'));
  await expect.poll(() => published.version).toBe(1);
  expect(published.settings).toMatchObject({ default_number: '+442079460958', domains: ['acme.example'] });
});

test.for([
  ['America/Denver', [], 'of none', undefined],
  [null, ['America/Chicago', 'America/Denver', 'America/Chicago'], 'America/Chicago', 'America/Chicago'],
] as const)(
  'a company in the zone %s with branches in %j is asked for it with the proposal %s',
  async ([zone, zones, , saved]) => {
    const company = { default_region: 'US', time_zone: zone as string | null, name: 'Acme' };
    const branch = (timezone: string, index: number) =>
      location(`b${index}`, { timezone }) as unknown as DniLocation;
    const locations = zones.map(branch);
    const published: Published = { settings: { ...NO_SETTINGS, locations }, version: 0 };
    const { find, user } = await showSetup(NOTHING, published, {
      'GET /settings': () => company,
      'PUT /settings': ({ body }: ApiRequest) => Object.assign(company, body),
    });
    await find.findByLabelText('The number on your pages');
    expect(find.queryByLabelText('Time zone of the company') === null).toBe(saved === undefined);
    await user.type(find.getByLabelText('The number on your pages'), '512 555 0100');
    await user.click(find.getByText('Save'));
    await expect.poll(() => company.time_zone).toBe(saved ?? zone);
    await expect.poll(() => published.version).toBe(1);
  },
);

test('locations without a number lead to one near each', async () => {
  const facts = { ...NOTHING, default_number: '+18005550100', locations: 4 };
  const numbers = [bought('+15125550170', { location_id: 'austin' })];
  const ready = await showSetup(facts, publishedWith({ numbers: [] }), boughtAnswers(numbers));
  expect(await ready.find.findByText('Find a number near each of 3 locations')).not.toBeNull();
});

test('numbers need an account with credentials', async () => {
  const facts = { ...NOTHING, default_number: '+18005550100', locations: 4 };
  const { find } = await showSetup(facts, publishedWith({ numbers: [] }), NO_ACCOUNT_ANSWERS);
  expect((await find.findByText('Add the credentials')).getAttribute('href')).toContain(
    '/setup?over=carrier',
  );
});

test('a set-up whose numbers ring nobody says so instead of being done, and leads to where it is set', async () => {
  const silent = [
    { location_id: 'austin', location_name: 'Austin', reason: 'nobody', numbers: ['+15125550101'], count: 1 },
  ];
  const austin = location('austin', { name: 'Austin' }) as unknown as DniLocation;
  const { find } = await showSetup(DONE, publishedWith({ locations: [austin] }), {
    'GET /calls/silent': { numbers: 1, silent },
  });
  await find.findByText(/1 of 1 tracking number rings nobody/);
  expect(find.queryByText(/Everything works/)).toBeNull();
  await find.findByText(/Austin has no phone that rings, and nobody with a phone who answers/);
  expect(find.getByText('Set who rings').getAttribute('href')).toContain('over=location&key=austin');
});

test('a set-up with a number whose calls go elsewhere does not say that everything works', async () => {
  const numbers = [bought('+15125550170', { wiring: 'wrong' })];
  const { find, user, requests } = await showSetup(DONE, publishedWith(), boughtAnswers(numbers));
  await find.findByText(/no longer come here/);
  await expect.poll(() => requests.some(({ path }) => path === '/calls/silent')).toBe(true);
  // What was asked before is on the screen when the next one is.
  await user.click(find.getByText('Paste a list of locations'));
  expect(find.queryByText(/Everything works/)).toBeNull();
});

test('a set-up that is done shows the first call and its lead', async () => {
  const { find, companyId } = await showSetup(DONE, publishedWith());
  await find.findByText(/Everything works/);
  expect((await find.findByText('Open the lead')).getAttribute('href')).toBe(`/console/${companyId}/leads/l`);
});
