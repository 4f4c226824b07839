/** Invalid long hosts: a visit may send 8 KiB, and a host has as many parents as dots. */
import { afterEach, expect, test, vi } from 'vitest';
import { classifyVisit } from '../../../../worker/edge/lookup/source/source.ts';

const DOTS = '.a'.repeat(4_000);

afterEach(() => vi.restoreAllMocks());

test.for([
  ['utm_source', { url: `https://example.com/?utm_source=x${DOTS}` }],
  ['the referrer', { url: 'https://example.com/', referrer: `https://x${DOTS}.test/` }],
  ['keys', { keys: `utm_source=${'.'.repeat(8_000)}` }],
] as const)('eight kilobytes of dots in %s cause few table reads', ([, visit]) => {
  const lookUps = vi.spyOn(Object, 'hasOwn');

  expect(classifyVisit(visit).channel).toBe('referral');

  expect(lookUps.mock.calls.length).toBeLessThan(20);
});

test('the longest possible host is found by its last labels', () => {
  const host = `${'a.'.repeat(118)}facebook.com`;

  expect(host).toHaveLength(248);
  expect(classifyVisit({ referrer: `https://${host}/` })).toMatchObject({ channel: 'organic_social' });
});
