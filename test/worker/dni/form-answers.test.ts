import { expect, test } from 'vitest';
import { answerText } from '../../../worker/dni/pure/form-answers.ts';

test.each([
  ['Service', 'Repair', 'Service: Repair'],
  ['What leaks?', 'The roof', 'What leaks? The roof'],
  ['Your name:', 'Ann', 'Your name: Ann'],
  ['', 'Ann', 'Ann'],
])('the answer to %o reads as people write it', (label, value, text) => {
  expect(answerText({ label, value })).toBe(text);
});
