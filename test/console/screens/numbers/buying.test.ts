// @vitest-environment happy-dom
/** Buying and importing numbers: what is searched, chosen, what it costs, and what is ordered; and how the order goes on. */
import { describe, expect, test } from 'vitest';
import type { Bought, BoughtNumbers } from '../../../../console/screens/numbers/bought/bought.ts';
import {
  branchesOf,
  locationsWithout,
  type Planned,
  reachText,
} from '../../../../console/screens/numbers/bought/buying/branches.ts';
import { readPrice, withPrice } from '../../../../console/screens/numbers/bought/buying/prices.ts';
import {
  beforeImport,
  type Importable,
} from '../../../../console/screens/numbers/bought/importing/changes.ts';
import { type ApiAnswers, type ApiRequest, refusal, type Shown, typed } from '../../rendered.ts';
import { bought, boughtAnswers, NO_ACCOUNT_ANSWERS, offer } from './bought-numbers.ts';
import { publishedWith, SETTINGS, showNumbers } from './settings-server.ts';

const ORDER = '00000000-0000-4000-8000-00000000000a';
const OFFERS = ['+15125550170', '+15125550171', '+15125550172'].map((number) => offer(number));

function showDialog(query: string, answers: ApiAnswers, more: Partial<BoughtNumbers> = {}): Promise<Shown> {
  return showNumbers(`bought${query}`, publishedWith(), {
    answers: {
      ...boughtAnswers([], more),
      'GET /numbers/available': { numbers: OFFERS },
      'POST /numbers/buy': { order_id: ORDER, numbers: [] },
      ...answers,
    },
  });
}

const sent = ({ requests }: Shown, path: string): unknown[] =>
  requests.filter((request) => request.method !== 'GET' && request.path === path).map(({ body }) => body);

/** Searches, and chooses some of the numbers that are found. */
async function choose({ find, user }: Shown, ...endings: string[]): Promise<void> {
  await find.findByText('Search');
  await user.selectOptions(find.getByLabelText('Location'), 'Austin');
  await user.click(find.getByText('Search'));
  for (const ending of endings) await user.click(await find.findByLabelText(`Select (512) 555-${ending}`));
}

describe('the search', () => {
  test('asks near the branch that is chosen, which is none while all have numbers, then by what is chosen', async () => {
    const shown = await showDialog('?over=buy', {});
    const { find, user, requests } = shown;
    await find.findByText('Search');
    expect(find.getByLabelText<HTMLSelectElement>('Location').value).toBe('');
    await user.selectOptions(find.getByLabelText('Location'), 'Austin');
    await user.click(find.getByText('Search'));
    await find.findByText('3 numbers near Austin');
    await user.selectOptions(find.getByLabelText('Find by'), 'Area code');
    await user.type(find.getByLabelText('Area code'), '303');
    await user.selectOptions(find.getByLabelText('Kind'), 'Toll-free');
    await user.click(find.getByText('Search'));
    await find.findByText('3 numbers in 303');
    const asked = requests.filter(({ path }) => path.startsWith('/numbers/available'));
    expect(
      asked.map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))),
    ).toMatchObject([
      { carrier: 'twilio', account_id: 'AC1', country: 'US', type: 'local', near: 'austin' },
      { type: 'toll_free', area_code: '303' },
    ]);
  });

  test('says that nothing is sold, and which numbers need an address', async () => {
    const answers: object[][] = [[], [offer('+15125550170', { needs_address: true })]];
    const { find, user } = await showDialog('?over=buy', {
      'GET /numbers/available': () => ({ numbers: answers.shift() }),
    });
    await find.findByText('Search');
    await user.selectOptions(find.getByLabelText('Location'), 'Austin');
    await user.click(find.getByText('Search'));
    await find.findByText(/^No numbers near Austin\./);
    await user.click(find.getByText('Search'));
    await find.findByText(/^Sold only with an address of yours/);
    expect(find.getByLabelText<HTMLInputElement>('Select (512) 555-0170').disabled).toBe(true);
  });
});

describe('an order', () => {
  test('has the chosen numbers with their visitors, warns of those that see another one, and is made once', async () => {
    const shown = await showDialog('?over=buy', {});
    const { find, user } = shown;
    await choose(shown, '0170', '0171', '0172');
    const taken = (): number => find.queryAllByText(/^These visitors see another number already/).length;
    await expect.poll(taken).toBe(3);
    const [, second] = find.getAllByLabelText('Source');
    if (second === undefined) throw new Error('There is no second source.');
    await user.selectOptions(second, 'Direct');
    await expect.poll(taken).toBe(2);
    await user.click(find.getByLabelText('Leave out (512) 555-0172'));
    await find.findByText('$2.30 a month');
    const buy = find.getByText('Buy 2 numbers for $2.30 a month');
    await user.dblClick(buy);

    await expect.poll(() => location.search).toBe(`?order=${ORDER}`);
    const number = { place: 'Austin, TX', location_id: 'austin', monthly_price: 1.15 };
    expect(sent(shown, '/numbers/buy')).toEqual([
      {
        carrier: 'twilio',
        account_id: 'AC1',
        monthly_price: 1.15,
        numbers: [
          { ...number, number: '+15125550170', name: 'Austin' },
          { ...number, number: '+15125550171', name: 'Direct, Austin', source: 'direct' },
        ],
      },
    ]);
  });

  test('whose price has changed is asked again with the new one', async () => {
    const answers = [
      Response.json(
        {
          code: 'changed_meanwhile',
          detail: 'Another price.',
          status: 412,
          price: { number: '+15125550170', amount: 60, currency: 'USD' },
        },
        { status: 412 },
      ),
    ];
    const shown = await showDialog('?over=buy', {
      'POST /numbers/buy': () => answers.shift() ?? { order_id: ORDER, numbers: [] },
    });
    const { find, user } = shown;
    await choose(shown, '0170');
    await user.click(find.getByText('Buy 1 number for $1.15 a month'));
    await find.findByText(/\(512\) 555-0170 costs \$60 a month now\. Nothing was ordered\./);
    await user.click(find.getByText('Buy 1 number for $60 a month'));
    await expect.poll(() => location.search).toBe(`?order=${ORDER}`);
    expect(sent(shown, '/numbers/buy')[1]).toMatchObject({ monthly_price: 60 });
  });

  test('above the cap is not made before the cap is raised', async () => {
    const limits = { monthly_cap: 1 };
    const shown = await showDialog('?over=buy', {
      'GET /numbers': () => ({ numbers: [], monthly_cost: 0, orders_left: 100, ...limits }),
      'PUT /numbers/limits': ({ body }: ApiRequest) => Object.assign(limits, body),
    });
    const { find, user } = shown;
    await choose(shown, '0170');
    await find.findByText(/That is \$0\.15 above your monthly cap\./);
    const buy = find.getByText<HTMLButtonElement>('Buy 1 number for $1.15 a month');
    expect(buy.disabled).toBe(true);
    await user.click(find.getByText('raise the cap to $10'));
    await expect.poll(() => buy.disabled).toBe(false);
    expect(limits).toEqual({ monthly_cap: 10 });
  });

  test('as high as the cap is made, and one that the server refuses says why', async () => {
    const detail = 'With these, numbers would cost 1.15 a month; the cap is 1.00.';
    const shown = await showDialog(
      '?over=buy',
      { 'POST /numbers/buy': () => refusal(409, 'above_cap', detail) },
      { monthly_cap: 1.15 },
    );
    await choose(shown, '0170');
    await shown.user.click(shown.find.getByText('Buy 1 number for $1.15 a month'));
    await shown.find.findByText(detail);
    expect(location.search).toBe('?over=buy');
  });

  test('of more numbers than are left for today is not made', async () => {
    const shown = await showDialog('?over=buy', {}, { orders_left: 1 });
    await choose(shown, '0170', '0171');
    await shown.find.findByText(/^Only 1 more number can be ordered today\./);
    expect(shown.find.getByText<HTMLButtonElement>(/^Buy 2 numbers/).disabled).toBe(true);
  });

  test('at a carrier that does not say its prices needs one', async () => {
    const shown = await showDialog('?over=buy', {
      'GET /numbers/available': { numbers: [offer('+15125550170', { monthly_price: null })] },
    });
    const { find, user } = shown;
    await choose(shown, '0170');
    await user.click(find.getByText('Buy 1 number'));
    await find.findAllByText('Enter the price of a number, such as 1.15.');
    await typed(user, find.getByLabelText('What your carrier asks for a number and month'), '$ 2');
    await user.click(find.getByText('Buy 1 number'));
    await expect.poll(() => sent(shown, '/numbers/buy')).toMatchObject([{ monthly_price: 2 }]);
  });

  test('needs an account with credentials, and leads to its form', async () => {
    const { find } = await showDialog('?over=buy', NO_ACCOUNT_ANSWERS);
    await find.findByText(/^Your account at Twilio has no credentials for its API/);
    expect(find.getByText('Add the credentials').getAttribute('href')).toMatch(
      /\/numbers\/phone\?over=carrier&key=twilio%2FAC1$/,
    );
  });
});

test('of offers with one price, all have the changed one; a price is no text', () => {
  const offers = [...OFFERS.slice(0, 2), offer('+18005550170', { monthly_price: 2.15 })];
  const changed = withPrice(offers, { number: '+15125550170', amount: 3, currency: 'EUR' });
  expect(changed.map(({ monthly_price: price, currency }) => [price, currency])).toEqual([
    [3, 'EUR'],
    [3, 'EUR'],
    [2.15, 'USD'],
  ]);
  expect(readPrice('$1.15')).toBe(1.15);
  for (const text of ['', '-1', 'one']) expect(() => readPrice(text)).toThrow('Enter the price of a number');
});

describe('an order that was made', () => {
  const ordered = (number: string, parts: Partial<Bought> = {}): Bought =>
    bought(number, { order_id: ORDER, ...parts });

  test('tells who was refused, puts the others into the draft, and says when visitors see them', async () => {
    const published = publishedWith();
    const { find, user } = await showNumbers(`bought?order=${ORDER}`, published, {
      answers: boughtAnswers([
        ordered('+15125550170', { state: 'refused', detail: 'The carrier answered 400.' }),
        ordered('+15125550171', { location_id: 'austin', source: 'direct' }),
        ordered('+15125550172', { location_id: 'austin' }),
      ]),
    });
    await find.findByText('2 of 3 bought, 1 not bought.');
    await find.findByText('(512) 555-0170: The carrier answered 400.');
    await find.findByText('for Direct, Austin');
    await user.click(find.getByText('Add 1 number to draft'));
    await find.findByText(/^1 number is in the draft\./);
    await find.findByText('(512) 555-0172 for Austin');
    await user.click(find.getAllByText('Review and publish')[0] ?? document.body);
    await user.click(await find.findByText('Publish 1 change'));
    await find.findByText('Everything is published.');
    expect(published.settings?.numbers.at(-1)).toEqual({
      phone_number: '+15125550171',
      source: 'direct',
      location_id: 'austin',
      sms: false,
    });
  });

  test('says why a number takes longer', async () => {
    const late = ordered('+15125550171', { state: 'wanted', task: 'buy', is_pending: true, detail: 'Busy.' });
    const { find } = await showDialog(`?order=${ORDER}`, boughtAnswers([late]));
    expect((await find.findByText(/takes longer/)).textContent).toMatch(
      /^\(512\) 555-0171 takes longer: Busy\. It is tried again by itself/,
    );
  });

  test('that imported numbers puts all of them back after a question', async () => {
    const imported = ['+15125550171', '+15125550172'].map((number) =>
      ordered(number, { is_bought: false, state: 'imported', has_former: true }),
    );
    const shown = await showDialog(`?order=${ORDER}`, {
      ...boughtAnswers([...imported, ordered('+15125550173', { is_bought: false, state: 'imported' })]),
      'POST /numbers/put_back': { numbers: [] },
    });
    const { find, user } = shown;
    await find.findByText('All 3 imported.');
    await user.click(find.getByText('Put all 2 back as they were'));
    await user.click(find.getByText('Put 2 numbers back'));
    await find.findByText('The numbers get back what they had.');
    expect(sent(shown, '/numbers/put_back')).toEqual([
      { number_ids: imported.map(({ number_id: id }) => id) },
    ]);
  });
});

describe('a number for each location', () => {
  const [AUSTIN, DENVER, SEATTLE] = SETTINGS.locations.map(({ location_id: id }) => id) as [
    string,
    string,
    string,
  ];
  const plan = (id: string, reach: Planned['reach'], ...numbers: string[]): Planned => ({
    location_id: id,
    reach,
    numbers: numbers.map((number) => offer(number)),
  });
  const PLANNED = [
    plan(AUSTIN, 'near', '+15125550170', '+15125550171'),
    plan(DENVER, 'region', '+15125550171', '+15125550170', '+15125550172'),
    plan(SEATTLE, null),
  ];

  test('is proposed for those without one, exchanged, left out and bought', async () => {
    let isBroken = true;
    const shown = await showNumbers('bought?over=branch-numbers', publishedWith({ numbers: [] }), {
      answers: {
        ...boughtAnswers([bought('+12125550170', { location_id: 'new-york' })]),
        'POST /numbers/plan': () =>
          isBroken ? refusal(502, 'carrier', 'It answered 500.') : { places: PLANNED },
        'POST /numbers/buy': { order_id: ORDER, numbers: [] },
      },
    });
    const { find, user } = shown;
    await find.findByText('It answered 500.');
    isBroken = false;
    await user.click(find.getByText('Try again'));
    await find.findByText('3 locations: 2 numbers, 1 of them nearby, $2.30 a month.');
    await find.findByText('None is sold within 50 miles: this one is from Austin, TX.');
    await find.findByText('Your carrier sells no numbers there.');
    const ofDenver = find.getByLabelText<HTMLSelectElement>('Number for Denver');
    expect([...ofDenver.options].map(({ disabled }) => disabled)).toEqual([false, true, false]);
    await user.selectOptions(ofDenver, '+15125550172');
    await user.click(find.getByLabelText('Austin'));
    await find.findByText('3 locations: 1 number, 0 of them nearby, $1.15 a month.');
    await user.click(find.getByText('Buy 1 number for $1.15 a month'));
    await expect
      .poll(() => sent(shown, '/numbers/buy'))
      .toMatchObject([{ numbers: [{ number: '+15125550172', name: 'Denver', location_id: 'denver' }] }]);
  });

  test('is wanted where neither a number nor a bought one is', () => {
    const settings = { ...SETTINGS, numbers: [{ phone_number: '+1', location_id: AUSTIN, sms: false }] };
    const numbers = [
      bought('+12125550170', { location_id: 'new-york' }),
      bought('+12125550171', { location_id: DENVER, state: 'released' }),
    ];
    expect(locationsWithout(settings, numbers).map(({ location_id: id }) => id)).toEqual([DENVER, SEATTLE]);
    const branches = branchesOf(SETTINGS.locations, PLANNED.slice(0, 1));
    expect(reachText(branches)).toBe('1 number near it');
    expect(branches.map(({ chosen }) => chosen)).toEqual(['+15125550170']);
  });
});

describe('the import', () => {
  const importable = (number: string, before: string | null, use: 'call' | 'text' = 'call'): Importable => ({
    number,
    is_known: false,
    changes: [{ use, before, after: 'https://leadline.example/call' }],
  });
  const NUMBERS: Importable[] = [
    { ...importable('+15125552999', null), changes: [] },
    ...Array.from({ length: 120 }, (_, index) =>
      importable(`+1512555${2000 + index}`, 'GET https://ivr.acme.example/menu#rc=2'),
    ),
    importable('+15125550102', 'AP11111111111111111111111111111111'),
    { ...importable('+15125550103', null), is_known: true },
  ];

  test('shows what numbers do now, those first that change, and imports all that a search finds', async () => {
    const shown = await showDialog('?over=import-numbers', {
      'GET /numbers/importable': { numbers: NUMBERS },
      'POST /numbers/import': { order_id: ORDER, numbers: [] },
    });
    const { find, user } = shown;
    await find.findByText(/^Your account at Twilio has 123 numbers; 1 of them is in your list already\./);
    await find.findByText('All 122');
    expect(document.querySelectorAll('dialog tbody tr')).toHaveLength(101);
    await user.click(find.getByText('Show 22 more'));
    await find.findByText('Calls: the application AP11111111111111111111111111111111');
    expect(document.querySelector('dialog tbody tr:last-child')?.textContent).toContain('(512) 555-2999');
    await user.type(find.getByLabelText('Search the numbers'), 'ivr.acme');
    await find.findByText('All 120 that match');
    expect(find.getAllByText('Calls: https://ivr.acme.example/menu')).toHaveLength(100);
    await user.click(find.getByLabelText('Select all'));
    await find.findByText('120 of 122 selected');
    await user.click(find.getByText('Import 120 numbers'));
    await expect.poll(() => location.search).toBe(`?order=${ORDER}`);
    expect(sent(shown, '/numbers/import')).toMatchObject([
      { carrier: 'twilio', numbers: NUMBERS.slice(1, 121).map(({ number }) => number) },
    ]);
  });

  test.for([
    [null, 'nowhere'],
    ['TK1', 'the trunk TK1'],
    ['AP1', 'the application AP1'],
    ['GET https://a.example/x#rp=all', 'https://a.example/x'],
  ] as const)('what went to %s went to %s', ([before, text]) => {
    expect(beforeImport(importable('+15125550101', before, 'text'))).toEqual([
      { use: 'text', label: 'Texts', text },
    ]);
  });
});
