import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';

test('the README says how large the script is', () => {
  const { length } = brotliCompressSync(readFileSync('dist/assets/dni/leadline.js'));

  expect(readFileSync('README.md', 'utf8')).toContain(
    `The script (${length.toLocaleString('en')} bytes brotli)`,
  );
});
