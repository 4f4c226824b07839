import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { listProblemCodes } from '../../../../worker/shared/http/problems.ts';

test('every problem has a status of HTTP for errors', () => {
  const strange = listProblemCodes().filter(({ status }) => status < 400 || !(status in STATUS_CODES));

  expect(listProblemCodes().length).toBeGreaterThan(50);
  expect(strange).toEqual([]);
});
