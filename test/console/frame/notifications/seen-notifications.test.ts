// @vitest-environment happy-dom
/** What somebody was told of a lead is read once the lead is on their screen. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import { Bell } from '../../../../console/frame/live/bell.tsx';
import { show, type Shown } from '../../rendered.ts';

const LEAD = '00000000-0000-4000-8000-000000000001';

const told = {
  notification_id: 'n1',
  type: 'text.received',
  created_time: '2026-03-02T09:00:00.000Z',
  data: { lead_id: LEAD, lead_name: 'Lena', text_id: 't' },
};

const marks = ({ requests }: Shown): unknown[] =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

const bellAt = (at: string): Promise<Shown> =>
  show(h(Bell, {}), {
    at,
    answers: {
      'GET /notifications': { count: 1, start: 0, unread: 1, notifications: [told] },
      'GET /availability': { away: [] },
      'POST /notifications/read': { unread: 0 },
    },
  });

test('opening the lead marks it, opening another one does not', async () => {
  const there = await bellAt(`leads/${LEAD}`);
  await vi.waitUntil(() => marks(there).length > 0);
  expect(marks(there)).toContainEqual({ lead_id: LEAD });

  const elsewhere = await bellAt('leads/00000000-0000-4000-8000-000000000002');
  await elsewhere.find.findAllByText('1 unread notification');
  expect(marks(elsewhere)).toEqual([]);
});

test('while nobody looks at the page it stays unread', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const shown = await bellAt(`leads/${LEAD}`);
  await shown.find.findAllByText('1 unread notification');
  expect(marks(shown)).toEqual([]);

  state.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitUntil(() => marks(shown).length > 0);
});
