// @vitest-environment happy-dom
/** The numbers that a company has bought or imported: their states, their uses, and what can be done with each. */
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { AstrayNotice } from '../../../../console/screens/numbers/bought/astray-notice.tsx';
import {
  type Bought,
  isAstray,
  settingsOfUses,
  stateWords,
  usesOf,
  withBought,
} from '../../../../console/screens/numbers/bought/bought.ts';
import { progressText } from '../../../../console/screens/numbers/bought/order-card.tsx';
import { addressToAdd } from '../../../../console/screens/numbers/bought/uses.tsx';
import { type ApiAnswers, refusal, show, type Shown, type ShowOptions, typed } from '../../rendered.ts';
import { bought, boughtAnswers, NO_ACCOUNT_ANSWERS } from './bought-numbers.ts';
import { publishedWith, SETTINGS, showNumbers } from './settings-server.ts';

function showBought(query: string, numbers: readonly Bought[], options: ShowOptions = {}): Promise<Shown> {
  return showNumbers(`bought${query}`, publishedWith(), {
    ...options,
    answers: { ...boughtAnswers(numbers), ...options.answers },
  });
}

test.for([
  [{ state: 'wanted', task: 'buy' }, 'Being bought'],
  [{ state: 'unsure', task: 'buy' }, 'Order being checked'],
  [{ state: 'pending', task: 'buy' }, 'Not delivered yet'],
  [{ state: 'imported', task: 'wire' }, 'Being imported'],
  [{ state: 'imported', task: 'wire', has_former: true }, 'Being fixed'],
  [{ state: 'active', task: 'wire' }, 'Being fixed'],
  [{ state: 'imported', task: 'put_back' }, 'Being put back'],
  [{ state: 'refused' }, 'Not bought'],
  [{ state: 'refused', is_bought: false }, 'Not imported'],
  [{ state: 'released' }, 'Given back'],
  [{ state: 'quarantined', task: 'release', release_time: '2026-03-02T12:00:00Z' }, 'Leaves Mar 2, 2026'],
  [{ state: 'active', wiring: 'wrong' }, 'Calls go elsewhere'],
  [{ state: 'active', wiring: 'gone' }, 'Not in the account'],
  [{ state: 'active', wiring: 'ready' }, 'Rings here'],
  [{ state: 'active', wiring: 'unknown' }, 'Not checked yet'],
] as const)('a number with %j: %s', ([parts, label]) => {
  expect(stateWords(bought('+15125550170', parts as Partial<Bought>)).label).toBe(label);
});

test.for([
  ['active', 'wrong', null, true],
  ['imported', 'gone', null, true],
  ['active', 'wrong', 'wire', false],
  ['active', 'ready', null, false],
  ['quarantined', 'wrong', null, false],
] as const)('a number that is %s, %s, with the task %s, is astray: %s', ([state, wiring, task, isOne]) => {
  expect(isAstray(bought('+15125550170', { state, wiring, task }))).toBe(isOne);
});

test('uses of a number: entries, pools with their overflow, the default number, and a printed one', () => {
  const settings = {
    ...SETTINGS,
    targets: [{ number: '+18005550100' }, { number: '+18005550109' }],
    numbers: [
      ...SETTINGS.numbers,
      {
        pool: 'ads',
        phone_numbers: ['+15125550161'],
        overflow: '+15125550160',
        hold_minutes: 20,
        sms: false,
      },
      { phone_number: '+15125550101', location_id: 'gone', sms: false },
    ],
  };
  const texts = (number: string): string[] => usesOf(settings, number).map(({ text }) => text);
  expect(texts('+15125550102')).toEqual(['Paid search, Austin']);
  expect(texts('+15125550101')).toEqual(['Austin', 'gone']);
  expect([texts('+15125550161'), texts('+15125550160')]).toEqual([['Pool ads'], ['Pool ads']]);
  expect([texts('+18005550100'), texts('+18005550109')]).toEqual([
    ['Default number'],
    ['Printed on your pages'],
  ]);
  expect(texts('+15125550199')).toEqual([]);
});

test('numbers are put into the settings that ring, mean somebody, and are the first for their visitors', () => {
  const numbers = [
    bought('+15125550170', { location_id: 'denver', source: 'direct' }),
    bought('+15125550171', { location_id: 'denver', source: 'direct' }),
    bought('+15125550172', { location_id: 'austin', source: 'paid_search' }),
    bought('+15125550173', { location_id: 'seattle', source: 'yelp' }),
    bought('+15125550174', { location_id: 'closed' }),
    bought('+15125550175', { source: 'email', task: 'wire' }),
    bought('+15125550101', { source: 'email' }),
    bought('+15125550176', { source: 'email', state: 'quarantined' }),
  ];
  const { added, clashing, settings } = withBought(SETTINGS, numbers);

  expect(added.map(({ number }) => number)).toEqual(['+15125550170']);
  // The unknown source is left out, and Seattle has a number.
  expect(clashing.map(({ number }) => number)).toEqual(['+15125550171', '+15125550172', '+15125550173']);
  expect(settings.numbers.slice(SETTINGS.numbers.length)).toEqual([
    { phone_number: '+15125550170', location_id: 'denver', source: 'direct', sms: false },
  ]);
});

test('managers see the published uses by the names of places', () => {
  const used = bought('+15125550170', { used_for: { source: 'email', location_id: 'a' } });
  const settings = settingsOfUses([used, bought('+15125550171')], [{ id: 'a', name: 'Aspen' }]);
  expect(usesOf(settings, '+15125550170')).toMatchObject([{ text: 'Email, Aspen' }]);
  expect(usesOf(settings, '+15125550171')).toEqual([]);
});

test.for([
  [['active'], false, 'It is bought.'],
  [['active', 'active'], false, 'All 2 bought.'],
  [['imported', 'imported'], true, 'All 2 imported.'],
  [['active', 'wanted'], false, '1 of 2 bought, 1 on its way.'],
  [['active', 'wanted', 'wanted', 'refused'], false, '1 of 4 bought, 2 on their way, 1 not bought.'],
] as const)('an order of numbers that are %j (an import: %s): %s', ([states, isImport, text]) => {
  const numbers = states.map((state, index) =>
    bought(`+1512555017${index}`, { state, is_pending: state === 'wanted' }),
  );
  expect(progressText(numbers, isImport)).toBe(text);
});

describe('the list', () => {
  const NUMBERS = [
    bought('+15125550102', { name: 'Austin ads', place: 'Austin, TX' }),
    bought('+15125550171', { monthly_price: 0 }),
    bought('+15125550172', { state: 'refused', detail: 'The carrier answered 400.' }),
  ];
  const rows = (): (string | null)[] =>
    [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

  test('has the numbers of the accounts, with use, carrier, price and state, and what all cost', async () => {
    const { find, user } = await showBought('', NUMBERS);
    await find.findByText('Austin ads · Austin, TX');
    expect(rows()).toEqual([
      '(512) 555-0102Austin ads · Austin, TXPaid search, AustinTwilio$1.15Rings here',
      '(512) 555-0171not used yetAdd it to the numbersTwiliounknownRings here',
    ]);
    expect(find.getByText('a month for 2 numbers', { exact: false }).textContent).toBe(
      '$1.15 a month for 2 numbers, of at most $100. Change the cap',
    );
    await user.selectOptions(find.getByLabelText('Which numbers'), 'over');
    await expect.poll(rows).toEqual(['(512) 555-0172Twilio$1.15Not boughtThe carrier answered 400.']);
    await user.selectOptions(find.getByLabelText('Which numbers'), 'unused');
    await expect.poll(() => rows()[0]).toContain('(512) 555-0171');
    expect(rows()).toHaveLength(1);
  });

  test('a number that nothing uses leads to its entry, filled in', async () => {
    const meant = bought('+15125550170', { location_id: 'denver', source: 'yelp' });
    const { find, user } = await showBought('', [meant]);
    await user.click(await find.findByText('Add it to the numbers'));
    const number = await find.findByLabelText<HTMLInputElement>('Tracking number', { selector: 'input' });
    expect(number.value).toBe('(512) 555-0170');
    expect(find.getByLabelText<HTMLSelectElement>('Location').value).toBe('denver');
    await user.click(find.getByText('Add to draft'));
    await find.findByText('1 unpublished change');
    expect(location.search).toBe('');
    expect(addressToAdd(meant, SETTINGS)).not.toContain('yelp');
  });

  test('numbers that send their calls elsewhere are named, with the way to mend them', async () => {
    const astray = (last: number): Bought => bought(`+1512555017${last}`, { wiring: 'wrong' });
    const { find } = await showBought('', [0, 1, 2, 3, 4].map(astray));
    await find.findByText('Fix them');
    expect(find.getByText(/no longer come here/).textContent).toBe(
      'Calls to (512) 555-0170, (512) 555-0171, (512) 555-0172 and 2 more no longer come here: somebody changed them at Twilio. Fix them',
    );
  });

  test('the accounts are read now, and one that did not answer is told', async () => {
    const failures = [{ carrier: 'twilio', account_id: 'AC1', detail: 'It answered 500.' }];
    const { find, user } = await showBought('', NUMBERS, {
      answers: { 'POST /numbers/check': () => ({ failures: failures.splice(0) }) },
    });
    await user.click(await find.findByText('Check now'));
    await find.findByText('Twilio could not be read. It answered 500.');
    await user.click(await find.findByText('Check now'));
    expect(await find.findByText('All numbers were checked.')).not.toBeNull();
  });

  test('managers see the numbers and order nothing', async () => {
    const { find } = await showBought(`?over=bought&key=${NUMBERS[0]?.number_id}`, NUMBERS, {
      user: { role_id: 'manager' },
      answers: NO_ACCOUNT_ANSWERS,
    });
    await find.findByRole('heading', { name: '(512) 555-0102' });
    const texts = [
      'Fix',
      'Give back',
      'Put back',
      'Buy numbers',
      'Import numbers',
      'Check now',
      'Change the cap',
    ];
    for (const text of texts) expect(find.queryByText(text)).toBeNull();
  });

  test('managers of a company that has bought none hear where its numbers are, and are not told to buy', async () => {
    const { find } = await showBought('', [], {
      user: { role_id: 'manager' },
      answers: NO_ACCOUNT_ANSWERS,
    });
    await find.findByText(/Your company’s other numbers, its locations and its sources are in the settings/);
    await find.findByText('No number was bought or imported here. A super admin can do that.');
    expect(find.queryByText(/Buy them by place/)).toBeNull();
  });

  test('the cap is an amount', async () => {
    const { find, user, requests } = await showBought('?over=cap', NUMBERS, {
      answers: { 'PUT /numbers/limits': {} },
    });
    await typed(user, await find.findByLabelText('Cap, in USD a month'), 'many');
    await user.click(find.getByText('Save'));
    await find.findAllByText('Enter an amount, such as 150.');
    await typed(user, find.getByLabelText('Cap, in USD a month'), '$1,500');
    await user.click(find.getByText('Save'));
    await find.findByText('The cap is changed.');
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ monthly_cap: 1500 });
  });
});

describe('the dialog of a number', () => {
  /** Opens the dialog of a number, and notes what is done with it. */
  async function openNumber(parts: Partial<Bought>, answers: ApiAnswers = {}): Promise<Shown> {
    const number = bought('+15125550172', parts);
    return showBought(`?over=bought&key=${number.number_id}`, [number], {
      answers: {
        ...Object.fromEntries(
          ['mend', 'keep', 'release', 'put_back'].map((verb) => [
            `POST /numbers/${number.number_id}/${verb}`,
            {},
          ]),
        ),
        ...answers,
      },
    });
  }
  const done = ({ requests }: Shown): string[] =>
    requests.filter(({ method }) => method === 'POST').map(({ path }) => path.replace(/.*\//, ''));

  test('one that rings is given back after its meaning was told, and kept by Undo', async () => {
    const shown = await openNumber({});
    const { find, user } = shown;
    await user.click(await find.findByText('Give back'));
    await find.findByText(/^It stays yours for 30 days/);
    await user.click(find.getByText('Give it back'));
    await find.findByText('The number is given back in 30 days.');
    await user.click(find.getByText('Undo'));
    await expect.poll(() => done(shown)).toEqual(['release', 'keep']);
  });

  test('a refusal is told where it was asked for', async () => {
    const number = bought('+15125550172', {});
    const refused = refusal(409, 'number_in_use', 'The number was called within the last 30 days.');
    const { find, user } = await openNumber({}, { [`POST /numbers/${number.number_id}/release`]: refused });
    await user.click(await find.findByText('Give back'));
    await user.click(find.getByText('Give it back'));
    await find.findByText('The number was called within the last 30 days.');
    expect(find.queryByText('The number is given back in 30 days.')).toBeNull();
  });

  test('one that is about to leave is kept', async () => {
    const shown = await openNumber({ state: 'quarantined', task: 'release' });
    await shown.user.click(await shown.find.findByText('Keep it'));
    await shown.find.findByText('The number is kept.');
    expect(done(shown)).toEqual(['keep']);
  });

  test('one that was changed at the carrier is mended; an imported one is put back as well', async () => {
    const shown = await openNumber({ wiring: 'wrong', state: 'imported', has_former: true });
    const { find, user } = shown;
    await user.click(await find.findByText('Put back'));
    await find.findByText(/^Its calls and texts go where they went before the import/);
    await user.click(find.getByText('Cancel'));
    await user.click(await find.findByText('Fix'));
    await find.findByText('It gets our addresses again.');
    expect(done(shown)).toEqual(['mend']);
  });

  test('one that is gone from the account cannot be mended', async () => {
    const gone = await openNumber({ wiring: 'gone' });
    await gone.find.findByText(/no longer has it, so nobody reaches you on it\./);
    expect(gone.find.queryByText('Fix')).toBeNull();
  });

  test('one that visitors see is not given back: it says so', async () => {
    const number = bought('+15125550102');
    const { find, user } = await showBought(`?over=bought&key=${number.number_id}`, [number]);
    await user.click(await find.findByText('Give back'));
    await find.findByText(/^It is in your numbers\./);
    expect(find.queryByText('Give it back')).toBeNull();
  });
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
