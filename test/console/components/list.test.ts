// @vitest-environment happy-dom
/** A list: what stands in its place while it is empty, its cells, and the removal of an entry. */
import { type ComponentChild, h } from 'preact';
import { expect, test } from 'vitest';
import { AddLink, List, RemoveButton, Titled } from '../../../console/components/list.tsx';
import { refusalOf } from '../../../console/forms/saving.ts';
import { show } from '../rendered.ts';

const shopList = (items: readonly string[], remove: () => Promise<void>): ComponentChild =>
  h(Titled, {
    id: 'shops',
    title: 'Shops',
    beside: h('i', {}, 'beside'),
    children: h(List<string>, {
      items,
      keyOf: (item) => item,
      caption: 'All shops',
      columns: [
        'Shop',
        { label: 'Length', class: 'on-medium', cells: 'soft' },
        { label: 'Actions', isUnseen: true },
      ],
      cells: (item) => [item, item.length, h(RemoveButton, { name: item, remove })],
      add: h(AddLink, { over: 'field', label: 'Add a shop' }),
      empty: { icon: 'pin', text: 'No shops yet.', example: [['Corner', '6']] },
      children: h('p', {}, 'Above'),
    }),
  });

test('an empty list says so, with the link that adds an entry and what entries look like', async () => {
  const { find } = await show(shopList([], () => Promise.resolve()));

  expect(find.getByRole('region', { name: 'Shops' }).textContent).toBe(
    'ShopsbesideNo shops yet. Add a shopFor exampleCorner6',
  );
  expect(find.getByRole('link', { name: 'Add a shop' }).getAttribute('href')).toContain('over=field');
});

test('each entry has a row, its first cell as the header, and the classes of the columns', async () => {
  const { find } = await show(shopList(['North', 'South'], () => Promise.resolve()));

  const rows = find
    .getAllByRole('row')
    .map(({ children }) =>
      Array.from(children, ({ localName, className, textContent }) => [localName, className, textContent]),
    );
  expect(find.getByRole('table', { name: 'All shops' }).parentElement?.previousSibling?.textContent).toBe(
    'Above',
  );
  expect(rows).toEqual([
    [
      ['th', '', 'Shop'],
      ['th', 'on-medium', 'Length'],
      ['th', '', 'Actions'],
    ],
    [
      ['th', '', 'North'],
      ['td', 'soft', '5'],
      ['td', '', ''],
    ],
    [
      ['th', '', 'South'],
      ['td', 'soft', '5'],
      ['td', '', ''],
    ],
  ]);
});

test('an entry that cannot be removed tells why', async () => {
  const { find, user } = await show(
    shopList(['North'], () => Promise.reject(refusalOf([{ code: 'in_use', detail: 'It is in use.' }]))),
  );

  await user.click(find.getByRole('button', { name: 'Remove North' }));

  expect((await find.findByText('It is in use.')).textContent).toContain('It is in use.');
});
