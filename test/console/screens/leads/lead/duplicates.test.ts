// @vitest-environment happy-dom
/** Likely duplicates: two leads side by side with the reason; merged by the dialog with its preview, or kept as two people, by keys. */
import { waitFor } from '@testing-library/dom';
import { h } from 'preact';
import { expect, test } from 'vitest';
import { DuplicatesScreen } from '../../../../../console/screens/leads/lead/merge/duplicates-screen.tsx';
import { DuplicatesLink } from '../../../../../console/screens/leads/table/duplicates-link.tsx';
import type { DuplicatesBody } from '../../../../../worker/core/leads/finding/duplicates/reference.ts';
import { type ApiAnswers, refusal, show, type Shown } from '../../../rendered.ts';

type Pair = DuplicatesBody['pairs'][number];

/** Returns a lead of a pair. */
function leadOf(name: string, more: object = {}): Pair['leads'][number] {
  return {
    lead_id: name.replace(' ', '-'),
    name,
    source_tags: [],
    state: 'open',
    lead_creation_time: '2026-03-02T09:00:00.000Z',
    lead_modification_time: '2026-03-02T09:00:00.000Z',
    ...more,
  };
}

function emails(...addresses: string[]): object {
  return { emails: addresses.map((email) => ({ email, type: 'Work' })) };
}

const ONE: Pair = {
  leads: [leadOf('Ann Lee', emails('ann@gmail.com')), leadOf('A. Lee', emails('a.nn+ads@gmail.com'))],
  reasons: ['email'],
  found_time: '2026-03-02T09:00:00.000Z',
};
const PHONES = { phones: [{ phone: '+15125550100', type: 'Work' }] };
const OTHER: Pair = {
  leads: [leadOf('Bob Ray', PHONES), leadOf('Rob Ray', PHONES)],
  reasons: ['phone', 'name_and_postal_code'],
  postal_code: '78701',
  found_time: '2026-03-02T09:00:00.000Z',
};

function bodyOf(pairs: readonly Pair[], more: Partial<DuplicatesBody> = {}): DuplicatesBody {
  return { pairs: [...pairs], is_complete: true, ...more };
}

const SETTINGS: ApiAnswers = {
  'GET /lead_settings/states': [{ name: 'open', label: 'Open', color: '#3b82f6' }],
  'GET /lead_settings/fields': [],
  'GET /lead_settings/groups': [],
};

/** Shows the pairs. What is decided on leaves the list. */
async function showPairs(pairs: readonly Pair[], answers: ApiAnswers = {}, user = {}): Promise<Shown> {
  let open = [...pairs];
  let dismissed: Pair[] = [];
  const isOf = (body: unknown) => (pair: Pair) =>
    (body as { lead_ids: string[] }).lead_ids[0] === pair.leads[0]?.lead_id;
  return show(h(DuplicatesScreen, {}), {
    at: 'leads/duplicates',
    user,
    answers: {
      ...SETTINGS,
      'GET /leads/duplicates': ({ path }) => bodyOf(path.includes('dismissed=true') ? dismissed : open),
      'POST /leads/duplicates/dismiss': ({ body }) => {
        dismissed = [...dismissed, ...open.filter(isOf(body))];
        open = open.filter((pair) => !isOf(body)(pair));
        return ONE;
      },
      'POST /leads/duplicates/restore': ({ body }) => {
        open = [...dismissed.filter(isOf(body)), ...open];
        dismissed = dismissed.filter((pair) => !isOf(body)(pair));
        return ONE;
      },
      ...answers,
    },
  });
}

test('a pair has both leads side by side, with what they have in common in words', async () => {
  const { find } = await showPairs([ONE, OTHER]);
  const [, ...rows] = await find.findAllByRole('row');

  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^Ann Lee.*ann@gmail\.com.*A\. Lee.*a\.nn\+ads@gmail\.com.*Same e-mail in another spelling/,
    ),
    expect.stringMatching(/^Bob Ray.*\(512\) 555-0100.*Rob Ray.*Same phoneSame name and postal code 78701/),
  ]);
});

test('one press keeps a pair as two people, the next pair gets the focus, and Undo takes it back', async () => {
  const { find, user, requests } = await showPairs([ONE, OTHER]);
  await user.click(await find.findByRole('button', { name: 'Two people: Ann Lee and A. Lee' }));
  await waitFor(() => expect(find.queryByText('Ann Lee')).toBeNull());

  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/leads/duplicates/dismiss',
    body: { lead_ids: ['Ann-Lee', 'A.-Lee'] },
  });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bob Ray'));
  find.getByText('Ann Lee and A. Lee are two people.');

  await user.click(find.getByRole('button', { name: 'Undo' }));
  await find.findByText('Ann Lee');
});

test('the second of two quick presses does not decide on the next pair', async () => {
  const { find, user, requests } = await showPairs([ONE, OTHER]);
  await user.click(await find.findByRole('button', { name: 'Two people: Ann Lee and A. Lee' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bob Ray'));

  await user.click(find.getByRole('button', { name: 'Two people: Bob Ray and Rob Ray' }));

  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  find.getByText('Bob Ray');
});

test('keys go from pair to pair, open the merge with its preview, and keep two people', async () => {
  const lead = { ...leadOf('Bob Ray', PHONES), emails: [], lead_fields: {}, last_event_time: 0 };
  const { find, user, requests } = await showPairs([ONE, OTHER], {
    'GET /leads/Bob-Ray': lead,
    'GET /leads/Rob-Ray': { ...lead, lead_id: 'Rob-Ray', name: 'Rob Ray' },
    'POST /leads/Bob-Ray/merge': { status: 'success', conflicts: [], preview: lead },
  });
  await find.findByText('Ann Lee');
  await user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('Bob Ray');

  await user.keyboard('m');
  await find.findByRole('dialog', { name: 'Merge with Bob Ray' });
  await waitFor(() =>
    expect(requests.find(({ path }) => path.includes('/merge'))).toMatchObject({
      path: '/leads/Bob-Ray/merge?dry_run=true',
      body: { with: 'Rob-Ray' },
    }),
  );
});

test('pairs that are two people have their own list, from which they come back', async () => {
  const { find, user } = await showPairs([ONE]);
  await user.click(await find.findByRole('button', { name: 'Two people: Ann Lee and A. Lee' }));
  await find.findByText(/^No likely duplicates/);
  await user.click(find.getByRole('link', { name: 'Two people' }));
  await user.click(await find.findByRole('button', { name: 'Back to the list: Ann Lee and A. Lee' }));
  await find.findByText(/^No pairs/);
  await user.click(find.getByRole('link', { name: 'To decide' }));

  expect(await find.findByText('Ann Lee')).toBeDefined();
});

test('a refusal is told', async () => {
  const detail = 'These two leads are not in the list of likely duplicates.';
  const shown = await showPairs([ONE], {
    'POST /leads/duplicates/dismiss': () => refusal(404, 'not_found', detail),
  });
  await shown.user.click(await shown.find.findByRole('button', { name: /^Two people: / }));

  expect(await shown.find.findByText(detail)).toBeDefined();
});

test('a viewer decides nothing', async () => {
  const { find } = await showPairs([ONE], {}, { role_id: 'viewer' });
  await find.findByText('Ann Lee');

  expect(find.queryByRole('button', { name: /^Two people/ })).toBeNull();
  expect(find.queryByRole('link', { name: /^Merge/ })).toBeNull();
});

test('says that leads are still being compared', async () => {
  const { find } = await showPairs([], { 'GET /leads/duplicates': bodyOf([], { is_complete: false }) });

  expect(await find.findByText(/still being compared/)).toBeDefined();
});

test.for<[string, DuplicatesBody]>([
  ['Likely duplicates', bodyOf([])],
  ['Likely duplicates (2)', bodyOf([ONE, OTHER])],
  ['Likely duplicates (1+)', bodyOf([ONE], { next_cursor: '1.1.1' })],
])('the menu of the list has “%s”', async ([text, body]) => {
  const { find } = await show(h(DuplicatesLink, {}), { answers: { 'GET /leads/duplicates': body } });

  await waitFor(() => expect(find.getByRole('link').textContent.trim()).toBe(text));
});
