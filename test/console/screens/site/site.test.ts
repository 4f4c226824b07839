// @vitest-environment happy-dom
/** The settings of the site, and a check of a page of it. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { keptName } from '../../../../console/api/kept-work.ts';
import type { DniLocation, DniSettings } from '../../../../console/screens/draft/dni-settings.ts';
import { SiteCheck } from '../../../../console/screens/site/site-check.tsx';
import { type ApiRequest, refusal, show, typed } from '../../rendered.ts';
import { publishedWith, SETTINGS, showNumbers } from '../numbers/settings-server.ts';

const SITES = { 'GET /dni/api/site': { sites: [] } };

test('a page is checked; what was found on one is not shown under what is wrong with another', async () => {
  const found = {
    url: 'https://acme.example/contact',
    tag: null,
    forms: [],
    numbers: [{ number: '+13125550188', kind: 'unknown', texts: 1, links: 2 }],
    findings: [
      {
        code: 'other_company',
        level: 'danger',
        what: 'The tag is for another company',
        why: 'So.',
        fix: 'Replace it.',
      },
    ],
  };
  const { find, user } = await show(h(SiteCheck, { page: '' }), {
    answers: {
      'POST /dni/api/site/check': ({ body }: ApiRequest) =>
        (body as { url: string }).url.includes('acme')
          ? found
          : refusal(403, 'foreign', 'elsewhere.example is not one of the company’s domains.'),
    },
  });
  const address = await find.findByLabelText('Address of the page');
  await typed(user, address, 'https://acme.example/contact?visitor=1');
  await user.click(find.getByText('Check the page'));
  await find.findByText('The tag is for another company');
  await find.findByText('(printed 1 time, 2 links)');
  expect(find.getByText('Open it with the debug panel').getAttribute('href')).toBe(
    'https://acme.example/contact?leadline_debug',
  );
  await typed(user, address, 'https://elsewhere.example/');
  await user.click(find.getByText('Check the page'));
  await find.findByText(/^elsewhere\.example is not one/);
  expect(find.queryByText('The tag is for another company')).toBeNull();
});

test.for([
  ['Maximum distance, in miles', '250,5'],
  ['Maximum distance, in miles', '250 km'],
  ['Maximum distance, in miles', 'abc'],
  ['Maximum distance, in miles', '1.000'],
  ['Maximum distance, in miles', '0'],
  ['Maximum distance, in miles', '-5'],
  ['Maximum distance, in miles', '20000'],
  ['Days a visitor keeps the same number', ''],
  ['Days a visitor keeps the same number', 'a week'],
  ['Days a visitor keeps the same number', '7.5'],
  ['Days a visitor keeps the same number', '366'],
] as const)('%s: “%s” is refused at its field, and nothing is saved', async ([label, text]) => {
  const { find, user } = await showNumbers('site', publishedWith(), { answers: SITES });
  await typed(user, await find.findByLabelText(label), text);
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText(/^Write (?:miles as 250|whole days)/);
  expect(find.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(find.queryByText('Draft saved.')).toBeNull();
});

test('a distance is read with its unit, and a printed number by the country of its branch', async () => {
  const copenhagen = { ...SETTINGS.locations[0], location_id: 'cph', name: 'Copenhagen', country: 'DK' };
  const published = publishedWith({
    locations: [...SETTINGS.locations, copenhagen as DniLocation],
    targets: [{ number: '+15125550140', location_id: 'cph' }],
  });
  const { find, user } = await showNumbers('site', published, { answers: SITES });
  await typed(user, await find.findByLabelText('Maximum distance, in miles'), '1,000 miles');
  const printed = find.getByLabelText('Other printed numbers');
  await user.type(printed, '\n33 15 20 20 Copenhagen');
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Draft saved.');
  const { settings } = JSON.parse(localStorage.getItem(keptName('numbers')) ?? '') as {
    settings: DniSettings;
  };
  expect(settings.max_distance_km).toBe(1609.344);
  expect(settings.targets.slice(1)).toEqual([
    { number: '+15125550140', location_id: 'cph' },
    { number: '+4533152020', location_id: 'cph' },
  ]);
});

test('a number that a check has found stays as it is with one press, is read in any form, and can be taken back', async () => {
  const found = {
    url: 'https://acme.example/contact',
    tag: null,
    forms: [],
    numbers: [
      { number: '+13125550188', kind: 'unknown', texts: 1, links: 0 },
      { number: '+13125550199', kind: 'other', texts: 1, links: 0 },
    ],
    findings: [],
  };
  const { find, user } = await showNumbers('site', publishedWith(), {
    answers: { ...SITES, 'POST /dni/api/site/check': found },
  });
  const saved = (): DniSettings =>
    (JSON.parse(localStorage.getItem(keptName('numbers')) ?? '') as { settings: DniSettings }).settings;
  const field = (): HTMLTextAreaElement => find.getByLabelText('Numbers that stay as they are');
  await typed(user, await find.findByLabelText('Address of the page'), 'https://acme.example/contact');
  await user.click(find.getByText('Check the page'));
  await user.click(await find.findByRole('button', { name: 'That is fine' }));
  await find.findByText('(312) 555-0188 stays as it is, in the draft.');
  expect(saved().other_numbers).toEqual(['+13125550188']);
  await expect.poll(() => field().value).toBe('(312) 555-0188');

  await typed(user, field(), '312.555.0177\nnobody');
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText('“nobody” is not a phone number.');
  await typed(user, field(), '312.555.0177, +1 312 555 0166');
  await user.click(find.getByText('Save to draft'));
  await expect.poll(() => saved().other_numbers).toEqual(['+13125550177', '+13125550166']);
  await user.clear(field());
  await user.click(find.getByText('Save to draft'));
  await expect.poll(() => saved().other_numbers).toBeUndefined();
});

test('what was chosen and is taken back is in the draft no more', async () => {
  const [branch] = SETTINGS.locations;
  const published = publishedWith({
    default_location_id: branch?.location_id ?? '',
    unasked_consent: 'analytics',
  });
  const { find, user } = await showNumbers('site', published, { answers: SITES });
  await user.selectOptions(await find.findByLabelText('When a visitor’s place is unknown'), '');
  await user.selectOptions(find.getByLabelText('Visitors whom no consent tool asked'), 'ads');
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Draft saved.');
  const { settings } = JSON.parse(localStorage.getItem(keptName('numbers')) ?? '') as {
    settings: DniSettings;
  };
  expect([settings.default_location_id, settings.unasked_consent]).toEqual([undefined, undefined]);
});
