import { expect, test } from 'vitest';
import { currencyOf } from '../../../../../worker/core/company/settings/country-currencies.ts';
import { currencySchema } from '../../../../../worker/core/company/settings/schema.ts';
import { examine } from '../../../../../worker/shared/http/input.ts';
import { COUNTRY_CODES } from '../../../../../console/forms/lists/country-codes.ts';

test.for([
  ['US', 'USD', '$', 1],
  ['DE', 'EUR', '€', 0.9],
  ['GB', 'GBP', '£', 0.8],
  ['CA', 'CAD', '$', 1.4],
  ['ZW', 'USD', '$', 1],
] as const)('a company in %s begins with %s', ([country, unit, symbol, rate]) => {
  expect(currencyOf(country)).toMatchObject({ unit, symbol, rate });
});

test('the currency of every country is one that the settings take', () => {
  const faults = COUNTRY_CODES.flatMap((country) => examine(currencySchema, currencyOf(country)).faults);
  expect(faults).toEqual([]);
});
