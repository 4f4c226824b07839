// @vitest-environment happy-dom
/** The draft of the numbers: reviewed, published, merged with what others publish, discarded; and the published versions. */
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type DniLocation,
  type DniSettings,
  NO_SETTINGS,
} from '../../../../console/screens/draft/dni-settings.ts';
import { differencesOf } from '../../../../console/screens/draft/differences.ts';
import { memberText } from '../../../../console/screens/draft/member-text.ts';
import { mergeSettings } from '../../../../console/screens/draft/merging.ts';
import { keptName } from '../../../../console/api/kept-work.ts';
import { location } from '../../../harness/dni-company.ts';
import { type ApiRequest, refusal, type Shown, typed } from '../../rendered.ts';
import {
  type Published,
  publishedWith,
  publishMeanwhile,
  SETTINGS,
  showNumbers,
} from '../numbers/settings-server.ts';

const BOISE = location('boise', { name: 'Boise' }) as unknown as DniLocation;

const [AUSTIN] = SETTINGS.locations as [DniLocation];

/** Renames the branch in Austin in the draft. */
async function renameAustin({ find, user }: Shown, name: string): Promise<void> {
  await user.click(await find.findByRole('link', { name: 'Austin' }));
  await typed(user, await find.findByLabelText('Name'), name);
  await user.click(find.getByText('Save to draft'));
  await find.findByText('1 unpublished change');
}

const namesOf = ({ settings }: Published): string[] => (settings?.locations ?? []).map(({ name }) => name);

test('two people publish at once: both changes are kept, and the second one is told', async () => {
  const published = publishedWith();
  const shown = await showNumbers('locations', published);
  const { find, user } = shown;
  await renameAustin(shown, 'Austin Central');
  const renamed = { ...AUSTIN, name: 'Austin Downtown' };
  publishMeanwhile(published, { locations: [renamed, ...SETTINGS.locations.slice(1), BOISE] });
  await user.click(find.getByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText(/^Somebody else published in the meantime\./);
  await find.findByText(/^Both of you changed location Austin Central\. Your version is kept\./);
  expect(namesOf(published)).toContain('Austin Downtown');

  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(namesOf(published)).toEqual(['Austin Central', 'Denver', 'Seattle', 'New York', 'Boise']);
});

test('a form that others have changed meanwhile tells their version, and replaces it only when saved again', async () => {
  const published = publishedWith();
  const shown = await showNumbers('locations?over=location&key=austin', published);
  const { find, user } = shown;
  await typed(user, await find.findByLabelText('Name'), 'Mine');
  publishMeanwhile(published, {
    locations: [{ ...AUSTIN, name: 'Theirs' }, ...SETTINGS.locations.slice(1)],
  });
  // What was read is out of date after a while.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  document.dispatchEvent(new Event('visibilitychange'));
  await find.findByRole('link', { name: 'Theirs', hidden: true });
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText(/^Somebody else changed this in the meantime\. It now says: .*name Theirs/);
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Location changed in the draft.');
  expect(find.queryByRole('link', { name: 'Mine' })).not.toBeNull();
});

test('what the server refuses leads to the entry and names the value', async () => {
  const published = publishedWith();
  const { find, user } = await showNumbers('locations?over=location&key=denver', published, {
    answers: {
      'PUT /dni/api/settings': ({ path }: ApiRequest) =>
        path.includes('dry_run')
          ? { visits: [], warnings: [] }
          : refusal(400, 'invalid', 'Invalid.', [
              { pointer: '/numbers/3/location_id', detail: 'There is no such location.' },
              {
                pointer: '/locations/0/address/city',
                code: 'invalid_parameter',
                detail: '"locations.0.address.city": Invalid code points: Expected <=200 but received 201',
              },
              {
                pointer: '/cache_days',
                code: 'invalid_parameter',
                detail: '"cache_days": Invalid value: Expected <=365 but received 400',
              },
            ]),
    },
  });
  await user.click(await find.findByText('Remove'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByRole('heading', { name: 'Removed Location Denver' });
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText(/Nothing was published\. 3 entries need fixing:/);
  const faults = [...document.querySelectorAll('.notice li')].map(({ textContent }) => textContent);
  expect(faults).toEqual([
    'Tracking number (303) 555-0101: There is no such location.',
    'Location Austin: Address, City: Enter at most 200 characters.',
    'Site: Days a visitor keeps the same number: At most 365.',
  ]);
  await user.click(find.getByRole('link', { name: 'Tracking number (303) 555-0101' }));

  await expect
    .poll(() => find.queryByLabelText<HTMLInputElement>('Tracking number', { selector: 'input' })?.value)
    .toBe('(303) 555-0101');
});

test('the review names locations and writes numbers as people do, and says what is wrong with several once', async () => {
  const gone = { pointer: '', code: 'unknown_location', detail: 'There is no location "denver".' };
  const { find, user } = await showNumbers('locations?over=location&key=denver', publishedWith(), {
    answers: {
      'PUT /dni/api/settings': ({ path }: ApiRequest) =>
        path.includes('dry_run')
          ? {
              visits: [],
              warnings: [{ pointer: '/numbers/0', detail: '+13035550101 is used for visits near Austin.' }],
            }
          : refusal(
              400,
              'invalid',
              'Invalid.',
              [3, 4].map((index) => ({ ...gone, pointer: `/numbers/${index}/location_id` })),
            ),
    },
  });
  await user.click(await find.findByText('Remove'));
  await user.click(await find.findByText('Add a location'));
  await typed(user, await find.findByLabelText('Name'), 'Bergen');
  await typed(user, find.getByLabelText('Latitude'), '60.39');
  await typed(user, find.getByLabelText('Longitude'), '5.32');
  await user.click(find.getByText('Add to draft'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByRole('heading', { name: 'Added Location Bergen' });
  await find.findByText('(303) 555-0101 is used for visits near Austin.', { exact: false });
  await user.click(find.getByText('Publish 2 changes'));
  await find.findByText(/^Nothing was published/);
  const faults = [...document.querySelectorAll('.notice.danger li, .notice li')].map(
    ({ textContent }) => textContent,
  );
  expect(faults).toEqual([
    'Tracking number (303) 555-0101, Tracking number (303) 555-0102: There is no location “Denver”.',
  ]);
});

test('the draft is kept by the browser, discarded, and put back by Undo', async () => {
  const published = publishedWith();
  const shown = await showNumbers('locations', published);
  const { find, user } = shown;
  await renameAustin(shown, 'Austin Central');
  expect(localStorage.getItem(keptName('numbers'))).toContain('Austin Central');
  await user.click(find.getByText('Discard'));
  await find.findByText('Everything is published.');
  expect(localStorage.getItem(keptName('numbers'))).toBeNull();
  await user.click(find.getAllByText('Undo').at(-1) ?? document.body);
  await find.findByText('1 unpublished change');
  expect(find.queryByText('Austin Central')).not.toBeNull();
});

test('the review says which test visits the draft changes, and warns', async () => {
  const visit = (zip: string): object => ({ zip, way: 'typed', url: '', referrer: '' });
  const asked: unknown[] = [];
  const shown = await showNumbers('locations', publishedWith({ domains: ['acme.example'] }), {
    answers: {
      'PUT /dni/api/settings': ({ path }: ApiRequest) => {
        asked.push(JSON.parse(new URLSearchParams(path.split('?')[1]).get('visits') ?? ''));
        const saw = (number: string): object => ({ phone_number: number });
        return {
          visits: [
            { before: saw('+13035550101'), after: saw('+13035550177') },
            { before: saw('+15125550101'), after: saw('+15125550101') },
            { before: null, after: saw('+18005550100') },
          ],
          warnings: [{ pointer: '/locations/0', detail: 'No number has this location.' }],
        };
      },
    },
  });
  const { find, user } = shown;
  localStorage.setItem(
    keptName('visits'),
    JSON.stringify([visit('80302'), visit('78701'), { ...visit(''), way: 'google_ad' }]),
  );
  await renameAustin(shown, 'Austin Central');
  await user.click(find.getByText('Review and publish'));
  await find.findByText('1 warning. You can publish anyway:', { exact: false });
  const lines = [...document.querySelectorAll('.review-visits li')].map(({ textContent }) => textContent);

  expect(lines).toEqual([
    '80302, typed the address: (303) 555-0101 (303) 555-0177',
    '78701, typed the address: (512) 555-0101, as before',
    'An unknown place, a Google ad: (800) 555-0100',
  ]);
  expect(asked[0]).toEqual([
    { zip: '80302', url: 'https://acme.example/' },
    { zip: '78701', url: 'https://acme.example/' },
    { url: 'https://acme.example/?gclid=example', referrer: 'https://www.google.com/' },
  ]);
});

test.for([
  ['unasked_consent', undefined, 'For ads, but not ads by interests'],
  ['unasked_consent', 'personalized_ads', 'For ads, including ads by interests'],
  ['unasked_consent', 'analytics', 'Not for ads'],
  ['numbers', ['+15125550140', { phone_number: '+15125550141' }], '(512) 555-0140, number (512) 555-0141'],
  ['numbers', [], 'nothing'],
] as const)('the review says of %s, %j: %s', ([member, value, text]) => {
  expect(memberText(member, value, { unit: 'mi', nameOf: (id) => id })).toBe(text);
});

const VERSIONS = {
  versions: [3, 2, 1].map((version) => ({
    version,
    time: '2026-01-02T03:04:05Z',
    actor_name: 'Ann Lee',
    ...(version === 3 ? { restored_version: 1 } : {}),
  })),
};

test('a former version is restored over the newest one of the list, which Undo restores', async () => {
  // Somebody has published since: what is replaced is what the list shows.
  const published = { ...publishedWith(), version: 5 };
  const restored: string[] = [];
  const restore = ({ path, headers }: ApiRequest): Response => {
    restored.push(`${path.replace(/.*history/, '')} over ${headers.get('If-Match')}`);
    return Response.json({ ...SETTINGS, warnings: [] }, { headers: { ETag: '"4"' } });
  };
  const { find, user } = await showNumbers('history', published, {
    answers: {
      'GET /dni/api/settings/history': VERSIONS,
      'GET /dni/api/settings/history/2': { default_number: '+18005550199' },
      'GET /dni/api/settings/history/1': { default_number: '+18005550100' },
      'POST /dni/api/settings/history/1/restore': restore,
      'POST /dni/api/settings/history/3/restore': restore,
      'GET /dni/api/setup': {},
    },
  });
  await find.findByText('restored from version 1');
  await user.click(find.getByRole('button', { name: 'Show changes in version 2' }));
  await find.findByText('(800) 555-0199');
  expect(find.queryByRole('button', { name: 'Restore version 3' })).toBeNull();
  await user.click(find.getByRole('button', { name: 'Restore version 1' }));
  await find.findByText('Version 1 restored and published.');
  await user.click(find.getByText('Undo'));
  await expect.poll(() => restored).toEqual(['/1/restore over "3"', '/3/restore over "4"']);
});

test('a version is not restored over one that nobody has looked at', async () => {
  const { find, user } = await showNumbers('history', publishedWith(), {
    answers: {
      'GET /dni/api/settings/history': VERSIONS,
      'POST /dni/api/settings/history/1/restore': () => refusal(412, 'changed_meanwhile', 'Newer.'),
    },
  });
  await user.click(await find.findByRole('button', { name: 'Restore version 1' }));
  await find.findByText(
    'Somebody else published in the meantime. Check their changes before you restore a version.',
  );
  expect(find.queryByText('Version 1 restored and published.')).toBeNull();
});

test('viewers read the published numbers, and are offered nothing that changes them', async () => {
  const { find } = await showNumbers('numbers', publishedWith(), { user: { role_id: 'viewer' } });
  await find.findByText('(303) 555-0101');
  expect(find.queryByRole('link', { name: '(303) 555-0101' })).toBeNull();
  for (const text of ['Add a tracking number', 'Paste a list', 'Everything is published.', 'History'])
    expect(find.queryByText(text)).toBeNull();
});

/** Some settings, and what two people make of them. */
const BASE: DniSettings = {
  ...NO_SETTINGS,
  default_number: '+18005550100',
  sources: [
    { name: 'a', when: { channel: 'email' } },
    { name: 'b', when: { channel: 'sms' } },
  ],
  domains: ['acme.example'],
};

test('the differences of two versions are told entry by entry, the order of members aside', () => {
  const after: DniSettings = {
    ...BASE,
    cache_days: 7,
    domains: ['acme.example', 'shop.example'],
    sources: [
      { when: { channel: 'sms' }, name: 'b' },
      { name: 'a', when: { channel: 'push' } },
    ],
  };
  expect(differencesOf(BASE, { ...BASE }).length).toBe(0);
  const [there, back] = [
    { ...BASE, locations: [AUSTIN, BOISE] },
    { ...BASE, locations: [BOISE, AUSTIN] },
  ];
  expect(differencesOf(there, back)).toEqual([
    { list: 'locations', key: 'order', verb: 'moved', members: [] },
  ]);
  expect(differencesOf(BASE, after)).toEqual([
    {
      list: 'options',
      key: 'cache_days',
      verb: 'changed',
      members: [{ member: 'cache_days', before: 30, after: 7 }],
    },
    {
      list: 'sources',
      key: 'a',
      verb: 'changed',
      members: [{ member: 'when', before: { channel: 'email' }, after: { channel: 'push' } }],
    },
    { list: 'sources', key: 'order', verb: 'moved', members: [] },
    { list: 'domains', key: 'shop.example', verb: 'added', members: [] },
  ]);
});

test('changes of two people are merged; what both changed differently is a conflict, and mine is kept', () => {
  const mine: DniSettings = {
    ...BASE,
    cache_days: 7,
    prefer_open: true,
    sources: [{ name: 'a', when: { channel: 'push' } }],
    domains: ['acme.example', 'both.example', 'mine.example'],
  };
  const theirs: DniSettings = {
    ...BASE,
    cache_days: 14,
    prefer_open: true,
    forms: true,
    sources: [
      { name: 'a', when: { channel: 'audio' } },
      { name: 'b', when: { channel: 'affiliate' } },
    ],
    domains: ['both.example', 'theirs.example'],
  };
  const { settings, conflicts } = mergeSettings(BASE, mine, theirs);

  expect(settings).toEqual({
    ...mine,
    forms: true,
    domains: ['both.example', 'mine.example', 'theirs.example'],
  });
  expect(conflicts).toEqual([
    { list: 'options', key: 'cache_days', theirs: 14 },
    { list: 'sources', key: 'a', theirs: { name: 'a', when: { channel: 'audio' } } },
    { list: 'sources', key: 'b', theirs: { name: 'b', when: { channel: 'affiliate' } } },
  ]);
});
