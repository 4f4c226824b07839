import { expect, test } from 'vitest';
import { domainOf } from '../../../console/formats/domain.ts';

test.for([
  ['acme.com', 'acme.com'],
  ['https://www.acme.com/contact?a=1', 'acme.com'],
  ['HTTP://Shop.Acme.com:8080/', 'shop.acme.com'],
  ['acme.com.', 'acme.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['localhost:8871', 'localhost'],
  ['', ''],
] as const)('%s is of the domain %s', ([text, domain]) => {
  expect(domainOf(text)).toBe(domain);
});

// `dk` would stand for all sites of Denmark.
test.for(['fjordelektro dk', 'dk', 'acme', 'https://', 'a b.com', 'mailto:ann'])('%s is no site', (text) => {
  expect(domainOf(text)).toBeUndefined();
});
