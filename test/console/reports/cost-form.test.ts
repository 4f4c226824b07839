// @vitest-environment happy-dom
/** A cost is added and edited in a form, and taken back. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { Cost } from '../../../console/screens/reports/costs/cost.ts';
import { CostForm } from '../../../console/screens/reports/costs/cost-form.tsx';
import { show, type Shown, typed } from '../rendered.ts';

const CURRENCIES = {
  currencies: [
    { unit: 'USD', name: 'US dollar', company_default: true },
    { unit: 'EUR', name: 'Euro' },
  ],
};
const COST = { day: '2026-11-03', source: 'paid_search', campaign: null, amount: 12.5, unit: 'EUR' } as Cost;
const SAVED = { costs: 1, changed: 1 };

const sentIn = ({ requests }: Shown): unknown[] =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);

async function openForm(cost: Cost | undefined, currencies: unknown = CURRENCIES): Promise<Shown> {
  return show(h(CostForm, { cost }), {
    at: 'reports/costs?over=cost',
    answers: {
      'GET /lead_settings/currencies': () => currencies,
      'PUT /costs': SAVED,
      'GET /reports/query': { rows: [] },
      'GET /calls/places': { locations: [], sources: [] },
    },
  });
}

test('a cost that is saved before the currencies are there is in the company’s', async () => {
  const shown = await openForm(undefined, new Promise(() => undefined));
  await typed(shown.user, shown.find.getByLabelText('Day'), '2026-11-03');
  await shown.user.type(shown.find.getByLabelText('Amount'), '12,50{Enter}');
  await shown.find.findByText('Cost saved.');

  expect(sentIn(shown)).toMatchObject([{ costs: [{ ...COST, unit: null }] }]);
});

test('a cost keeps day, source and campaign when its amount is changed', async () => {
  const shown = await openForm(COST);
  shown.find.getByText('Paid search, no campaign, Nov 3, 2026');
  await typed(shown.user, shown.find.getByLabelText('Amount'), '20');
  await shown.user.click(shown.find.getByRole('button', { name: 'Save cost' }));
  await shown.find.findByText('Cost saved.');

  expect(sentIn(shown)).toMatchObject([{ costs: [{ ...COST, amount: 20 }] }]);
});

test('an amount that is none is sent as it was written, for the server to say so', async () => {
  const shown = await openForm(COST);
  await typed(shown.user, shown.find.getByLabelText('Amount'), 'much');
  await shown.user.click(shown.find.getByRole('button', { name: 'Save cost' }));

  await expect.poll(() => sentIn(shown)).toMatchObject([{ costs: [{ amount: 'much' }] }]);
});

test.for([
  ['1.150', /“1\.150” may be 1,150 or 1\.15\. Write 1150 or 1\.15\./],
  ['€20', /“€20” is in EUR, and the currency below is USD\. Change one of them\./],
] as const)('%s, which may be two amounts, is asked about and not saved', async ([written, question]) => {
  const shown = await openForm(undefined);
  await typed(shown.user, shown.find.getByLabelText('Day'), '2026-11-03');
  await typed(shown.user, shown.find.getByLabelText('Amount'), written);
  await expect.poll(() => shown.find.getByLabelText<HTMLSelectElement>('Currency').value).toBe('USD');
  await shown.user.click(shown.find.getByRole('button', { name: 'Save cost' }));
  await shown.find.findAllByText(question);

  expect(sentIn(shown)).toEqual([]);
});

test('thousands with a comma, and the sign of the chosen currency, are no question', async () => {
  const shown = await openForm(COST);
  await typed(shown.user, shown.find.getByLabelText('Amount'), '€1,150');
  await shown.user.click(shown.find.getByRole('button', { name: 'Save cost' }));
  await shown.find.findByText('Cost saved.');

  expect(sentIn(shown)).toMatchObject([{ costs: [{ ...COST, amount: 1150 }] }]);
});
