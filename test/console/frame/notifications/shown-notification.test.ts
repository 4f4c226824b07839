/** What a push message shows, and where a press on it leads. */
import { expect, test } from 'vitest';
import { addressIn, shownFor } from '../../../../console/frame/install/shown-notification.ts';

const ORIGIN = 'https://leadline.test';

test('a push message is shown with its own words, and leads to its place', () => {
  const message = {
    title: 'Ann called',
    body: 'Missed call',
    tag: 't1',
    url: '/console/c/leads/l?over=call',
  };

  expect(shownFor(JSON.stringify(message), ORIGIN)).toEqual({
    title: 'Ann called',
    body: 'Missed call',
    tag: 't1',
    icon: '/console/icon-192.png',
    data: { url: '/console/c/leads/l?over=call' },
  });
});

test.for([undefined, '', 'not JSON', 'null', '[]', '{"title":7,"url":{}}', '{"title":""}'])(
  'the message %j is shown as one without words, since a browser demands that something is shown',
  (text) => {
    expect(shownFor(text, ORIGIN)).toEqual({
      title: 'Leadline',
      icon: '/console/icon-192.png',
      data: { url: '/console/' },
    });
  },
);

test.for([
  'https://evil.example/console/',
  '//evil.example/console/',
  'https://leadline.test.evil.example/console/',
  'javascript:alert(1)//console/',
  '/console',
  '/consoles/',
  '/console/../operator/companies',
  '/companies/',
  7,
])('the address %j is not followed', (url) => {
  expect(addressIn({ url }, ORIGIN)).toBe('/console/');
});
