/**
 * The phone book: numbers, locations, people and rules in one document, built from the call settings, the DNI
 * settings and the users. The edge gets it, so that it can answer calls by itself. Pure.
 */
import type { DniLocation, DniSettings } from '../../../dni/schema.ts';
import type { OpeningHours } from '../../../dni/hours.ts';
import { withZone } from '../../../dni/pure/location-zones.ts';
import { OpeningTimes, type SpecialDay, specialDaysOf, WallClock } from '../../../dni/pure/opening-times.ts';
import { isObject, onlyKnown } from '../../../shared/http/input.ts';
import { formsOf } from '../../../shared/contact/former-numbers.ts';
import { isE164, isTakenForMobile, readPhone } from '../../../shared/contact/phone-numbers.ts';
import { userIdIn } from '../../../dni/pure/location-users.ts';
import type { UserRecord } from '../../people/users/schema.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { type BookNumber, numbersOf } from './book-numbers.ts';
import { type Menus, targetsOf } from '../rules/menus.ts';
import { type CallRules, type RuleOverrides } from '../rules/rules.ts';
import { withDefaults } from '../rules/spoken-texts.ts';
import type { CallSettings, CarrierName } from './settings-schema.ts';

/** The purpose under which a published phone book is sealed. */
export const PHONE_BOOK_PURPOSE = 'phone book';

/** Somebody whose phone may ring. */
export interface Person {
  number: string;
  userId?: string;
}

/** A user with the numbers that ring for them. */
interface BookUser {
  userId: string;
  numbers: readonly string[];
  /** Until when they are not available: milliseconds since the epoch, null without an end; absent if they are. */
  awayUntil?: number | null;
}

/** The part of a location that calls need. */
export interface BookLocation {
  locationId: string;
  name: string;
  timezone: string;
  hours: readonly OpeningHours[];
  /** Its own special days, and the company's on other dates. */
  specialDays: readonly SpecialDay[];
  latitude: number;
  longitude: number;
  /** Absent in phone books that were published before there were menus. */
  postalCode?: string;
  people: readonly Person[];
}

/** The phone book as a document. */
export interface PhoneBook {
  /** Grows with each save. */
  version: number;
  carriers: readonly { carrier: CarrierName; accountId: string; secrets: readonly string[] }[];
  numbers: readonly BookNumber[];
  locations: readonly BookLocation[];
  defaultLocationId: string | null;
  users: readonly BookUser[];
  rules: RuleOverrides;
  /** Absent in phone books that were published before there were menus. */
  menus?: Menus;
  blocked: readonly string[];
  /** The country of numbers without a country code: ISO 3166-1 alpha-2. */
  region: string;
  /** Countries that the company may write to and ring, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** Numbers of the company's own people and locations. A call from one makes no lead. */
  staff: readonly string[];
}

/** The sources of a phone book. */
interface PhoneBookSources {
  version: number;
  settings: CallSettings;
  dni: DniSettings | undefined;
  users: readonly UserRecord[];
  /** The country of people's numbers without a country code: ISO 3166-1 alpha-2. */
  region: string;
  /** The countries that the company may write to and ring; null for its own. */
  countries: readonly string[] | null;
  /** The company's time zone, for locations without one. */
  zone: string;
  /** Until when users are not available, by user id: milliseconds since the epoch, null without an end. */
  away?: ReadonlyMap<string, number | null>;
}

/** Builds the phone book. */
export function makePhoneBook({
  version,
  settings,
  dni,
  users,
  region,
  countries,
  zone,
  away,
}: PhoneBookSources): PhoneBook {
  const people = users
    .filter(({ isSuspended }) => !isSuspended)
    .map((user): BookUser => {
      const numbers = numbersOfUser(user, region);
      return { userId: user.userId, numbers, ...onlyKnown({ awayUntil: away?.get(user.userId) }) };
    });
  const byUser = new Map(people.map(({ userId, numbers }) => [userId, numbers]));
  const locations = (dni?.locations ?? []).map((location) =>
    toBookLocation(withZone(location, zone), { users: byUser, region, ofCompany: dni?.special_hours }),
  );
  return {
    version,
    carriers: settings.carriers.map(({ carrier, account_id: accountId, secrets }) => ({
      carrier,
      accountId,
      secrets,
    })),
    numbers: [...numbersOf(settings, dni).values()],
    locations,
    defaultLocationId: dni?.default_location_id ?? dni?.locations[0]?.location_id ?? null,
    users: people,
    rules: { defaults: settings.defaults, locations: settings.locations, numbers: settings.numbers },
    menus: settings.menus,
    blocked: settings.blocked,
    region,
    countries: countries ?? [region],
    staff: [
      ...new Set([
        ...staffNumbers(users, region),
        ...locations.flatMap(({ people }) => people.map(({ number }) => number)),
        ...listed(settings),
      ]),
    ],
  };
}

/** A phone book with maps for lookups. */
export class OpenPhoneBook {
  readonly book: PhoneBook;
  readonly numbers: ReadonlyMap<string, BookNumber>;
  readonly locations: ReadonlyMap<string, BookLocation>;
  readonly #locationRules: ReadonlyMap<string, Partial<CallRules>>;
  readonly #numberRules: ReadonlyMap<string, Partial<CallRules>>;
  readonly #users: ReadonlyMap<string, BookUser>;
  readonly #blocked: ReadonlySet<string>;
  readonly #staff: ReadonlySet<string>;
  /** The numbers of users. */
  readonly #personal: ReadonlySet<string>;
  /** Reasons not to ring a number. Parsing one takes a tenth of a millisecond. */
  readonly #refusals = new Map<string, string | undefined>();
  /** Whether a number is taken for a mobile, which takes as long to find out. */
  readonly #mobiles = new Map<string, boolean>();
  readonly #abroad = new Map<string, boolean>();
  /** Opening times of the book's locations, and clocks by time zone, which are slow to make. */
  readonly #times = new Map<BookLocation, OpeningTimes>();
  readonly #clocks = new Map<string, WallClock>();

  constructor(book: PhoneBook) {
    this.book = book;
    this.numbers = new Map(book.numbers.map((each) => [each.number, each]));
    this.locations = new Map(book.locations.map((each) => [each.locationId, each]));
    this.#locationRules = new Map(Object.entries(book.rules.locations));
    this.#numberRules = new Map(Object.entries(book.rules.numbers));
    this.#users = new Map(book.users.map((user) => [user.userId, user]));
    this.#blocked = new Set(book.blocked.flatMap(formsOf));
    this.#staff = new Set(book.staff.flatMap(formsOf));
    this.#personal = new Set(book.users.flatMap(({ numbers }) => numbers));
  }

  /** Returns the location of a number, or the company's default location. */
  locationOf(number: string): BookLocation | undefined {
    return this.locations.get(this.numbers.get(number)?.locationId ?? this.book.defaultLocationId ?? '');
  }

  /** Returns the rules for a number: its own override, else its location's, else the company's, else the defaults. */
  rulesFor(number: string): CallRules {
    return withDefaults({
      ...this.book.rules.defaults,
      ...this.#locationRules.get(this.locationOf(number)?.locationId ?? ''),
      ...this.#numberRules.get(number),
    });
  }

  /** Tells whether calls from a number are refused. */
  isBlocked(caller: string): boolean {
    return this.#blocked.has(caller);
  }

  /** Tells whether a number belongs to the company or to one of its people. */
  isOwn(caller: string): boolean {
    return this.#staff.has(caller) || this.numbers.has(caller);
  }

  /**
   * Returns why the company does not ring somebody; undefined if it does. Numbers in the settings may be in any
   * country, those of users only in the company's countries.
   */
  refusalOf({ number, userId }: Person): string | undefined {
    const key = `${number} ${userId === undefined}`;
    if (!this.#refusals.has(key)) {
      const countries = userId === undefined ? undefined : this.book.countries;
      this.#refusals.set(key, faultOfDestination(number, countries));
    }
    return this.#refusals.get(key);
  }

  /** Tells whether whoever answers this phone has to press 1, so that its mailbox does not count as a person. */
  isScreened({ screening }: Pick<CallRules, 'screening'>, phone: string): boolean {
    if (screening !== 'mobiles') return screening;
    const known = this.#mobiles.get(phone) ?? isTakenForMobile(phone, this.#personal.has(phone));
    this.#mobiles.set(phone, known);
    return known;
  }

  /** Tells whether a number is outside the company's own country and its territories. */
  isAbroad(number: string): boolean {
    const known = this.#abroad.get(number) ?? faultOfDestination(number, [this.book.region]) !== undefined;
    this.#abroad.set(number, known);
    return known;
  }

  /** Tells whether a location is open, by its hours and time zone. Without hours it is open on days that are not special. */
  isOpen(location: BookLocation, now: number): boolean {
    const { hours, specialDays, timezone } = location;
    const times = this.#times.get(location) ?? new OpeningTimes(hours, specialDays);
    this.#times.set(location, times);
    if (times.isUnknown) return true;
    const clock = this.#clocks.get(timezone) ?? new WallClock(timezone);
    this.#clocks.set(timezone, clock);
    return times.isOpenAt(clock.read(now));
  }

  /** Returns a person for each number of a user; none if the user is suspended or gone. */
  peopleOf(userId: string): Person[] {
    return (this.#users.get(userId)?.numbers ?? []).map((number) => ({ number, userId }));
  }

  /**
   * Returns the user whose phone has a number. Of several who share it, the one of the branch that was called, else the one who is
   * available.
   * @returns undefined if it is nobody's, or nobody can tell whose
   */
  userOf(number: string, { called, now }: { called: string; now: number }): string | undefined {
    const all = this.book.users.flatMap(({ userId, numbers }) => (numbers.includes(number) ? userId : []));
    if (all.length < 2) return all[0];
    const ofBranch = new Set(this.locationOf(called)?.people.map(({ userId }) => userId));
    const near = all.filter((userId) => ofBranch.has(userId));
    const likely = near.length === 0 ? all : near;
    const [one, ...others] =
      likely.length === 1 ? likely : likely.filter((userId) => !this.isAway({ number, userId }, now));
    return others.length === 0 ? one : undefined;
  }

  /** Tells whether a phone is of a user. */
  isPersonal(number: string): boolean {
    return this.#personal.has(number);
  }

  /** Tells whether a person is a user who is not available. */
  isAway({ userId }: Person, now: number): boolean {
    const until = userId === undefined ? undefined : this.#users.get(userId)?.awayUntil;
    return until !== undefined && (until === null || until > now);
  }
}

function toBookLocation(
  location: DniLocation,
  {
    users,
    region,
    ofCompany,
  }: {
    users: ReadonlyMap<string, readonly string[]>;
    region: string;
    /** The special days of all locations. */
    ofCompany: readonly SpecialDay[] | undefined;
  },
): BookLocation {
  const numbers = location.numbers.flatMap((entry) => numberIn(entry, region) ?? []);
  const ofUsers = location.users.flatMap((entry): Person[] => {
    const userId = userIdIn(entry);
    return (users.get(userId ?? '') ?? []).map((number) => ({ number, ...onlyKnown({ userId }) }));
  });
  return {
    locationId: location.location_id,
    name: location.name,
    timezone: location.timezone,
    hours: location.hours,
    specialDays: specialDaysOf(location, ofCompany),
    latitude: Number(location.latitude),
    longitude: Number(location.longitude),
    postalCode: location.postal_code,
    people: [...numbers.map((number): Person => ({ number })), ...ofUsers],
  };
}

/** Returns the numbers that ring for a user: their forward numbers, else their phone. */
function numbersOfUser({ forwardNumbers, phone }: UserRecord, region: string): string[] {
  const forwarded = forwardNumbers.split(',').flatMap((text) => readPhone(text, region)?.phone ?? []);
  return forwarded.length > 0 ? [...new Set(forwarded)] : phone === '' ? [] : [phone];
}

/** Reads a number of a location, which is a string or an object with one. */
function numberIn(entry: unknown, region: string): string | undefined {
  const text = isObject(entry) ? (entry['number'] ?? entry['phone_number'] ?? entry['phone']) : entry;
  return typeof text === 'string' ? readPhone(text, region)?.phone : undefined;
}

function staffNumbers(users: readonly UserRecord[], region: string): string[] {
  return users
    .flatMap((user) => [user.phone, user.trackingNumber, ...numbersOfUser(user, region)])
    .filter(isE164);
}

/** Returns the numbers in the rules and menus. */
function listed({ defaults, locations, numbers, menus }: CallSettings): string[] {
  const keys = Object.values(menus).flatMap((menu) => targetsOf(menu).map(([, target]) => target));
  const rules = [defaults, ...Object.values(locations), ...Object.values(numbers)];
  const rings = [...rules, ...keys].map((each) => ('ring' in each ? each.ring : undefined));
  return rings.flatMap((ring) =>
    ring === undefined || ring === 'location'
      ? []
      : ring.flatMap((target) => ('number' in target ? target.number : [])),
  );
}
