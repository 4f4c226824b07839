/** Referrers that count as the site's own, on hosts that the test browsers cannot open. */
import { afterEach, expect, test, vi } from 'vitest';
import { viewPage } from '../../../widget/visit.ts';

afterEach(() => vi.unstubAllGlobals());

/** The referrer that a page reports. */
function reported(page: string, referrer: string): string {
  vi.stubGlobal('location', new URL(page));
  vi.stubGlobal('document', { referrer });
  return viewPage({}, 0).session[1];
}

test.for([
  ['https://example.com/', 'https://example.com/first'],
  ['https://www.example.com/', 'https://shop.example.com/'],
  ['https://www2.example.com/', 'https://www2.example.com/'],
  ['https://www-shop.example.com/', 'https://www-shop.example.com/'],
  ['https://wwwexample.com/', 'https://wwwexample.com/'],
  ['https://www.example.com./second', 'https://www.example.com./'],
  ['https://www.example.com./second', 'https://www.example.com/'],
  ['https://www.example.com/', 'https://example.com./'],
  ['https://www.example.com.:8443/', 'https://example.com/'],
  ['https://example.com/', 'https://www.example.com.:8443/'],
  ['https://shop.www.example.com/', 'https://shop.www.example.com/'],
  ['http://localhost:3000/', 'http://localhost:3000/'],
  ['http://[::1]:3000/', 'http://[::1]:3000/'],
  ['http://[::1]/', 'http://[::1]:3000/'],
] as const)('on %s, %s is an own page', ([page, referrer]) => {
  expect(reported(page, referrer)).toBe('');
});

test.for([
  ['https://www2.example.com/', 'https://2.example.com/'],
  ['https://wwwexample.com/', 'https://example.com/'],
  ['https://example.com/', 'https://notexample.com/'],
  ['https://example.com./', 'https://notexample.com/'],
  ['https://example.com/', 'https://example.co./'],
  ['http://[::1]:3000/', 'http://[::2]:3000/'],
  ['https://example.com/', 'https://example.com.evil.test/'],
  ['https://example.com/', 'https://www.google.com/search?q=//example.com/'],
] as const)('on %s, %s is another site', ([page, referrer]) => {
  expect(reported(page, referrer)).toBe(referrer);
});

test('a missing referrer is empty', () => {
  expect(reported('https://example.com/', '')).toBe('');
});
