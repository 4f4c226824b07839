// @vitest-environment happy-dom
/** The draft in several windows of a browser, what Undo takes back of it, and what signing out does to it. */
import { expect, test } from 'vitest';
import { keptName } from '../../../../console/api/kept-work.ts';
import { signOut } from '../../../../console/api/session.ts';
import { user as signedIn } from '../../../../console/api/user.ts';
import type { DniLocation, DniSettings } from '../../../../console/screens/draft/dni-settings.ts';
import { mergeSettings } from '../../../../console/screens/draft/merging.ts';
import { location } from '../../../harness/dni-company.ts';
import { type ApiRequest, confirmWith, refusal, rendered, type Shown, typed } from '../../rendered.ts';
import {
  publishedWith,
  publishMeanwhile,
  SETTINGS,
  settingsAnswers,
  showNumbers,
} from '../numbers/settings-server.ts';

const BOISE = location('boise', { name: 'Boise' }) as unknown as DniLocation;
const WITH_BOISE: DniSettings = { ...SETTINGS, locations: [...SETTINGS.locations, BOISE] };

/** Keeps a draft as another window of the browser does. */
function keepElsewhere(settings: DniSettings, { etag = '"3"', base = SETTINGS } = {}): void {
  const { company_id: company } = signedIn.value ?? {};
  const draft = { company, etag, base, settings, conflicts: [], isRebased: false };
  localStorage.setItem(keptName('numbers'), JSON.stringify(draft));
}

/** The browser tells the other windows. */
function tell(): void {
  window.dispatchEvent(new StorageEvent('storage', { key: keptName('numbers') }));
}

function keptNames(): string[] {
  const draft = JSON.parse(localStorage.getItem(keptName('numbers')) ?? 'null') as {
    settings: DniSettings;
  } | null;
  return draft?.settings.locations.map(({ name }) => name) ?? [];
}

async function rename({ find, user }: Shown, from: string, to: string): Promise<void> {
  await user.click(await find.findByRole('link', { name: from }));
  await typed(user, await find.findByLabelText('Name'), to);
  await user.click(find.getByText('Save to draft'));
  await find.findByRole('link', { name: to });
}

test('a change adds to what another window has saved, even if this one was not told yet', async () => {
  const shown = await showNumbers('locations', publishedWith());
  await shown.find.findByText('Everything is published.');
  keepElsewhere(WITH_BOISE);
  await rename(shown, 'Austin', 'Austin Central');

  await shown.find.findByText('2 unpublished changes');
  expect(keptNames()).toEqual(['Austin Central', 'Denver', 'Seattle', 'New York', 'Boise']);
});

test('a change of another window is shown at once, and discarded only with Undo', async () => {
  const { find, user } = await showNumbers('locations', publishedWith());
  await find.findByText('Everything is published.');
  keepElsewhere(WITH_BOISE);
  tell();
  await find.findByRole('link', { name: 'Boise' });
  await user.click(find.getByText('Discard'));
  await find.findByText('Everything is published.');
  expect(keptNames()).toEqual([]);
  await user.click(find.getByText('Undo'));
  await find.findByRole('link', { name: 'Boise' });
  expect(keptNames()).toContain('Boise');
});

test('a window with an older version reads the newer one before it touches a draft that is based on it', async () => {
  const published = publishedWith();
  const shown = await showNumbers('locations', published);
  await shown.find.findByText('Everything is published.');
  publishMeanwhile(published, { cache_days: 9 });
  const base = { ...SETTINGS, cache_days: 9 };
  keepElsewhere({ ...WITH_BOISE, cache_days: 9 }, { etag: '"4"', base });
  tell();
  await shown.find.findByText('1 unpublished change');
  const kept = JSON.parse(localStorage.getItem(keptName('numbers')) ?? '') as object;
  expect(kept).toMatchObject({ etag: '"4"', isRebased: false });
  // No window answers the other one for ever.
  const before = localStorage.getItem(keptName('numbers'));
  await rendered();
  expect(localStorage.getItem(keptName('numbers'))).toBe(before);
});

test('what is changed while the draft is being published stays in the draft', async () => {
  const published = publishedWith();
  const answers = settingsAnswers(published);
  const put = answers['PUT /dni/api/settings'] as (request: ApiRequest) => unknown;
  const shown = await showNumbers('locations', published, {
    answers: {
      'PUT /dni/api/settings': (request: ApiRequest) => {
        const { locations } = request.body as DniSettings;
        if (!request.path.includes('dry_run')) {
          const [austin, ...others] = locations;
          keepElsewhere({ ...SETTINGS, locations: [austin as DniLocation, ...others, BOISE] });
        }
        return put(request);
      },
    },
  });
  await rename(shown, 'Austin', 'Austin Central');
  await shown.user.click(shown.find.getByText('Review and publish'));
  await shown.user.click(await shown.find.findByText('Publish 1 change'));
  await expect.poll(keptNames).toContain('Boise');
  await shown.find.findByText('1 unpublished change');
  expect(published.settings?.locations.map(({ name }) => name)).not.toContain('Boise');
  expect(shown.find.queryByText(/Somebody else published/)).toBeNull();
});

test('Undo of an older change leaves the later ones, and says so if a later one is about the same', async () => {
  const shown = await showNumbers('locations', publishedWith());
  const { find, user } = shown;
  await rename(shown, 'Austin', 'Austin Central');
  await rename(shown, 'Denver', 'Denver Central');
  const [first] = find.getAllByText('Undo');
  await user.click(first as HTMLElement);
  await find.findByRole('link', { name: 'Austin' });
  expect(keptNames().slice(0, 2)).toEqual(['Austin', 'Denver Central']);

  await rename(shown, 'Denver Central', 'Denver West');
  const undos = find.getAllByText('Undo');
  await user.click(undos[0] as HTMLElement);
  await find.findByText('This was changed again since, so it cannot be taken back alone.');
  expect(keptNames().slice(0, 2)).toEqual(['Austin', 'Denver West']);
});

test('a merge keeps the order of whoever has moved entries, and new ones after those that they followed', () => {
  const named = (...names: string[]): DniSettings => ({
    ...SETTINGS,
    sources: names.map((name) => ({ name, when: { channel: 'email' } })),
  });
  const merged = (...versions: [DniSettings, DniSettings, DniSettings]): string[] =>
    mergeSettings(...versions).settings.sources.map(({ name }) => name);
  const base = named('a', 'b', 'c');
  expect(merged(base, named('a', 'b', 'new', 'c'), named('c', 'b', 'a'))).toEqual(['c', 'b', 'new', 'a']);
  expect(merged(base, named('c', 'a', 'b'), named('a', 'b', 'c', 'new'))).toEqual(['c', 'new', 'a', 'b']);
  expect(merged(base, named('first', 'a', 'c'), base)).toEqual(['first', 'a', 'c']);
});

test('nobody else at this computer sees the draft', async () => {
  const shown = await showNumbers('locations', publishedWith());
  await rename(shown, 'Austin', 'Austin Central');
  const own = keptName('numbers');
  if (signedIn.value !== undefined) signedIn.value = { ...signedIn.value, user_id: crypto.randomUUID() };
  expect(keptName('numbers')).not.toBe(own);
  tell();
  await shown.find.findByText('Everything is published.');
  expect(localStorage.getItem(own)).toContain('Austin Central');
});

test('signing out asks before it deletes what only this browser has', async () => {
  const answers = { 'DELETE /console/session': () => refusal(503, 'unavailable', 'Later.') };
  const shown = await showNumbers('locations', publishedWith(), { answers });
  const asked = confirmWith(false, true);
  await rename(shown, 'Austin', 'Austin Central');
  localStorage.setItem(keptName('visits'), JSON.stringify([{ zip: '80302' }]));
  await signOut();
  expect(asked).toEqual([
    'Only this browser has unpublished changes to numbers, locations, sources or the site and saved test visits of the preview. Signing out deletes them. Sign out anyway?',
  ]);
  const ended = (): boolean => shown.requests.some(({ method }) => method === 'DELETE');
  expect(ended()).toBe(false);
  await expect(signOut()).rejects.toThrow('Later.');
  expect(ended()).toBe(true);
  expect(keptNames()).toContain('Austin Central');

  localStorage.clear();
  await expect(signOut()).rejects.toThrow('Later.');
  expect(asked.length).toBe(2);
});
