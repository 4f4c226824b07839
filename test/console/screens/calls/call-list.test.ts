// @vitest-environment happy-dom
/** The list of calls and its files take the filters alike. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CallList } from '../../../../console/screens/calls/call-list.tsx';
import { show } from '../../rendered.ts';

const PLACES = { locations: [], sources: ['Radio'] };

test('list and files are filtered by the source that the column shows, which may be any channel', async () => {
  const { find, requests } = await show(h(CallList, {}), {
    at: 'calls?source=referral&range=month',
    answers: { 'GET /calls/places': PLACES, 'GET /calls': { calls: [] } },
  });
  await find.findByText('No calls match these filters.');

  const list = requests.find(({ path }) => path.startsWith('/calls?'));
  const asked = new URL(list?.path ?? '', 'http://x').searchParams;
  const file = new URL(find.getByRole<HTMLAnchorElement>('link', { name: /Export as CSV/ }).href);
  expect(asked.get('source_last')).toBe('referral');
  // The company's days, wherever the browser is.
  expect(asked.get('relative')).toBe('last_30_days');
  expect([...file.searchParams]).toEqual([...asked]);
  const offered = [...find.getByLabelText<HTMLSelectElement>('Source').options].map(({ value }) => value);
  expect(offered).toEqual(expect.arrayContaining(['Radio', 'referral', 'direct', 'paid_search']));
  expect(find.getByLabelText<HTMLSelectElement>('Source').value).toBe('referral');
});
