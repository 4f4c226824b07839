/** How many forms are kept in an hour. */
import { expect, test } from 'vitest';
import { FormLimits } from '../../../../../worker/dni/reports/form-limits.ts';

const NOW = 1_800_000_000_000;

/** Sends forms from each network of a /48. @returns how many were kept */
function flood(
  limits: FormLimits,
  block: string,
  { networks, each }: { networks: number; each: number },
): number {
  const taken = Array.from({ length: networks * each }, (_, index) =>
    limits.take({ network: `${block} ${index % networks}`, block }, NOW),
  );
  return taken.filter((result) => result !== 'dropped').length;
}

test('one /48 does not use up the hour of a company', () => {
  const limits = new FormLimits();

  expect(flood(limits, 'theirs', { networks: 51, each: 60 })).toBe(180);
  expect(limits.take({ network: 'a customer', block: 'a customer' }, NOW)).toBe('kept');
});

test('nor do many of them: the first forms of others are kept', () => {
  const limits = new FormLimits();
  const kept = Array.from({ length: 100 }, (_, index) =>
    flood(limits, `flood ${index}`, { networks: 9, each: 20 }),
  );

  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(3_000 + 100 * 3);
  expect(limits.take({ network: 'a customer', block: 'a customer' }, NOW)).toBe('kept');
});

test('of one network more are spam first, and then none are kept', () => {
  const limits = new FormLimits();
  const taken = Array.from({ length: 61 }, () => limits.take({ network: 'one', block: 'one' }, NOW));

  expect([taken[19], taken[20], taken[59], taken[60]]).toEqual(['kept', 'spam', 'spam', 'dropped']);
});
