import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('the README states the size of the script', () => {
  const { length } = brotliCompressSync(readFileSync('dist/assets/dni/leadline.js'));

  expect(readFileSync('README.md', 'utf8')).toContain(
    `The script (${length.toLocaleString('en')} bytes brotli)`,
  );
});
