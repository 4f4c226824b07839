/** Which sites are a company's own. */
import { expect, test } from 'vitest';
import { isOwnHost, plainHost } from '../../../worker/dni/pure/domains.ts';

const DOMAINS = new Set(['acme.example', 'shop.acme-plumbing.example']);

test.for([
  ['acme.example', true],
  ['www.acme.example', true],
  ['a.b.c.acme.example', true],
  ['.acme.example', true],
  ['.www.acme.example', true],
  ['shop.acme-plumbing.example', true],
  ['acme-plumbing.example', false],
  ['notacme.example', false],
  ['acme.example.evil.example', false],
  ['example', false],
  ['', false],
] as const)('%j is one of the company’s sites: %s', ([host, isOwn]) => {
  expect(isOwnHost(host, DOMAINS)).toBe(isOwn);
  expect(isOwnHost(host, new Set())).toBe(true);
});

test.for([
  [' WWW.Acme.example:8443 ', 'www.acme.example'],
  ['acme.example.', 'acme.example'],
  ['acme.example.:80', 'acme.example'],
  [' ', undefined],
  ['.', undefined],
  [undefined, undefined],
] as const)('%j is compared as %s', ([text, host]) => {
  expect(plainHost(text)).toBe(host);
});
