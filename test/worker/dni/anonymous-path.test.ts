/** What is kept of the paths of visited pages. */
import { expect, test } from 'vitest';
import { anonymousPath } from '../../../worker/dni/reports/page-report.ts';

const LETTERS = 'a'.repeat(80);

test.for([
  ['/', '/'],
  ['/services/roof-repair', '/services/roof-repair'],
  ['/year/2026', '/year/2026'],
  ['/order/1234', '/order/1234'],
  ['/order/12345', '/order/*'],
  ['/user/jo@example.org/edit', '/user/*/edit'],
  ['/user/jo%40example.org', '/user/*'],
  ['/token/abcdefghijklm12', '/token/abcdefghijklm12'],
  ['/token/abcdefghijklmn12', '/token/*'],
  ['/token/abcdefghijklmnop', '/token/abcdefghijklmnop'],
  [`/${LETTERS}`, `/${LETTERS}`],
  [`/${LETTERS}a`, '/*'],
  ['/1/2/3/4/5/6/7/8', '/1/2/3/4/5/6/7/8'],
  ['/1/2/3/4/5/6/7/8/9', '/1/2/3/4/5/6/7/8/*'],
  [`/${LETTERS}/${LETTERS}/end/${LETTERS}`, `/${LETTERS}/${LETTERS}/*`],
] as const)('%s becomes %s', ([path, kept]) => {
  expect(anonymousPath(path)).toBe(kept);
});
