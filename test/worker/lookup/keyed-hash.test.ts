import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyedHash, MAX_TEXT_BYTES } from '../../../worker/lookup/keyed-hash.ts';

test('is the HMAC-SHA256 of node:crypto, for keys and texts of every length', () => {
  const cases = Array.from({ length: 600 }, (_, turn) => ({
    key: randomBytes(turn % 65),
    text: randomBytes(MAX_TEXT_BYTES)
      .toString('base64')
      .slice(0, turn % (MAX_TEXT_BYTES + 1)),
  }));

  const own = cases.map(({ key, text }) => new KeyedHash(key).of(text).toString('hex'));

  expect(own).toEqual(cases.map(({ key, text }) => createHmac('sha256', key).update(text).digest('hex')));
});

test('one key hashes many texts, in any order', () => {
  const hash = new KeyedHash(Buffer.from('key'));

  const first = hash.of('The quick brown fox jumps over the lazy dog');
  hash.of('');

  // The example of Wikipedia's article on HMAC.
  expect(first.toString('hex')).toBe('f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8');
  expect(hash.of('The quick brown fox jumps over the lazy dog')).toEqual(first);
});

test.for(['x'.repeat(MAX_TEXT_BYTES + 1), 'Zoë'])('refuses what it cannot hash: %j', (text) => {
  expect(() => new KeyedHash(Buffer.from('key')).of(text)).toThrow(RangeError);
});
