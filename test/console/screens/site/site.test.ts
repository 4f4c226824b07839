// @vitest-environment happy-dom
/** A check of a page of the site. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { SiteCheck } from '../../../../console/screens/site/site-check.tsx';
import { type ApiRequest, refusal, show, typed } from '../../rendered.ts';

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
