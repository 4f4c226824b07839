/** Numbers on the site that nobody tracks are told once, and again when that is over; pages are read rarely and not all at once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  recordReadPage,
  settleUntracked,
  takePageToRead,
  weekOf,
} from '../../../../../worker/core/reports/silence/untracked-numbers.ts';
import type { MortalCompany } from '../../engine/context/mortal-company.ts';
import { NUMBERS, START, WatchedCompany } from './watched-company.ts';

const WEEK = 7 * 24 * 3_600_000;
const CONTACT = 'https://www.acme.test/contact';
const HOME = 'https://www.acme.test/';
const FAX = '+15125550199';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class Site {
  readonly watched: WatchedCompany;
  readonly run: MortalCompany;

  constructor(settings: object = {}) {
    this.watched = new WatchedCompany(1, settings, 0);
    this.run = this.watched.run;
    this.take(HOME);
    this.nextWeek();
  }

  nextWeek(): void {
    vi.setSystemTime(Date.now() + WEEK);
  }

  /** Tells whether a page is read now; again until an object survives it. */
  take(page: string): boolean {
    return this.#surviving(() => takePageToRead(this.run.company, page));
  }

  /** Reads a page that has these numbers. @returns whether it was due */
  read(page: string, numbers: readonly string[], isWhole = true): boolean {
    const isDue = this.take(page);
    if (isDue) this.#surviving(() => recordReadPage(this.run.company, { page, numbers, isWhole }));
    return isDue;
  }

  change(settings: object): void {
    this.watched.changeSettings(settings);
    this.run.write(settleUntracked);
  }

  told(): [type: string, name: string | undefined][] {
    return this.watched.told().map(({ type, data }) => [type, data['name']]);
  }

  #surviving<Result>(work: () => Result): Result {
    for (;;) {
      try {
        return work();
      } catch (error) {
        this.run.restart(error);
      }
    }
  }
}

const BEGAN = ['silence.began', '(512) 555-0199'];
const ENDED = ['silence.ended', '(512) 555-0199'];

test('a number that is in no settings is told once, with its page, however often it is read, and again when it is gone', () => {
  const site = new Site();
  for (let week = 0; week < 4; week += 1) {
    expect(site.read(CONTACT, [FAX])).toBe(true);
    expect(site.read(HOME, [FAX])).toBe(true);
    site.nextWeek();
  }
  expect(site.told()).toEqual([BEGAN]);
  const [{ data } = { data: {} }] = site.watched.told();
  expect(data).toMatchObject({
    silent: 'printed',
    detail: expect.stringContaining('It stands on /contact,') as string,
  });

  site.read(CONTACT, []);
  expect(site.told(), 'it is on the other page').toEqual([BEGAN]);
  site.read(HOME, [], false);
  expect(site.told(), 'only a part of the page was read').toEqual([BEGAN]);
  site.nextWeek();
  site.read(HOME, []);
  expect(site.told()).toEqual([BEGAN, ENDED]);
});

test.each([
  ['is printed and swapped', { targets: [{ number: FAX }] }, [BEGAN, ENDED]],
  ['is a tracking number', { numbers: [{ phone_number: FAX, sms: false }] }, [BEGAN, ENDED]],
  ['is a phone of a branch', { locations: [{ location_id: 'austin', numbers: [FAX] }] }, [BEGAN, ENDED]],
  ['is the default number', { default_number: FAX }, [BEGAN, ENDED]],
  ['stays as it is', { other_numbers: [FAX] }, [BEGAN]],
])('a number that %s from now on is not told again', (_, settings, told) => {
  const site = new Site();
  site.read(CONTACT, [FAX]);
  site.change(settings);
  expect(site.told()).toEqual(told);
  site.nextWeek();
  site.read(CONTACT, [FAX]);
  expect(site.told()).toEqual(told);
});

test('what was meant to stay and is not meant so any more is told', () => {
  const site = new Site({ other_numbers: [FAX] });
  site.read(CONTACT, [FAX]);
  expect(site.told()).toEqual([]);
  site.change({});
  expect(site.told()).toEqual([BEGAN]);
});

test('a page with many numbers tells three at a time, and keeps twenty', () => {
  const site = new Site();
  const many = Array.from({ length: 60 }, (_, at) => `+151255502${String(at).padStart(2, '0')}`);
  site.read(CONTACT, many);
  expect(site.told()).toHaveLength(3);
  site.nextWeek();
  site.read(CONTACT, many);
  expect(site.told()).toHaveLength(6);
  const { numbers } = site.run.database.one<{ numbers: string }>(
    'SELECT numbers FROM read_pages WHERE page = ?',
    CONTACT,
  );
  expect(JSON.parse(numbers)).toHaveLength(20);
});

test('each page is read once a week, twenty of them, and none in the first week', () => {
  const site = new Site();
  const pages = Array.from({ length: 50 }, (_, at) => `https://www.acme.test/${at}`);
  for (let week = 0; week < 6; week += 1) {
    const read = [...pages, ...pages].filter((page) => site.take(page));
    expect(read).toEqual(pages.slice(0, 20));
    site.nextWeek();
  }
  const { count } = site.run.database.one<{ count: number }>('SELECT count(*) AS count FROM read_pages');
  expect(count).toBeLessThanOrEqual(21);

  const fresh = new WatchedCompany(1, {}, 0);
  expect(pages.filter((page) => takePageToRead(fresh.run.company, page))).toEqual([]);
});

test.each([
  ['another site', 'https://evil.test/'],
  ['a page whose address is not known', 'https://www.acme.test/orders/*'],
  ['what is no address', 'acme'],
])('%s is not read', (_, page) => {
  expect(new Site().take(page)).toBe(false);
});

test('while a company names no domains, nothing is read: anybody may claim to be its site', () => {
  const site = new Site({ domains: [] });
  site.nextWeek();
  expect([site.take(HOME), site.take(CONTACT)]).toEqual([false, false]);
});

test('a page that nobody took is not recorded', () => {
  const site = new Site();
  recordReadPage(site.run.company, { page: CONTACT, numbers: [FAX], isWhole: true });
  expect(site.told()).toEqual([]);
});

test('a page that nobody opens any more is forgotten with its numbers', () => {
  const site = new Site();
  site.read(CONTACT, [FAX]);
  for (let week = 0; week < 6; week += 1) {
    site.nextWeek();
    site.read(HOME, [NUMBERS[0]]);
  }
  expect(site.told()).toEqual([BEGAN, ENDED]);
});

test('the weeks of a thousand companies begin at as many times', () => {
  vi.setSystemTime(START);
  const begins = Array.from({ length: 1_000 }, () => weekBegin(crypto.randomUUID()));
  const sixths = new Set(begins.map((begin) => Math.floor((begin / WEEK) * 6)));
  expect(sixths.size).toBe(6);
  const hours = Map.groupBy(begins, (begin) => Math.floor(begin / 3_600_000));
  expect(Math.max(...[...hours.values()].map(({ length }) => length))).toBeLessThan(30);
});

/** Returns in how long the next week of a company begins, found by halving. */
function weekBegin(companyId: string): number {
  const first = weekOf(companyId, START);
  let [low, high] = [0, WEEK];
  while (high - low > 60_000) {
    const middle = (low + high) / 2;
    if (weekOf(companyId, START + middle) === first) low = middle;
    else high = middle;
  }
  return high;
}
