import { expect, test } from 'vitest';
import { wordsOf } from '../../../../../worker/core/people/notifications/words.ts';

const WEBHOOK = '00000000-0000-4000-8000-000000000007';

test.each([
  [{ webhook_id: WEBHOOK }, `company/webhooks/${WEBHOOK}`],
  [{}, 'company/webhooks'],
])('a notification of a failing webhook leads to it: %o', (named, place) => {
  const data = { ...named, name: 'The warehouse', detail: 'The receiver answered 500.' };

  expect(wordsOf({ type: 'webhook.failing', data }, 'acme').path).toBe(`/console/acme/${place}`);
});

test.each([
  [1, 'Calls to a number at Twilio no longer come here'],
  [3, 'Calls to 3 numbers at Twilio no longer come here'],
])('numbers that send their calls elsewhere are told of by their count: %i', (count, title) => {
  const data = { carrier: 'twilio', name: 'Twilio', count, detail: '' };

  expect(wordsOf({ type: 'numbers.astray', data }, 'acme')).toEqual({
    title,
    path: '/console/acme/numbers/bought',
  });
});
