import { afterEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { OpeningTimes, openingTimesOf, WallClock } from '../../../../worker/dni/pure/opening-times.ts';
import { dniSettingsSchema } from '../../../../worker/dni/schema.ts';
import { chooseLocation } from '../../../../worker/edge/lookup/choice/decision.ts';
import { PreparedAnswers } from '../../../../worker/edge/lookup/caches/answers.ts';
import { choosePhoneNumber, chooseSwaps } from '../../../../worker/edge/lookup/choice/choose-number.ts';
import { CompiledSettings } from '../../../../worker/edge/lookup/choice/compiled-settings.ts';
import { distanceInKm } from '../../../../worker/dni/pure/distance.ts';
import type { Place } from '../../../../worker/edge/lookup/place/place.ts';
import { KeyedHash } from '../../../../worker/shared/secrets/keyed-hash.ts';
import { networkOf } from '../../../../worker/shared/limits/networks.ts';
import { location } from '../../../harness/dni-company.ts';

const COMPANY = '11111111-1111-4111-8111-111111111111';
const DEFAULT = '+18005550100';
const NOON = Date.parse('2026-03-02T18:00:00Z');

function settings(overrides: Record<string, unknown>): CompiledSettings {
  const checked = v.parse(dniSettingsSchema, { default_number: DEFAULT, ...overrides });
  return new CompiledSettings(COMPANY, { version: 1, settings: checked });
}

describe('the closest location', () => {
  const austin = location('austin', { latitude: '30.27', longitude: '-97.74' });
  const denver = location('denver', { latitude: '39.74', longitude: '-104.99' });
  const dallas = location('dallas', { latitude: '32.78', longitude: '-96.80' });
  const inBoulder: Place = {
    coordinates: { latitude: 40.01, longitude: -105.27 },
    postal_code: '80302',
    region: 'US-CO',
    country: 'US',
    origin: 'network',
  };

  function choose(
    overrides: Record<string, unknown>,
    place: Place | undefined = inBoulder,
    now = NOON,
  ): string {
    const { location: chosen, reason } = chooseLocation(settings(overrides), place, now);
    return `${chosen?.location_id ?? 'none'} ${reason}`;
  }

  test('is the one with the smallest great-circle distance', () => {
    expect(choose({ locations: [austin, denver, dallas] })).toBe('denver closest');
  });

  test('at the same distance is the first in the settings', () => {
    expect(
      choose({
        locations: [
          { ...denver, location_id: 'a' },
          { ...denver, location_id: 'b' },
        ],
      }),
    ).toBe('a closest');
  });

  test('is one whose service area covers the place at any distance, by postal code before region', () => {
    const byRegion = { ...dallas, service_area: { regions: ['us-co'] } };
    const byPostalCode = { ...austin, service_area: { postal_codes: ['803'] } };

    expect(choose({ locations: [denver, byRegion] })).toBe('dallas service_area');
    expect(choose({ locations: [byRegion, denver, byPostalCode] })).toBe('austin service_area');
  });

  test('is the nearest of several that cover the place', () => {
    const covering = { service_area: { regions: ['US-CO'] } };

    expect(
      choose({
        locations: [
          { ...dallas, ...covering },
          { ...austin, ...covering },
        ],
      }),
    ).toBe('dallas service_area');
  });

  test('across the date line is measured the short way', () => {
    const fiji = location('fiji', { latitude: '-17.7', longitude: '178.0' });
    const hawaii = location('hawaii', { latitude: '21.3', longitude: '-157.8' });
    const samoa: Place = { coordinates: { latitude: -14.28, longitude: -170.7 }, origin: 'network' };

    expect(choose({ locations: [hawaii, fiji] }, samoa)).toBe('fiji closest');
  });

  test('is the default location, else the first, when all are further away than max_distance_km', () => {
    const locations = [austin, dallas];

    expect(choose({ locations, max_distance_km: 1000 })).toBe('austin too_far');
    expect(choose({ locations, max_distance_km: 1000, default_location_id: 'dallas' })).toBe(
      'dallas too_far',
    );
    expect(choose({ locations, max_distance_km: 1200 })).toBe('dallas closest');
  });

  test('of an unknown place is the default location, else the first', () => {
    const nowhere = { origin: 'network' } as const;

    expect(choose({ locations: [austin, dallas] }, nowhere)).toBe('austin place_unknown');
    expect(choose({ locations: [austin, dallas], default_location_id: 'dallas' }, nowhere)).toBe(
      'dallas place_unknown',
    );
    expect(choose({ locations: [] })).toBe('none company_without_locations');
  });

  test('is an open one before a closed one only if the company prefers that', () => {
    const nine = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];
    const locations = [
      { ...denver, hours: nine, timezone: 'America/Denver' },
      { ...dallas, hours: [], timezone: '' },
    ];
    const night = Date.parse('2026-03-02T05:00:00Z');

    expect(choose({ locations, prefer_open: true })).toBe('denver closest');
    expect(choose({ locations, prefer_open: true }, inBoulder, night)).toBe('dallas closest');
    expect(choose({ locations, prefer_open: false }, inBoulder, night)).toBe('denver closest');
  });

  test('is closed on special days, its own before those of all', () => {
    const hours = [{ from_time: '09:00', to_time: '17:00', day_of_week: 'weekdays' }];
    const other = { ...dallas, hours, timezone: 'America/Chicago' };
    const date = '2026-03-02';
    const closed = [{ date, closed: true }];
    const short = [{ date, from_time: '09:00', to_time: '12:00' }];
    const monday = Date.parse('2026-03-02T17:00:00Z');
    const of = (branch: object, all: object): string => {
      const locations = [{ ...denver, hours, timezone: 'America/Denver', ...branch }, other];
      return choose({ locations, prefer_open: true, ...all }, inBoulder, monday);
    };

    expect(of({}, {})).toBe('denver closest');
    expect(of({ special_hours: closed }, {})).toBe('dallas closest');
    expect(of({ special_hours: short }, { special_hours: closed })).toBe('denver closest');
    // A location without a zone follows the others.
    const isOwnDay = { ...other, special_hours: short };
    const noZone = { ...denver, timezone: '', hours: [] };
    const both = { locations: [noZone, isOwnDay], prefer_open: true, special_hours: closed };
    expect(choose(both, inBoulder, monday)).toBe('dallas closest');
    // Both are closed: the closest one.
    expect(of({}, { special_hours: closed })).toBe('denver closest');
  });
});

describe('opening hours', () => {
  const open = (line: Record<string, unknown>, time: string, timezone = 'America/Chicago'): boolean =>
    new OpeningTimes([{ from_time: '09:00', to_time: '17:00', day_of_week: 'weekdays', ...line }]).isOpenAt(
      new WallClock(timezone).read(Date.parse(time)),
    );

  test.for([
    [{}, '2026-03-02T15:00:00Z', true],
    [{}, '2026-03-02T14:59:59Z', false],
    [{}, '2026-03-02T22:59:59Z', true],
    [{}, '2026-03-02T23:00:00Z', false],
    [{}, '2026-03-01T18:00:00Z', false],
    [{ day_of_week: 'weekends' }, '2026-03-01T18:00:00Z', true],
    [{ day_of_week: 'everyday' }, '2026-03-01T18:00:00Z', true],
    [{ day_of_week: 'monday' }, '2026-03-02T18:00:00Z', true],
    [{ day_of_week: 'tuesday' }, '2026-03-02T18:00:00Z', false],
    // Saturday 22:00 to Sunday 02:00, over midnight and over the end of the week.
    [{ day_of_week: 'saturday', from_time: '10:00 PM', to_time: '2:00 AM' }, '2026-03-01T07:59:00Z', true],
    [{ day_of_week: 'saturday', from_time: '10:00 PM', to_time: '2:00 AM' }, '2026-03-01T08:00:00Z', false],
    // All day.
    [{ day_of_week: 'sunday', from_time: '00:00', to_time: '24:00' }, '2026-03-02T05:59:00Z', true],
    [{ day_of_week: 'sunday', from_time: '00:00', to_time: '00:00' }, '2026-03-01T06:00:00Z', true],
    // Daylight saving time began on 2026-03-08.
    [{}, '2026-03-09T14:00:00Z', true],
  ] as const)('%o at %s: %s', ([line, time, expected]) => {
    expect(open(line, time)).toBe(expected);
  });

  test('are in the time zone of the place, not of the server', () => {
    expect(open({}, '2026-03-02T00:30:00Z', 'Asia/Tokyo')).toBe(true);
    expect(open({}, '2026-03-02T00:30:00Z', 'America/Chicago')).toBe(false);
  });
});

describe('special days', () => {
  const weekdays = { from_time: '09:00', to_time: '17:00', day_of_week: 'weekdays' };
  const late = { from_time: '18:00', to_time: '02:00', day_of_week: 'everyday' };
  const chicago = 'America/Chicago';
  const closed = { date: '2026-12-25', closed: true } as const;
  const short = { date: '2026-12-24', from_time: '09:00', to_time: '12:00' };
  const evening = { date: '2026-12-24', from_time: '20:00', to_time: '01:00' };

  test.for([
    // Friday, 12:00 in Chicago.
    ['a closed day', [weekdays], [closed], '2026-12-25T18:00:00Z', false],
    ['the same day a year later', [weekdays], [closed], '2027-12-24T18:00:00Z', true],
    [
      'the last minute before it',
      [{ ...weekdays, to_time: '00:00' }],
      [closed],
      '2026-12-25T05:59:00Z',
      true,
    ],
    ['its first minute', [{ ...weekdays, to_time: '00:00' }], [closed], '2026-12-25T06:00:00Z', false],
    ['hours of the evening before, past midnight', [late], [closed], '2026-12-25T07:00:00Z', true],
    ['its own evening, past midnight', [late], [closed], '2026-12-26T07:00:00Z', false],
    ['shorter hours, within', [weekdays], [short], '2026-12-24T17:59:00Z', true],
    ['shorter hours, after', [weekdays], [short], '2026-12-24T18:00:00Z', false],
    ['the second hours of a day', [weekdays], [short, evening], '2026-12-25T03:00:00Z', true],
    ['special hours past midnight', [weekdays], [short, evening], '2026-12-25T06:59:00Z', true],
    ['after special hours past midnight', [weekdays], [short, evening], '2026-12-25T07:00:00Z', false],
    ['unknown hours on a closed day', [], [closed], '2026-12-25T18:00:00Z', false],
    ['unknown hours on another day', [], [closed], '2026-12-26T18:00:00Z', true],
    ['the day after new year', [late], [{ date: '2026-12-31', closed: true }], '2027-01-01T07:00:00Z', false],
  ] as const)('%s', ([, hours, special, time, expected]) => {
    const times = new OpeningTimes(hours, special);

    expect(times.isOpenAt(new WallClock(chicago).read(Date.parse(time)))).toBe(expected);
  });

  test('of a location come before those of all, which need a time zone', () => {
    const all = [closed, { date: '2026-12-26', closed: true }] as const;
    const own = [{ date: '2026-12-25', from_time: '10:00', to_time: '14:00' }];
    const isOpen = (day: string, timezone: string): boolean =>
      openingTimesOf({ hours: [], special_hours: own, timezone }, all).isOpenAt(
        new WallClock(chicago).read(Date.parse(`${day}T18:00:00Z`)),
      );

    expect(['2026-12-25', '2026-12-26', '2026-12-27'].map((day) => isOpen(day, chicago))).toEqual([
      true,
      false,
      true,
    ]);
    expect(isOpen('2026-12-26', '')).toBe(true);
  });
});

describe('cached results', () => {
  const hours = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];
  const zones = ['America/Chicago', 'America/Denver', 'America/New_York'];
  const locations = Array.from({ length: 60 }, (_, index) =>
    location(`branch-${index}`, { latitude: String(30 + index / 10), hours, timezone: zones[index % 3] }),
  );

  afterEach(() => vi.restoreAllMocks());

  test('one wall clock for each time zone, for any number of branches', () => {
    const compiled = settings({ locations, prefer_open: true });
    const made = vi.spyOn(Intl, 'DateTimeFormat');

    chooseLocation(compiled, { coordinates: { latitude: 40, longitude: 0 }, origin: 'zip' }, NOON);
    const first = made.mock.calls.length;
    chooseLocation(compiled, { coordinates: { latitude: 30, longitude: 0 }, origin: 'zip' }, NOON);

    expect([first, made.mock.calls.length]).toEqual([3, 3]);
  });

  test('one plan for each version of the settings, source and location', () => {
    const answers = new PreparedAnswers();
    const compiled = settings({
      targets: [{ number: DEFAULT }],
      numbers: [{ phone_number: '+15125550101' }],
    });
    const chosen = vi.spyOn(compiled.numbers, 'choose');
    const bodyFor = (source: string): string =>
      answers.bodyFor('swap', { source, location_id: null }, compiled);

    const [first, second] = [bodyFor('direct'), bodyFor('direct')];
    const once = chosen.mock.calls.length;
    const another = bodyFor('email');

    expect(second).toBe(first);
    expect(JSON.parse(another)).toMatchObject({ source: 'email' });
    expect(chosen.mock.calls).toHaveLength(2 * once);
  });

  test('and their total size is limited', () => {
    const answers = new PreparedAnswers();
    const compiled = settings({});
    const chosen = vi.spyOn(compiled.numbers, 'choose');

    // More names than settings have, to reach the limit.
    const name = (index: number): string => String(index).padStart(100_000, 'x');
    for (let index = 0; index < 100; index += 1) {
      answers.bodyFor('lookup', { source: name(index), location_id: null }, compiled);
    }
    const made = chosen.mock.calls.length;
    answers.bodyFor('lookup', { source: name(99), location_id: null }, compiled);
    answers.bodyFor('lookup', { source: name(0), location_id: null }, compiled);

    expect([made, chosen.mock.calls.length]).toEqual([100, 101]);
  });
});

describe('the number', () => {
  const locations = [location('austin'), location('denver')];
  const question = { source: 'paid_search', locationId: 'austin' };
  const choose = (numbers: Record<string, unknown>[], overrides: Record<string, unknown> = {}): string =>
    choosePhoneNumber(settings({ locations, numbers, ...overrides }), question);

  const BY_SOURCE = { phone_number: '+15125550101', source: 'paid_search' };
  const BY_LOCATION = { phone_number: '+15125550102', location_id: 'austin' };
  const BY_BOTH = { phone_number: '+15125550103', source: 'paid_search', location_id: 'austin' };
  const BY_TARGET = { phone_number: '+15125550104', target: DEFAULT };
  const ANY = { phone_number: '+15125550105' };

  test('is the default one when no number applies', () => {
    expect(choose([])).toBe(DEFAULT);
    expect(
      choose([
        { ...BY_SOURCE, source: 'email' },
        { ...BY_LOCATION, location_id: 'denver' },
      ]),
    ).toBe(DEFAULT);
    expect(choose([{ ...BY_BOTH, location_id: 'denver' }])).toBe(DEFAULT);
  });

  test('is the one with most conditions', () => {
    expect(choose([ANY])).toBe(ANY.phone_number);
    expect(choose([ANY, BY_TARGET])).toBe(BY_TARGET.phone_number);
    expect(choose([BY_SOURCE, BY_LOCATION, BY_BOTH, ANY])).toBe(BY_BOTH.phone_number);
  });

  test('with only a source or only a location is chosen by the company’s preference', () => {
    expect(choose([BY_LOCATION, BY_SOURCE])).toBe(BY_SOURCE.phone_number);
    expect(choose([BY_SOURCE, BY_LOCATION], { prefer: 'location' })).toBe(BY_LOCATION.phone_number);
    expect(choose([BY_TARGET, BY_SOURCE])).toBe(BY_SOURCE.phone_number);
  });

  test('for a branch’s own number is that branch’s tracking number at any place', () => {
    const targets = [{ number: DEFAULT }, { number: '+13035550100', location_id: 'denver' }];
    const numbers = [BY_BOTH, { phone_number: '+13035550101', location_id: 'denver' }];

    expect(chooseSwaps(settings({ locations, targets, numbers }), question)).toEqual([
      { from: DEFAULT, to: BY_BOTH.phone_number, sms: false },
      { from: '+13035550100', to: '+13035550101', sms: false },
    ]);
  });

  test('for a branch’s own number has a location or names that target', () => {
    const target = { number: '+13035550100', location_id: 'denver' };
    const national = settings({ locations, targets: [target], numbers: [BY_SOURCE, ANY] });
    const named = settings({
      locations,
      targets: [target],
      numbers: [{ ...ANY, target: target.number, sms: true }],
    });

    expect(chooseSwaps(national, question)).toEqual([]);
    expect(chooseSwaps(named, question)).toEqual([{ from: target.number, to: ANY.phone_number, sms: true }]);
  });

  test('for another target is not the one for the default number', () => {
    const targets = [{ number: DEFAULT }, { number: '+18005550199' }];
    const both = settings({ locations, targets, numbers: [BY_TARGET] });

    expect(both.numbers.choose(question, { number: '+18005550199' })).toBeUndefined();
    expect(chooseSwaps(both, question)).toEqual([
      { from: DEFAULT, to: BY_TARGET.phone_number, sms: false },
      { from: '+18005550199', to: DEFAULT, sms: false },
    ]);
  });
});

describe('distance', () => {
  test('agrees with known distances between airports', () => {
    const newYork = { latitude: 40.6413, longitude: -73.7781 };
    const losAngeles = { latitude: 33.9416, longitude: -118.4085 };
    const london = { latitude: 51.47, longitude: -0.4543 };

    expect(distanceInKm(newYork, losAngeles)).toBeCloseTo(3974, -1);
    expect(distanceInKm(newYork, london)).toBeCloseTo(5540, -1);
    expect(distanceInKm(newYork, newYork)).toBe(0);
    expect(distanceInKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 })).toBeCloseTo(
      20015,
      0,
    );
  });
});

describe('the visitor', () => {
  test.for([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['nonsense', undefined],
    ['', undefined],
  ])('at %s is %s', ([ip, network]) => {
    expect(networkOf(ip ?? '')).toBe(network);
  });

  test('is stored as a hash that no other deployment can compute', () => {
    const hash = new KeyedHash('test');
    const key = hash.of('203.0.113.7', 'one secret');

    expect(key).toMatch(/^[\w-]{22}$/);
    expect(hash.of('203.0.113.7', 'one secret')).toBe(key);
    expect(hash.of('203.0.113.7', 'another secret')).not.toBe(key);
    expect(hash.of('203.0.113.8', 'one secret')).not.toBe(key);
    expect(new KeyedHash('something else').of('203.0.113.7', 'one secret')).not.toBe(key);
  });
});
