import { expect, test } from 'vitest';
import { type Notification, toldBy } from '../../../../console/frame/live/notification.ts';
import { EXAMPLES } from '../../../worker/core/people/notifications/examples.ts';

test.each(EXAMPLES)('the bell says of $kind, $type: $sentence', ({ type, data, sentence }) => {
  const notification = {
    notification_id: 'n',
    user_id: 'u',
    created_time: '2026-03-02T02:15:00.000Z',
    channels: {},
    type,
    data,
  } as unknown as Notification;

  expect(toldBy(notification).text).toBe(sentence);
});
