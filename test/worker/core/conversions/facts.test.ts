/** The ad platforms' own limits, by their documentation. */
import { expect, test } from 'vitest';
import { FACTS } from '../../../../worker/core/conversions/platforms/facts.ts';

const DAY_MS = 86_400_000;

test('a platform takes conversions until the age that it documents, counted from its own beginning', () => {
  const ages = Object.fromEntries(
    Object.entries(FACTS).map(([platform, { oldestMs, ageFrom }]) => [
      platform,
      `${oldestMs / DAY_MS} days after the ${ageFrom}`,
    ]),
  );

  expect(ages).toEqual({
    google_ads: '90 days after the click',
    google_data_manager: '90 days after the click',
    meta: '7 days after the event',
    microsoft_ads: '90 days after the click',
    microsoft_uet: '7 days after the event',
    ga4: '3 days after the event',
  });
});

test('only Google Data Manager says later what became of a conversion, and takes another value for it', () => {
  const others = Object.entries(FACTS).filter(([platform]) => platform !== 'google_data_manager');

  expect(others.map(([, { restates, saysAfterMs }]) => [restates, saysAfterMs])).toEqual(
    others.map(() => [false, null]),
  );
  expect(FACTS.google_data_manager).toMatchObject({ restates: true, saysAfterMs: 30 * 60_000 });
});
