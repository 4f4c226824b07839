// @vitest-environment happy-dom
import { h, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { later, Lazy, type Load } from '../../../console/components/parts/lazy.tsx';
import { rendered, show, type Shown } from '../rendered.ts';

/** Shows a field beside a part whose loading fails when the returned function is called. */
async function showPart(): Promise<Shown & { fail: () => void }> {
  const loading = Promise.withResolvers<never>();
  const load: Load = () => loading.promise;
  const field = h('label', {}, 'Your site', h('input', {}));
  const shown = await show(h('div', {}, field, h(Lazy, { load })), { mayBreak: true });
  return { ...shown, fail: () => loading.reject(new Error('404')) };
}

test('a part that cannot be loaded takes the focus', async () => {
  const { find, fail } = await showPart();
  fail();
  const heading = await find.findByText('This could not be loaded');
  await rendered();
  expect(document.activeElement).toBe(heading);
});

test('a part that cannot be loaded leaves the focus to a user who types elsewhere', async () => {
  const { find, user, fail } = await showPart();
  const field = find.getByLabelText<HTMLInputElement>('Your site');
  await user.type(field, 'acme.');
  fail();
  await find.findByText('This could not be loaded');
  await rendered();
  await user.keyboard('example');
  expect(field.value).toBe('acme.example');
});

test('what stands for a part meanwhile is gone once the part is there', async () => {
  const { promise, resolve } = Promise.withResolvers<() => VNode>();
  const Menu = later(
    () => promise,
    () => h('p', {}, 'Acme'),
  );
  const { find } = await show(h(Menu, {}));
  expect(find.getByText('Acme')).toBeDefined();
  expect(find.queryByText(/Loading/)).toBe(null);

  resolve(() => h('button', {}, 'Acme, and others'));
  await find.findByText('Acme, and others');
  expect(find.queryByText('Acme')).toBe(null);
});
