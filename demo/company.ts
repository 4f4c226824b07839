/** The demo company: a home-service business with five branches, and a tracking number for each source and branch. */

/** The id of the demo company and its super admin's sign-in; fixed, so that examples can use them. */
export const DEMO_COMPANY_ID = '11111111-1111-4111-8111-111111111111';
export const DEMO_SIGN_IN = { email: 'demo@leadline.test', password: 'leadline-demo' } as const;

/** The user as which the site's server creates leads; without a password, so that nobody can sign in with it. */
export const WEBSITE_USER = { name: 'Website', email: 'website@leadline.test', role_id: 'manager' } as const;

/** The number in the pages' HTML. 555-01xx numbers are reserved for fiction. */
export const NATIONAL_NUMBER = '+18005550142';

/** The number of the radio spot. */
export const RADIO_NUMBER = '+18005550188';

/** A branch of the company. */
export interface Branch {
  id: string;
  city: string;
  state: string;
  address: string;
  postalCode: string;
  timezone: string;
  latitude: string;
  longitude: string;
  /** The branch's own number, printed on the pages. */
  number: string;
  /** Area code of its tracking numbers. */
  areaCode: string;
  /** Prefixes of the postal codes that only this branch serves. */
  serves: string[];
}

export const BRANCHES: readonly Branch[] = [
  {
    id: 'austin',
    city: 'Austin',
    state: 'TX',
    address: '214 Congress Ave',
    postalCode: '78701',
    timezone: 'America/Chicago',
    latitude: '30.2650',
    longitude: '-97.7443',
    number: '+15125550140',
    areaCode: '512',
    serves: ['786', '787'],
  },
  {
    id: 'denver',
    city: 'Denver',
    state: 'CO',
    address: '1550 Larimer St',
    postalCode: '80202',
    timezone: 'America/Denver',
    latitude: '39.7487',
    longitude: '-104.9997',
    number: '+13035550140',
    areaCode: '303',
    serves: ['800', '801', '802', '803'],
  },
  {
    id: 'seattle',
    city: 'Seattle',
    state: 'WA',
    address: '1420 5th Ave',
    postalCode: '98101',
    timezone: 'America/Los_Angeles',
    latitude: '47.6102',
    longitude: '-122.3346',
    number: '+12065550140',
    areaCode: '206',
    serves: ['980', '981'],
  },
  {
    id: 'chicago',
    city: 'Chicago',
    state: 'IL',
    address: '30 W Monroe St',
    postalCode: '60603',
    timezone: 'America/Chicago',
    latitude: '41.8807',
    longitude: '-87.6293',
    number: '+13125550140',
    areaCode: '312',
    serves: ['606'],
  },
  {
    id: 'new-york',
    city: 'New York',
    state: 'NY',
    address: '350 W 31st St',
    postalCode: '10001',
    timezone: 'America/New_York',
    latitude: '40.7508',
    longitude: '-73.9961',
    number: '+12125550140',
    areaCode: '212',
    serves: ['100', '101', '102'],
  },
];

/** The sources with their own numbers, and the last two digits of these. */
const TRACKED_SOURCES = [
  ['paid_search', '51'],
  ['organic_search', '52'],
  ['organic_social', '53'],
  ['spring_mailing', '54'],
] as const;

const WEEKDAY_HOURS = { day_of_week: 'weekdays', from_time: '07:00', to_time: '19:00' };
const SATURDAY_HOURS = { day_of_week: 'saturday', from_time: '08:00', to_time: '14:00' };

/** The last digits of the numbers of each branch's pool, and of the number for visits that find all of them leased. */
const POOL_ENDINGS = ['61', '62', '63', '64', '65', '66', '67', '68'] as const;
const OVERFLOW_ENDING = '60';

/** Returns the demo company's DNI settings for `PUT .../settings`. @param users the user ids of each branch, by branch id */
export function demoDniSettings(
  users: Readonly<Record<string, readonly string[]>> = {},
): Record<string, unknown> {
  return {
    default_number: NATIONAL_NUMBER,
    forms: true,
    targets: [
      { number: NATIONAL_NUMBER },
      ...BRANCHES.map((branch) => ({ number: branch.number, location_id: branch.id })),
    ],
    sources: [
      { name: 'spring_mailing', when: { channel: 'email', utm_campaign: 'spring*' } },
      { name: 'heater_ad', when: { channel: 'paid_search', utm_campaign: 'heaters*' } },
    ],
    locations: BRANCHES.map((branch) => ({
      location_id: branch.id,
      name: locationNameOf(branch),
      city: branch.city,
      state: branch.state,
      country: 'US',
      address: branch.address,
      postal_code: branch.postalCode,
      timezone: branch.timezone,
      latitude: branch.latitude,
      longitude: branch.longitude,
      hours: [WEEKDAY_HOURS, SATURDAY_HOURS],
      numbers: [branch.number],
      users: users[branch.id] ?? [],
      service_area: { postal_codes: branch.serves },
    })),
    numbers: [
      // A nationwide radio spot.
      { phone_number: RADIO_NUMBER, source: 'audio' },
      ...BRANCHES.flatMap(numbersOfBranch),
    ],
  };
}

/** Returns the entries of `numbers` for a branch: a number for each source, and the pool. */
function numbersOfBranch(branch: Branch): Record<string, unknown>[] {
  return [
    { phone_number: textNumberOf(branch), location_id: branch.id, sms: true },
    ...TRACKED_SOURCES.map(([source, ending]) => ({
      phone_number: trackingNumberOf(branch, ending),
      location_id: branch.id,
      source,
    })),
    // Each visit by this ad leases a number of its own.
    {
      pool: `${branch.id}-heaters`,
      location_id: branch.id,
      source: 'heater_ad',
      phone_numbers: POOL_ENDINGS.map((ending) => trackingNumberOf(branch, ending)),
      overflow: trackingNumberOf(branch, OVERFLOW_ENDING),
    },
  ];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a zone, which takes long to make. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** Tells whether a branch is open. @param time milliseconds since the epoch */
export function isOpen({ timezone }: Branch, time: number): boolean {
  const parts = clockOf(timezone).formatToParts(time);
  const partOf = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  const weekday = partOf('weekday');
  if (weekday === 'Sunday') return false;
  const { from_time: from, to_time: to } = weekday === 'Saturday' ? SATURDAY_HOURS : WEEKDAY_HOURS;
  const clock = `${partOf('hour')}:${partOf('minute')}`;
  return clock >= from && clock < to;
}

/** Returns the number that a caller of this source dials for a branch. */
export function calledNumberOf(branch: Branch, source: string): string {
  if (source === 'audio') return RADIO_NUMBER;
  const tracked = TRACKED_SOURCES.find(([name]) => name === source);
  return tracked === undefined ? branch.number : trackingNumberOf(branch, tracked[1]);
}

/** Returns a branch's number for messages. */
export function textNumberOf(branch: Branch): string {
  return trackingNumberOf(branch, '50');
}

function trackingNumberOf({ areaCode }: Branch, ending: string): string {
  return `+1${areaCode}55501${ending}`;
}

/** Returns the location name of a branch in the DNI settings. */
export function locationNameOf({ city }: Branch): string {
  return `Brightwater ${city}`;
}

/** Formats `+15125550140` as `(512) 555-0140`. */
export function printed(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}
