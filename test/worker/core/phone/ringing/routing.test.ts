/** Who rings for a call: the closest open location, and users whose number is also listed by itself. */
import { expect, test } from 'vitest';
import { routeCall } from '../../../../../worker/core/phone/ringing/routing.ts';
import { location } from '../../../../harness/dni-company.ts';
import { book, MONDAY, NIGHT } from '../calls/routing-book.ts';

const AUSTIN = '+15125550102';
const OF_AL = '+15125550150';
const CLOSED = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];

/** A branch near Austin, by its distance to the north in degrees. */
function branch(id: string, north: number, more: object): object {
  return location(id, { latitude: String(30.26 + north), longitude: '-97.74', ...more });
}

function rungAtNight(...locations: object[]): string[] {
  const austin = branch('austin', 0, { hours: CLOSED, numbers: ['+15125550140'] });
  const rules = { defaults: { when_closed: 'next_open' as const } };
  const numbers = [{ phone_number: AUSTIN, location_id: 'austin' }];
  const phones = book(rules, { locations: [austin, ...locations], numbers });
  return routeCall(phones, { number: AUSTIN, from: '+15125550199', now: NIGHT }).people.map(
    ({ number }) => number,
  );
}

test('while a location is closed, the closest open one with somebody to ring is rung', () => {
  const closer = branch('waco', 1, { numbers: ['+12545550140'] });
  const farther = branch('dallas', 2, { numbers: ['+12145550140'] });

  expect(rungAtNight(farther, closer)).toEqual(['+12545550140']);
  expect(rungAtNight(farther, branch('waco', 1, { numbers: [] }))).toEqual(['+12145550140']);
  expect(rungAtNight(farther, branch('waco', 1, { numbers: ['+12545550140'], hours: CLOSED }))).toEqual([
    '+12145550140',
  ]);
  expect(rungAtNight(branch('waco', 1, { numbers: [] }))).toEqual([]);
});

test.for([
  ['first by itself', [{ number: OF_AL }, { user_id: 'al' }]],
  ['first as the user’s', [{ user_id: 'al' }, { number: OF_AL }]],
] as const)('a number that is listed %s rings once, as the user’s', ([, ring]) => {
  const phones = book({ defaults: { ring: [...ring] } });

  const { people } = routeCall(phones, { number: '+18005550111', from: '+15125550199', now: MONDAY });

  expect(people).toEqual([{ number: OF_AL, userId: 'al' }]);
});
