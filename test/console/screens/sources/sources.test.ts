// @vitest-environment happy-dom
/** The form of a source, and the usual sources: what is typed goes into the draft, or is refused. */
import { expect, test } from 'vitest';
import { typed } from '../../rendered.ts';
import { publishedWith, showNumbers } from '../numbers/settings-server.ts';

test('a source needs a name and a condition, and keeps conditions that the form has no field for', async () => {
  const published = publishedWith({
    sources: [{ name: 'spring', when: { utm_campaign: 'spring*', utm_id: '7' } }],
  });
  const { find, user } = await showNumbers('sources?over=source&key=spring', published);
  expect((await find.findByText(/^Under another name it is a new source in reports/)).tagName).toBe('P');
  await typed(user, await find.findByLabelText('UTM campaign'), '');
  await user.selectOptions(find.getByLabelText('Channel'), 'Every paid channel');
  await typed(user, find.getByLabelText(/^Parameter/), 'src=fl*');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.sources).toEqual([
    { name: 'spring', when: { utm_id: '7', channel: 'paid_*', parameter: 'src=fl*' } },
  ]);

  await user.click(find.getByText('Add a source'));
  await user.type(await find.findByLabelText('Name'), 'all');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Add at least one condition. Without one, every visit would match.');
});

test('a usual source is made with one press, is offered once, and is taken back by Undo', async () => {
  const { find, user } = await showNumbers('sources', publishedWith({ sources: [] }));
  await find.findByText(/^No sources yet\./);
  await user.click(find.getByRole('button', { name: 'Facebook' }));
  await find.findByText('Facebook added to the draft: visits from Facebook.');
  expect(find.queryByRole('button', { name: 'Facebook' })).toBeNull();
  await user.click(find.getByText('Undo', { exact: true }));
  await find.findByText(/^No sources yet\./);
  await user.click(find.getByRole('button', { name: 'Google Ads' }));
  await user.click(find.getByRole('button', { name: 'Radio' }));
  await find.findByRole('link', { name: 'Radio' });
  expect(find.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Google Ads',
    'Radio',
  ]);
});

test.for([
  ['Referrer', 'https://www.yelp.com/biz/x', /^No visit can match this\. A host, such as \*\.yelp\.com\./],
  ['Landing page', 'offers', /^No visit can match this\. A path, such as \/offers\/\*\./],
  [
    'Parameter',
    '?src=flyer',
    /^No visit can match this\. A parameter of your own links and its value, such as src=flyer\./,
  ],
  ['Parameter', 'flyer', /^No visit can match this\. A parameter of your own links/],
  ['Parameter', 'src=flyer&page=2', /^No visit can match this\. A parameter of your own links/],
  ['Click ID', 'abc def', /^No visit can match this\. The name of a parameter, such as gclid\./],
] as const)('a %s that no visit has is refused', async ([label, pattern, sentence]) => {
  const { find, user } = await showNumbers('sources?over=source', publishedWith({ sources: [] }));
  expect(find.queryByText(/^Under another name/)).toBeNull();
  await user.type(await find.findByLabelText('Name'), 'Yelp');
  await typed(user, find.getByLabelText(new RegExp(label, 'i')), pattern);
  await user.click(find.getByText('Add to draft'));

  expect(await find.findAllByText(sentence)).not.toEqual([]);
});

/** Two sources that both fit some visits. */
const BOTH = [
  { name: 'Everything', when: { utm_source: '*' } },
  { name: 'Radio', when: { utm_source: 'radio' } },
];

test('a name that another source has is refused, however it is written', async () => {
  const { find, user } = await showNumbers('sources?over=source', publishedWith({ sources: BOTH }));
  await user.type(await find.findByLabelText('Name'), ' RADIO');
  await typed(user, find.getByLabelText('Referrer'), '*.radio.example');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Another source is named “RADIO” already. Choose another name.');
  await typed(user, find.getByLabelText('Name'), 'Radio 2');
  await user.click(find.getByText('Add to draft'));
  await find.findByRole('link', { name: 'Radio 2' });
  expect(find.queryByText('1 unpublished change')).not.toBeNull();
});

test('the order of sources, of which the first that fits counts, is shown and changed', async () => {
  const published = publishedWith({ sources: BOTH });
  const { find, user } = await showNumbers('sources', published);
  await find.findByText('A visit counts as the first source of this order that fits it.');
  expect(find.getByRole<HTMLButtonElement>('button', { name: 'Move Everything up' }).disabled).toBe(true);
  await user.click(find.getByRole('button', { name: 'Move Radio up' }));
  await find.findByText('1 unpublished change');
  // The second press of a double click is on the source that has come down.
  const second = new MouseEvent('click', { bubbles: true, detail: 2 });
  find.getByRole('button', { name: 'Move Everything up' }).dispatchEvent(second);
  expect(find.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Radio',
    'Everything',
  ]);
  await user.click(find.getByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.sources).toEqual(BOTH.toReversed());
});
