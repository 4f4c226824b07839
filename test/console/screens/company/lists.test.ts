// @vitest-environment happy-dom
/** The lists of a company: states, groups, fields and currencies, edited in place and saved as a whole. */
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { Currency, LeadField } from '../../../../console/api/company.ts';
import { shownSymbol } from '../../../../console/screens/company/lists/currency-symbol.ts';
import { nameFrom } from '../../../../console/screens/company/lists/names.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { refusal, show, type Shown, typed } from '../../rendered.ts';
import { STATES } from '../../sales-company.ts';
import { answersAt, changeMeanwhile, kept, type Kept } from './kept-settings.ts';

function showList(list: string, document: Kept<unknown>, answers = {}, at = list): Promise<Shown> {
  return show(h(CompanyScreen, {}), {
    at: `company/${at}`,
    answers: { ...answersAt(`/lead_settings/${list}`, document), ...answers },
  });
}

describe('states', () => {
  test('are added, moved and removed; a new one gets a name for data, those that are there keep theirs', async () => {
    const document = kept(STATES);
    const { find, user } = await showList('states', document);
    await user.click(await find.findByText('Add a state'));
    expect(document).toMatchObject({ version: 1 });
    const added = find.getByLabelText('Name of state 4');
    expect(globalThis.document.activeElement?.closest('li')).toBe(added.closest('li'));
    await user.type(added, 'Réferred out');
    await typed(user, find.getByLabelText('Name of state 3'), 'Sold');
    await user.click(find.getByLabelText('Move Réferred out up'));
    await user.click(find.getByLabelText('Remove Contacted'));
    await user.click(find.getByText('Save'));
    await find.findByText('Saved.');
    expect(document.body).toMatchObject([
      { name: 'open', label: 'Open' },
      { name: 'referred_out', label: 'Réferred out' },
      { name: 'won', label: 'Sold' },
    ]);
    await user.click(find.getByText('Undo'));
    await find.findByText('Undone.');
    expect(document.body).toEqual(STATES);
  });

  test('that somebody else has changed meanwhile are told before they are replaced', async () => {
    const document = kept(STATES);
    const { find, user } = await showList('states', document);
    await typed(user, await find.findByLabelText('Name of state 1'), 'Fresh');
    changeMeanwhile(document, STATES.toReversed());
    await user.click(find.getByText('Save'));
    await find.findAllByText(/^Somebody else changed this in the meantime/);
    expect(document.body).toEqual(STATES.toReversed());
    const first = (): string => find.getByLabelText<HTMLInputElement>('Name of state 1').value;
    expect(first()).toBe('Fresh');
    await user.click(await find.findByText('Use theirs'));
    await expect.poll(first).toBe('Won');
  });
});

test('groups that have people stay', async () => {
  const document = kept<object[]>([{ id: 'a', label: 'Sales', deletable: false }]);
  const { find, user } = await showList('groups', document);
  expect((await find.findByLabelText<HTMLButtonElement>('Remove Sales')).disabled).toBe(true);
  await user.click(find.getByText('Add a group'));
  await user.type(find.getByLabelText('Name of group 2'), 'Austin');
  expect(find.getByLabelText<HTMLButtonElement>('Remove Austin').disabled).toBe(false);
  await user.click(find.getByText('Save'));
  await expect
    .poll(() => document.body)
    .toEqual([
      { id: 'a', label: 'Sales', deletable: false },
      { label: 'Austin', deletable: true },
    ]);
});

describe('fields', () => {
  const ROOF = {
    name: 'roof',
    label: 'Roof',
    type: 'dropdown',
    choices: ['Tile'],
    field_group: 'Job',
    cardinality: 1,
    print_lines: 1,
    pinned: false,
    sortable: false,
    field_facet: false,
  } as LeadField;

  test('a new one is refused at its own fields, saved with its choices, and removed', async () => {
    const document = kept<LeadField[]>([ROOF]);
    const answers = answersAt('/lead_settings/fields', document);
    let isRefused = true;
    const put = answers['PUT /lead_settings/fields'] as (request: unknown) => unknown;
    const { find, user } = await showList('fields', document, {
      'PUT /lead_settings/fields': (request: unknown) =>
        isRefused
          ? refusal(400, 'invalid', 'Invalid.', [{ pointer: '/1/choices', detail: 'Add a choice.' }])
          : put(request),
    });
    await user.click(await find.findByText('Add a field'));
    await user.type(await find.findByLabelText('Name'), 'Roof');
    await user.selectOptions(find.getByLabelText('Type'), 'Single choice');
    await user.click(find.getByRole('button', { name: 'Add field' }));
    await find.findAllByText('Add a choice.');
    expect(find.getByLabelText('Choices').getAttribute('aria-invalid')).toBe('true');
    isRefused = false;
    await user.type(find.getByLabelText('Choices'), ' Tile \n\nMetal\n');
    await user.click(find.getByLabelText('Show as a column in lists'));
    await user.click(find.getByRole('button', { name: 'Add field' }));
    await find.findByText('Saved.');
    expect(document.body).toMatchObject([
      { name: 'roof' },
      { name: 'roof_2', label: 'Roof', type: 'dropdown', choices: ['Tile', 'Metal'], pinned: true },
    ]);
    await user.click((await find.findAllByRole('link', { name: 'Roof' }))[1] ?? globalThis.document.body);
    await user.click(await find.findByText('Remove'));
    await expect.poll(() => document.body).toEqual([ROOF]);
  });

  test('one that two change at once shows both versions, and the second one decides', async () => {
    const document = kept<LeadField[]>([ROOF]);
    const { find, user } = await showList('fields', document, {}, 'fields?over=field&id=roof');
    await typed(user, await find.findByLabelText('Choices'), 'Tile\nMetal');
    changeMeanwhile(document, [{ ...ROOF, label: 'Roofing', choices: ['Slate'], pinned: true }]);
    await user.click(find.getByText('Save'));
    await find.findByRole('row', { name: 'Name Roofing Roof' });
    const told = [...globalThis.document.querySelectorAll('.conflict tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(told).toEqual([
      ['Name', 'Roofing', 'Roof'],
      ['Choices', 'Slate', 'Tile, Metal'],
      ['Column in lists', 'yes', 'no'],
    ]);
    await user.click(find.getByText('Save'));
    await find.findByText('Saved.');
    expect(document.body).toMatchObject([{ label: 'Roof', choices: ['Tile', 'Metal'], pinned: false }]);
  });

  test('one that the other has removed is told as removed, and made again', async () => {
    const document = kept<LeadField[]>([ROOF]);
    const { find, user } = await showList('fields', document, {}, 'fields?over=field&id=roof');
    await typed(user, await find.findByLabelText('Group'), 'House');
    changeMeanwhile(document, []);
    await user.click(find.getByText('Save'));
    await find.findByText('They removed this field.');
    await user.click(find.getByText('Save'));
    await expect.poll(() => document.body).toMatchObject([{ name: 'roof', field_group: 'House' }]);
  });

  test.for([
    ['Call back at', 'call_back_at'],
    ['Größe (m²)', 'gro_e_m'],
    ['1st floor_', 'st_floor'],
    ['!', 'new'],
    ['Taken', 'taken_3'],
  ] as const)('a field called %s is %s in data', ([label, name]) => {
    expect(nameFrom(label, new Set(['taken', 'taken_2']))).toBe(name);
  });
});

describe('currencies', () => {
  const USD: Currency = {
    name: 'US Dollar',
    unit: 'USD',
    symbol: '$',
    rate: 1,
    show: true,
    company_default: true,
  };
  const EUR: Currency = {
    ...USD,
    name: 'Euro',
    unit: 'EUR',
    symbol: '€',
    rate: 0.92,
    company_default: false,
  };

  test('one is added with its name and sign, is refused until its rate is one, and made the company’s own', async () => {
    const document = kept<{ currencies: Currency[] }>({ currencies: [USD] });
    const answers = answersAt('/lead_settings/currencies', document);
    const put = answers['PUT /lead_settings/currencies'] as (request: unknown) => unknown;
    const { find, user } = await showList('currencies', document, {
      'PUT /lead_settings/currencies': (request: { body: { currencies: Currency[] } }) =>
        typeof request.body.currencies[1]?.rate === 'string'
          ? refusal(400, 'invalid', 'Invalid.', [
              { pointer: '/currencies/1/rate', detail: 'Write the number of units for one USD.' },
            ])
          : put(request),
    });
    await user.selectOptions(await find.findByLabelText('Currency to add'), 'EUR');
    await user.click(find.getByText('Add currency'));
    const rate = (): HTMLInputElement =>
      find.getAllByLabelText<HTMLInputElement>('Per 1 USD')[1] ?? missing('no rate');
    await user.type(rate(), 'little');
    await user.click(find.getByText('Save'));
    await find.findAllByText('Write the number of units for one USD.');
    expect(rate().getAttribute('aria-invalid')).toBe('true');
    await typed(user, rate(), '0,92');
    await user.click(find.getAllByLabelText('Default currency')[1] ?? missing('no choice'));
    expect(find.getByLabelText<HTMLButtonElement>('Remove EUR').disabled).toBe(true);
    expect(find.getByLabelText<HTMLButtonElement>('Remove USD').disabled).toBe(true);
    await user.click(find.getByText('Save'));
    await find.findByText('Saved.');
    expect(document.body).toEqual({
      currencies: [
        { ...USD, company_default: false },
        { ...EUR, company_default: true },
      ],
    });
  });

  test('a sign that is kept as HTML writes it is shown as itself, kept as it was, and can be another', async () => {
    const currencies = [USD, { ...EUR, symbol: '&euro;' }, { ...EUR, unit: 'JPY', symbol: '&#165;' }];
    const document = kept({ currencies });
    const { find, user } = await showList('currencies', document);
    const symbols = await find.findAllByLabelText<HTMLInputElement>('Symbol');
    expect(symbols.map(({ value }) => value)).toEqual(['$', '€', '¥']);
    await typed(user, symbols[2] ?? missing('no symbol'), 'JP¥');
    await user.click(find.getByText('Save'));
    await find.findByText('Saved.');
    expect(document.body.currencies.map(({ symbol }) => symbol)).toEqual(['$', '&euro;', 'JP¥']);
  });

  test.for([
    ['&euro;', '€'],
    ['&#x20B9;', '₹'],
    ['&#8364;', '€'],
    ['&amp;<b>&#7;', '&amp;<b>&#7;'],
    ['&#x110000;', '&#x110000;'],
    ['&constructor;', '&constructor;'],
  ] as const)('the sign %s is shown as %s', ([symbol, shown]) => {
    expect(shownSymbol(symbol)).toBe(shown);
  });
});

/** Fails for what is not there. */
function missing(what: string): never {
  throw new Error(what);
}
