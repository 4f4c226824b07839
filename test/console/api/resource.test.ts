// @vitest-environment happy-dom
/** What a screen shows while answers are late, missing, or overtaken by newer ones. */
import { signal } from '@preact/signals';
import { type ComponentChild, h } from 'preact';
import { expect, test } from 'vitest';
import { companyPath } from '../../../console/api/company.ts';
import { changed, useResource } from '../../../console/api/resource.ts';
import { Read } from '../../../console/components/read.tsx';
import { refusal, show } from '../rendered.ts';

const filter = signal('all');

function Figure(): ComponentChild {
  const shown = useResource<{ calls: number }>(companyPath(`/figures?filter=${filter.value}`));
  return h('p', {
    'aria-busy': shown.isBusy,
    children: h(Read<{ calls: number }>, { shown, children: ({ calls }) => h('b', {}, `${calls} calls`) }),
  });
}

test('what is shown stays when the next answer fails, until another try', async () => {
  filter.value = 'all';
  let isUp = false;
  const { find, user } = await show(h(Figure, {}), {
    answers: {
      'GET /figures?filter=all': { calls: 10 },
      'GET /figures?filter=paid': () => (isUp ? { calls: 7 } : refusal(503, 'unavailable', 'Try later.')),
    },
  });
  await find.findByText('10 calls');
  filter.value = 'paid';
  await find.findByText('Try later.', { exact: false });
  find.getByText('10 calls');
  isUp = true;
  await user.click(find.getByRole('button', { name: 'Try again' }));
  await find.findByText('7 calls');
  expect(find.queryByRole('alert')).toBeNull();
});

test('an answer that comes after that for the next filter is not shown', async () => {
  filter.value = 'all';
  const late = Promise.withResolvers<object>();
  const { find } = await show(h(Figure, {}), {
    answers: {
      'GET /figures?filter=all': { calls: 10 },
      'GET /figures?filter=denver': () => late.promise,
      'GET /figures?filter=austin': { calls: 7 },
    },
  });
  await find.findByText('10 calls');
  filter.value = 'denver';
  await expect.poll(() => find.getByText('10 calls').closest('p')?.getAttribute('aria-busy')).toBe('true');
  filter.value = 'austin';
  await find.findByText('7 calls');
  late.resolve({ calls: 2 });
  // Read after the late one.
  changed(companyPath('/figures?filter=austin'));
  await expect.poll(() => find.getByText('7 calls').closest('p')?.getAttribute('aria-busy')).toBe('false');
  expect(find.queryByText('2 calls')).toBeNull();
});

test('an older answer of the same path does not replace a newer one', async () => {
  filter.value = 'all';
  const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  let asked = 0;
  const { find } = await show(h(Figure, {}), {
    answers: { 'GET /figures': () => answers[asked++]?.promise },
  });
  await expect.poll(() => asked).toBe(1);
  changed(companyPath('/figures'));
  await expect.poll(() => asked).toBe(2);
  answers[1]?.resolve({ calls: 2 });
  await find.findByText('2 calls');
  answers[0]?.resolve({ calls: 1 });
  await answers[0]?.promise;
  await expect.poll(() => find.getByText('2 calls').closest('p')?.getAttribute('aria-busy')).toBe('false');
});
