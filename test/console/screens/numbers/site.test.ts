// @vitest-environment happy-dom
/** The site of a company and a check of its pages, what is told about numbers elsewhere, and pasted sheets. */
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { ExplainedPoolBody } from '../../../../worker/edge/settings/answer-schema.ts';
import { BlockCaller } from '../../../../console/screens/calls/actions/block-caller.tsx';
import type { Call } from '../../../../console/screens/calls/call.ts';
import { AstrayNotice } from '../../../../console/screens/numbers/bought/astray-notice.tsx';
import { SiteCheck } from '../../../../console/screens/numbers/site/site-check.tsx';
import { csvOf } from '../../../../console/screens/numbers/paste/csv.ts';
import { hoursBy, freeText, loadTexts } from '../../../../console/screens/numbers/pools.ts';
import { type ApiRequest, refusal, show, typed } from '../../rendered.ts';
import { bought } from './bought-numbers.ts';
import { publishedWith, SETTINGS, showNumbers } from './settings-server.ts';

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
  ['superadmin', 'wrong', 'Fix it'],
  ['manager', 'wrong', 'Look at it'],
  ['superadmin', 'gone', 'Look at it'],
] as const)('a %s is told anywhere of a number that is %s: %s', async ([role, wiring, text]) => {
  const { find } = await show(h(AstrayNotice, {}), {
    user: { role_id: role },
    answers: { 'GET /numbers': { numbers: [bought('+15125550170', { wiring })] } },
  });
  const link = await find.findByText(text);
  expect(link.getAttribute('href')).toMatch(/\/numbers\/bought\?over=bought&key=/);
});

test('a caller is blocked beside others’ changes, and allowed again by Undo', async () => {
  const kept = { blocked: ['+12025550101'], carriers: [] };
  const call = { from: '+12065550188', direction: 'inbound' } as Call;
  const { find, user } = await show(h(BlockCaller, { call }), {
    answers: {
      'GET /calls/settings': () => kept,
      'PUT /calls/settings': ({ body }: ApiRequest) => Object.assign(kept, body),
    },
  });
  await user.click(await find.findByText('Block this caller'));
  await find.findByText('(206) 555-0188 is blocked: their calls are refused.');
  expect(kept.blocked).toEqual(['+12025550101', '+12065550188']);
  await find.findByText('Allow this caller again');
  await user.click(find.getByText('Undo'));
  await find.findByText('Block this caller');
  expect(kept.blocked).toEqual(['+12025550101']);
});

test('managers block nobody', async () => {
  const call = { from: '+12065550188', direction: 'inbound' } as Call;
  const { find, requests } = await show(h(BlockCaller, { call }), { user: { role_id: 'manager' } });
  expect(find.queryByRole('button')).toBeNull();
  expect(requests).toEqual([]);
});

describe('a pasted sheet', () => {
  test('tells the faults by row and column, makes the sources that it names, and adds the rest', async () => {
    const published = publishedWith({ sources: [], numbers: [] });
    const { find, user } = await showNumbers('numbers?over=paste', published);
    const sheet = [
      'Number\tBranch\tSource\tManager',
      '303 555 0188\tDenver\tGoogle Ads\tAnn',
      '12\tDenver\tGoogle Ads\tAnn',
    ].join('\n');
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(sheet);
    await find.findByText(/paid clicks from Google/);
    expect(find.getByLabelText<HTMLSelectElement>('Manager becomes').value).toBe('');
    await user.click(find.getByText('Create the source'));
    await find.findByText(/^Row 3/);
    await user.click(find.getByText('Add 1 number to draft'));
    await find.findByText('1 number added to the draft.');
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 2 changes'));
    await find.findByText('Everything is published.');
    expect(published.settings?.numbers).toMatchObject([
      { phone_number: '+13035550188', location_id: 'denver', source: 'Google Ads' },
    ]);
  });

  test('with columns of sources adds branches, numbers and sources at once, and one switch takes the phones off the site', async () => {
    const published = publishedWith({ sources: [], numbers: [], locations: [] });
    const { find, user } = await showNumbers('locations?over=paste', published);
    const sheet = [
      'Branch\tLatitude\tLongitude\tPhone\tGoogle Ads\tYelp',
      'Waco\t31.5\t-97.1\t254 555 0140\t254 555 0101\t254 555 0102',
      '\t\t\t\t\t',
      'Temple\t31.1\t-97.3\t254 555 0141\t254 555 0103\tsoon',
      'Total\t\t\t\t2\t1',
    ].join('\n');
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(sheet);
    await find.findByText('3 numbers for 2 sources');
    await find.findByText(/^Row 4, Yelp: Number: “soon” is not a phone number/);
    await find.findByText('Row 5 has totals and is left out.');
    await find.findByText(/^2 numbers on your site, such as \(254\) 555-0140/);
    await user.click(find.getByLabelText('These phones are also the numbers on your site'));
    expect(find.queryByText(/numbers on your site, such as/)).toBeNull();
    await user.click(find.getByText('Add 2 locations and 3 numbers to draft'));
    await find.findByText('2 locations and 3 numbers added to the draft.');
    await user.click(find.getByText('Review and publish'));
    await user.click(await find.findByText('Publish 7 changes'));
    await find.findByText('Everything is published.');
    expect(published.settings?.locations).toMatchObject([
      { name: 'Waco', numbers: ['+12545550140'] },
      { name: 'Temple', numbers: ['+12545550141'] },
    ]);
    expect(published.settings?.targets).toEqual(SETTINGS.targets);
    expect(published.settings?.sources.map(({ name }) => name)).toEqual(['Google Ads', 'Yelp']);
  });

  test('says which rows repeat others, that a quotation mark is open, and that there is nothing to add', async () => {
    const { find, user } = await showNumbers('locations?over=paste', publishedWith({ locations: [] }));
    const row = 'Waco\t31.5\t-97.1\t254 555 0101\t254 555 0102';
    const head = 'Branch\tLatitude\tLongitude\tGoogle Ads\tYelp';
    const box = await find.findByLabelText(/^Rows from a spreadsheet/);
    await user.click(box);
    await user.paste([head, row, row].join('\n'));
    await find.findByText('2 numbers for 2 sources');
    expect(find.getAllByText('1 row is in the sheet twice and is added once: row 3 is row 2.')).toHaveLength(
      2,
    );
    expect(find.queryByText(/^Several locations are named/)).toBeNull();
    await user.paste('\n"Temple\t31.1\t-97.3\t\t');
    await find.findByText(/^A quotation mark is not closed/);
    await user.clear(box);
    await user.paste(head);
    await find.findByText('There is nothing to add below the column names.');
  });

  test('that is the CSV of the list changes nothing', async () => {
    const numbers = SETTINGS.numbers.map((number) => ({
      ...number,
      sms: number.source === 'organic_search',
    }));
    const { find, user } = await showNumbers('numbers?over=paste', publishedWith({ numbers }));
    await user.click(await find.findByLabelText(/^Rows from a spreadsheet/));
    await user.paste(csvOf('numbers', { ...SETTINGS, numbers }));
    await user.click(await find.findByText('Add 8 numbers to draft'));
    await find.findByText('8 numbers added to the draft.');
    expect(find.queryByText('Everything is published.')).not.toBeNull();
  });
});

describe('the advice on a pool', () => {
  const pool = (load: object | null, parts: object = {}): ExplainedPoolBody =>
    ({
      name: 'ads',
      numbers: 2,
      free: 1,
      load,
      hours: [],
      leaks: null,
      ...parts,
    }) as unknown as ExplainedPoolBody;

  test('says how many are free, how many found none, and how many it needs', () => {
    expect(freeText(pool(null))).toBe('1 of 2 numbers is free now.');
    expect(freeText(pool(null, { free: null }))).toBe('The pool does not answer at the moment.');
    expect(loadTexts(pool({ leases: 0, overflows: 0, busiest_hour: null }))).toEqual([
      'No visitor got a number of this pool in the last 14 days.',
    ]);
    const load = { leases: 3, overflows: 1, busiest_hour: null };
    expect(loadTexts(pool(load))).toEqual([
      'In the last 14 days, 1 of 4 visitors found all numbers leased (25%).',
      'There were too few visitors for advice.',
    ]);
    const busy = { time: '2026-01-20T12:00:00Z', erlangs: 1.25, predicted_overflow: 0.0004 };
    const advised = (numbers: number | null): string | undefined =>
      loadTexts(pool({ ...load, busiest_hour: busy, advised_numbers: numbers })).at(-1);
    expect([advised(2), advised(3), advised(1), advised(null)]).toEqual([
      'That is enough.',
      'With 3 numbers it would be at most 1%.',
      'That is enough: 1 number would keep it at 1%.',
      'No pool has enough numbers for that: divide the visits by source or location.',
    ]);
    expect(loadTexts(pool({ ...load, busiest_hour: busy, advised_numbers: 2 }))[1]).toMatch(
      /visitors needed 1\.3 numbers at a time\. With 2 numbers, under 0\.1% of them see/,
    );
  });

  test('adds up its hours by day and by hour of the day', () => {
    const hour = (day: number, at: number, issued: number): ExplainedPoolBody['hours'][number] => ({
      time: new Date(2026, 0, day, at).toISOString(),
      issued,
      called: 1,
      overflowed: 0,
    });
    const hours = [hour(21, 9, 1), hour(20, 9, 2), hour(20, 8, 4)];
    expect(hoursBy(hours, 'day').map(({ issued, called }) => [issued, called])).toEqual([
      [6, 2],
      [1, 1],
    ]);
    expect(hoursBy(hours, 'hour').map(({ label, issued }) => [label, issued])).toEqual([
      ['08:00', 4],
      ['09:00', 3],
    ]);
  });
});
