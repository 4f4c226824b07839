/** Which sources of a company are paid for. */
import { expect, test } from 'vitest';
import { isPaidSource } from '../../../worker/dni/pure/paid.ts';
import type { SourceRule } from '../../../worker/dni/schema.ts';

test.for<[SourceRule['when'], boolean]>([
  [{ source: 'Google*', channel: 'paid_*' }, true],
  [{ channel: 'Display' }, true],
  [{ utm_source: 'bing', utm_medium: 'CPC' }, true],
  [{ utm_medium: 'paid*' }, true],
  [{ click_id: 'gclid' }, true],
  [{ click_id: 'fbclid' }, false],
  [{ click_id: 'mc_cid' }, false],
  [{ channel: 'organic_*' }, false],
  [{ channel: '*' }, false],
  [{ utm_source: 'radio*' }, false],
])('a source with the conditions %j: %j', ([when, isPaid]) => {
  expect(isPaidSource({ when })).toBe(isPaid);
});
