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
