// @vitest-environment happy-dom
/** A list that arrives while a form is saved is nothing that the user has typed. */
import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { CostForm } from '../../../console/screens/reports/costs/cost-form.tsx';
import { rendered, show, type Shown, typed } from '../rendered.ts';

const CURRENCIES = {
  currencies: [
    { unit: 'USD', name: 'US dollar', rate: 1, company_default: true, show: true },
    { unit: 'EUR', name: 'Euro', rate: 1, company_default: false, show: true },
  ],
};

const asked = vi.fn(() => false);

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('confirm', asked);
});

/** Opens the form of a cost, fills it and saves it. The currencies and the answer to the save are held back. */
async function saveCost(): Promise<{
  shown: Shown;
  bringCurrencies: () => Promise<void>;
  answerSave: () => Promise<void>;
  isLeft: () => boolean;
}> {
  const [currencies, saved] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  const shown = await show(h(CostForm, { cost: undefined }), {
    at: 'reports/costs?over=cost',
    answers: {
      'GET /lead_settings/currencies': () => currencies.promise,
      'PUT /costs': () => saved.promise,
      'GET /calls/places': { locations: [], sources: [] },
      'GET /reports/query': { rows: [] },
    },
  });
  const { find, user } = shown;
  await typed(user, find.getByLabelText('Day'), '2026-11-03');
  await typed(user, find.getByLabelText('Amount'), '12.50');
  await user.click(find.getByRole('button', { name: 'Save cost' }));
  await expect.poll(() => shown.requests.some(({ method }) => method === 'PUT')).toBe(true);
  return {
    shown,
    bringCurrencies: async () => {
      currencies.resolve(CURRENCIES);
      await expect.poll(() => find.getByLabelText<HTMLSelectElement>('Currency').value).toBe('USD');
      await rendered();
    },
    answerSave: async () => {
      saved.resolve({});
      await find.findByText('Cost saved.');
      await rendered();
    },
    isLeft: () => !location.search.includes('over=cost'),
  };
}

test('a form that is saved closes, though a list has arrived since it was sent', async () => {
  const { bringCurrencies, answerSave, isLeft } = await saveCost();

  await bringCurrencies();
  await answerSave();

  expect(isLeft()).toBe(true);
  expect(asked).not.toHaveBeenCalled();
});

test('what the user types before and after the list has arrived is asked about', async () => {
  const { shown, bringCurrencies, answerSave, isLeft } = await saveCost();

  await typed(shown.user, shown.find.getByLabelText('Campaign'), 'brand');
  await bringCurrencies();
  await answerSave();

  expect(isLeft()).toBe(false);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a choice of the list that arrived is asked about', async () => {
  const { shown, bringCurrencies, answerSave, isLeft } = await saveCost();

  await bringCurrencies();
  await shown.user.selectOptions(shown.find.getByLabelText('Currency'), 'EUR');
  await answerSave();

  expect(isLeft()).toBe(false);
  expect(asked).toHaveBeenCalledTimes(1);
});
