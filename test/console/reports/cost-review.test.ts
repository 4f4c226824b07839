// @vitest-environment happy-dom
/** Before costs are saved, their first rows are shown as they are read, and what the file leaves open is asked. */
import { h } from 'preact';
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { CostImport } from '../../../console/screens/reports/costs/cost-import.tsx';
import { type Chosen, Review } from '../../../console/screens/reports/costs/cost-review.tsx';
import { Form } from '../../../console/forms/fields.tsx';
import { type ApiRequest, rendered, show } from '../rendered.ts';

const NO_PLACES = { locations: [], sources: [] };

const RESULT: NonNullable<Chosen['result']> = {
  rows: 1,
  saved: 1,
  changed: 1,
  from: '2026-11-01',
  to: '2026-11-01',
  ignored_columns: [],
  total_rows: 1,
  title_rows: 0,
  import_id: null,
  questions: [
    {
      parameter: 'decimal',
      detail: 'The amounts may have thousands or decimals.',
      choices: ['point', 'comma'],
      samples: ['1.150'],
    },
    {
      parameter: 'new_sources',
      detail: 'The company has no such sources.',
      choices: ['true'],
      samples: ['Flyers'],
    },
  ],
  preview: [
    {
      row: 1,
      day: '2026-11-01',
      until: '2026-11-30',
      source: 'Flyers',
      campaign: 'Brand',
      amount: 1.15,
      unit: 'USD',
      is_sum: false,
    },
    {
      row: 2,
      day: '2026-11-01',
      until: null,
      source: 'Flyers',
      campaign: null,
      amount: 1.15,
      unit: null,
      is_sum: true,
    },
  ],
};

test('rows and sums are shown, and each question is answered by a button', async () => {
  const changes: object[] = [];
  const chosen: Chosen = {
    given: '',
    text: '',
    titleLines: 0,
    columns: [],
    mapping: {},
    source: 'paid_search',
    answers: { days: 'day_first' },
    result: RESULT,
  };
  const formProps = {
    name: 'costs' as const,
    error: undefined,
    onSubmit: () => undefined,
    children: undefined,
  };
  const { find, user } = await show(
    h(Form, formProps, h(Review, { chosen, change: (change) => void changes.push(change) })),
    {
      answers: { 'GET /reports/query': { rows: [] }, 'GET /calls/places': NO_PLACES },
    },
  );

  find.getByText('The amounts may have thousands or decimals. 1.150');
  const rows = find.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.at(-2)).toMatch(/Nov 1 – 30, 2026Flyers\s*Brand\$1\.15/);
  expect(rows.at(-1)).toContain('Sum, left out');
  await user.click(find.getByRole('button', { name: '1.150 is 1150' }));
  await user.click(find.getByRole('button', { name: 'Keep these sources' }));
  expect(changes).toEqual([
    { answers: { days: 'day_first', decimal: 'comma' } },
    { answers: { days: 'day_first', new_sources: 'true' } },
  ]);
});

test('the review of former rows answers nothing while those that are typed now are checked', async () => {
  const checked = Promise.withResolvers<object>();
  const { find, user, requests } = await show(h(CostImport, {}), {
    answers: {
      'GET /reports/query': { rows: [] },
      'GET /calls/places': NO_PLACES,
      'POST /costs/import': async ({ body }: { body: unknown }) =>
        (await (body as Blob).text()).includes('Flyers') ? RESULT : checked.promise,
    },
  });
  const rows = find.getByLabelText(/^Rows from/);
  const button = (name: RegExp): HTMLButtonElement => find.getByRole('button', { name, hidden: true });

  fireEvent.input(rows, { target: { value: 'Day,Cost,Source\n2026-11-01,1.150,Flyers' } });
  await find.findByRole('button', { name: 'Keep these sources' });
  expect(button(/sources/).closest('[inert]')).toBe(null);
  fireEvent.input(rows, { target: { value: 'Day,Cost,Source\n2026-11-02,2,Radio' } });
  await rendered();
  expect(button(/sources/).closest('[inert]')).not.toBe(null);
  expect(button(/^Save/).disabled).toBe(true);

  checked.resolve({ ...RESULT, questions: [] });
  await find.findByRole('button', { name: 'Save 1 cost' });
  expect(button(/^Save/).closest('[inert]')).toBe(null);
  await user.click(button(/^Save/));
  const saves = (): ApiRequest[] => requests.filter(({ path }) => path.includes('dry_run=false'));
  await vi.waitUntil(() => saves().length > 0);
  expect(await (saves()[0]!.body as Blob).text()).toContain('Radio');
});

test('a corrected line keeps the chosen columns and source, and what is typed is checked once it rests', async () => {
  const { find, user, requests } = await show(h(CostImport, {}), {
    answers: {
      'GET /reports/query': { rows: [] },
      'GET /calls/places': { locations: [], sources: ['Radio spots'] },
      'POST /costs/import': { ...RESULT, questions: [] },
    },
  });
  const rows = find.getByLabelText(/^Rows from/);
  const checks = (): URLSearchParams[] =>
    requests.flatMap(({ path }) => (path.includes('dry_run') ? new URLSearchParams(path.split('?')[1]) : []));
  for (const end of ['1', '1.', '1.5'])
    fireEvent.input(rows, { target: { value: `Day,Cost,Ad\n2026-11-01,${end},x` } });
  await find.findByRole('button', { name: 'Save 1 cost' });
  expect(checks().length).toBe(1);

  await user.selectOptions(find.getByLabelText('Ad becomes'), 'Campaign');
  await user.selectOptions(await find.findByLabelText('Source of all rows'), 'Radio spots');
  await vi.waitUntil(() => checks().length === 3);
  fireEvent.input(rows, { target: { value: 'Day,Cost,Ad\n2026-11-01,2.5,x' } });
  await vi.waitUntil(() => checks().length === 4);
  const last = checks().at(-1);
  expect(last?.get('source')).toBe('Radio spots');
  expect(JSON.parse(last?.get('mapping') ?? '')).toEqual({ Day: 'day', Cost: 'amount', Ad: 'campaign' });
});

test('a refused row is named once, by its line in what was pasted', async () => {
  const errors = [
    { row: 0, code: 'invalid_csv', detail: 'The header, line 1: A quote is not closed.' },
    { row: 2, code: 'invalid_csv', detail: 'Row 2, line 3: A quote is not closed.' },
    { row: 3, column: 'amount', code: 'invalid_parameter', detail: 'Write an amount.' },
    { column: 'day', code: 'unknown_column', detail: 'No column is the day; map one to it.' },
  ];
  const { find } = await show(h(CostImport, {}), {
    answers: {
      'GET /reports/query': { rows: [] },
      'GET /calls/places': NO_PLACES,
      'POST /costs/import': () =>
        Response.json(
          { code: 'invalid_csv', title: 'Invalid', detail: 'Several.', status: 400, errors },
          { status: 400 },
        ),
    },
  });
  fireEvent.input(find.getByLabelText(/^Rows from/), {
    target: { value: 'Costs of ads\nDay,Cost,Source\n2026-11-01,1.150,Flyers' },
  });

  await find.findByText(/^Nothing can be saved/);
  expect(find.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 2: A quote is not closed.',
    'Line 4: A quote is not closed.',
    'Line 5, Amount: Write an amount.',
    'Day: No column is the day; map one to it.',
  ]);
});
