import { expect, test } from 'vitest';
import { book } from '../../core/phone/calls/routing-book.ts';

test.for(['+13035550191', '+13035550192', '+13035550190'])(
  'a call to %s of a pool rings its location, and has its source',
  (number) => {
    const { numbers } = book(
      {},
      {
        numbers: [
          {
            pool: 'ads',
            source: 'paid_search',
            location_id: 'denver',
            phone_numbers: ['+13035550191', '+13035550192'],
            overflow: '+13035550190',
          },
        ],
      },
    );

    expect(numbers.get(number)).toEqual({
      number,
      source: 'paid_search',
      locationId: 'denver',
      isTracking: true,
    });
  },
);
