/** Files of costs, as ad platforms export them. */
import { expect, test } from 'vitest';
import { guessCosts, guessSource, withoutTitles } from '../../../console/screens/reports/costs/cost.ts';

/** Two lines of titles above the header. */
const EXPORT = `Campaign report
"November 1, 2026 - November 2, 2026"
Tag;Kampagne;Kosten;Klicks
01.11.2026;brand;1.012,50 $;3`;

test('the columns of ad platforms are found by their names', () => {
  const columns = (...names: string[]): { name: string; examples: string[] }[] =>
    names.map((name) => ({ name, examples: [] }));
  const meta = columns('Reporting starts', 'Campaign name', 'Ad set name', 'Amount spent (EUR)', 'Currency');
  expect(guessCosts(meta)).toEqual({
    'Reporting starts': 'day',
    'Campaign name': 'campaign',
    'Ad set name': null,
    'Amount spent (EUR)': 'amount',
    Currency: 'unit',
  });
  expect(guessCosts(columns('Reporting starts', 'Reporting ends', 'Day', 'Spend'))).toEqual({
    'Reporting starts': null,
    'Reporting ends': null,
    Day: 'day',
    Spend: 'amount',
  });
  expect(guessCosts(columns('day', 'Source', 'Cost', 'Spend'))).toMatchObject({
    Cost: 'amount',
    Spend: null,
  });
  expect([guessSource(meta), guessSource(columns('Day', 'Campaign', 'Cost'))]).toEqual([
    'paid_social',
    'paid_search',
  ]);
});

test('titles above the header are left out', () => {
  expect(withoutTitles(EXPORT)).toMatchObject({ titleLines: 2, text: expect.stringMatching(/^Tag;/) });
  expect(withoutTitles('Day,Cost\n2026-11-01,5')).toMatchObject({ titleLines: 0 });
  expect(withoutTitles('nothing\nof the kind')).toEqual({ text: 'nothing\nof the kind', titleLines: 0 });
});
