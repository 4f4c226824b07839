/** The two aims of noticing silence, over a year of simulated shops: found within a day, and hardly ever a false alarm. */
import { beforeAll, expect, test } from 'vitest';
import { dayKindOf } from '../../../../../worker/core/reports/silence/rhythm/holidays.ts';
import { partOn, silenceOf } from '../../../../../worker/core/reports/silence/rhythm/kinds.ts';
import { type Hours, WINDOW_HOURS } from '../../../../../worker/core/reports/silence/rhythm/rhythm.ts';
import { effort } from '../../../../harness/effort.ts';
import { FIRST_HOUR, makeShop, type Series, type Shop, SIMULATED_DAYS } from './shops.ts';

const SHOPS = effort(8, 200);
/** Other shops than those by which the constants were chosen. */
const FIRST_SEED = 5_000;
/** Silences that are begun in each series, at random times of the year. */
const SILENCES = 4;
const HOURS = SIMULATED_DAYS * 24;
const DAY = 24;
/** A silence ends after four weeks at the latest. */
const LONGEST = 28 * DAY;
/** What is heard more seldom on an open day cannot be missed within a day: by chance it is silent as long. */
const OFTEN = 20;

interface Found {
  what: Series['what'];
  daily: number;
  /** Hours since the silence began, without those of days on which the shop is closed; Infinity if it was not found. */
  hours: number;
}

interface Alarm {
  what: Series['what'] | 'ended campaign';
  shop: number;
}

const known = new Map<Series, Hours>();
const found: Found[] = [];
const alarms: Alarm[] = [];

beforeAll(() => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SHOPS; seed += 1) {
    const shop = makeShop(seed);
    known.clear();
    alarms.push(...falseAlarms(shop).map((what) => ({ what, shop: seed })));
    found.push(
      ...shop.series.filter(({ endsAt }) => endsAt === undefined).flatMap((each) => silencesOf(shop, each)),
    );
  }
  process.stdout.write(`${tableOf()}\n`);
}, 900_000);

test('of 100 silences of what is heard often, 95 are found within a day', () => {
  const often = found.filter(({ daily }) => daily >= OFTEN);
  const inTime = often.filter(({ hours }) => hours <= DAY);

  expect(often.length).toBeGreaterThan(5 * SHOPS);
  expect(inTime.length / often.length).toBeGreaterThanOrEqual(0.95);
});

test('a shop has at most one false alarm a year, campaigns that end included', () => {
  expect(alarms.length / SHOPS).toBeLessThanOrEqual(1);
});

test('what is heard more seldom is found too, if it is heard once a day', () => {
  const seldom = found.filter(({ daily }) => daily >= 2 && daily < OFTEN);

  expect(seldom.filter(({ hours }) => hours < LONGEST).length / seldom.length).toBeGreaterThanOrEqual(0.95);
});

/** What is falsely told of in a year in which everything works. */
function falseAlarms(shop: Shop): Alarm['what'][] {
  return shop.series.flatMap((series) => {
    const hours = hoursOf(shop, series);
    const told: Alarm['what'][] = [];
    let last = -1;
    for (let hour = 0; hour <= HOURS; hour += 1) {
      if (hour < HOURS && hours.heard[hour] === 0) continue;
      const at =
        hour > FIRST_HOUR && hour - last > 4 ? foundAt(shop, { series, hours }, last, hour) : Infinity;
      if (at < Infinity && at >= FIRST_HOUR)
        told.push(at > (series.endsAt ?? Infinity) ? 'ended campaign' : series.what);
      last = hour;
    }
    return told;
  });
}

function silencesOf(shop: Shop, series: Series): Found[] {
  const { what, daily } = series;
  return Array.from({ length: SILENCES }, () => {
    const begin = Math.floor(shop.random.between(FIRST_HOUR, HOURS - LONGEST));
    const usual = hoursOf(shop, series);
    const hours = { ...usual, heard: usual.heard.slice().fill(0, begin) };
    const at = foundAt(shop, { series, hours }, hours.heard.lastIndexOf(1), begin + LONGEST);
    const waited = Array.from(
      { length: at < Infinity ? Math.max(0, at - begin) : 0 },
      (_, index) => begin + index,
    );
    const counted = waited.filter((hour) => what === 'script' || shop.isOpenDay(hour));
    return { what, daily, hours: at < Infinity ? counted.length : Infinity };
  });
}

/** Returns the first hour at which a silence is told of, by halving; Infinity if it is not until `end`. */
function foundAt(
  shop: Shop,
  { series, hours }: { series: Series; hours: Hours },
  last: number,
  end: number,
): number {
  const all = shop.series.at(-1);
  const calls = series.what === 'number' && all !== undefined ? hoursOf(shop, all) : undefined;
  const isTold = (at: number): boolean => {
    const others = {
      ...(calls && { calls: windowAt(calls, at) }),
      visitsAfter: () => (series.isShown && last > (series.endsAt ?? 0) - 7 * DAY ? 0 : 1),
    };
    return silenceOf(series.what, windowAt(hours, at), others) !== undefined;
  };
  if (!isTold(end - 1)) return Infinity;
  let [low, high] = [last, end - 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTold(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The window that is known at an hour, which has just begun. */
function windowAt({ heard, slots, factors }: Hours, at: number): Hours {
  const [from, until] = [Math.max(0, at + 1 - WINDOW_HOURS), at + 1];
  return {
    heard: heard.subarray(from, until),
    slots: slots.subarray(from, until),
    factors: factors.subarray(from, until),
  };
}

function hoursOf(shop: Shop, series: Series): Hours {
  const made = known.get(series) ?? makeHours(shop, series);
  known.set(series, made);
  return made;
}

function makeHours(shop: Shop, { what, counts }: Series): Hours {
  const factors = new Float64Array(HOURS);
  for (let hour = 0; hour < HOURS; hour += DAY) {
    factors.fill(partOn(what, dayKindOf(shop.country, shop.dayStart(hour))), hour, hour + DAY);
  }
  return { heard: Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0)), slots: shop.slots, factors };
}

/** The figures, for docs/benchmarks.md. */
function tableOf(): string {
  const bands = [
    [2, 5],
    [5, 10],
    [10, OFTEN],
    [OFTEN, 60],
    [60, Infinity],
  ] as const;
  const rows = ['script', 'number', 'calls', 'forms'].flatMap((what) =>
    bands.flatMap(([low, high]) => {
      const hours = found
        .filter((each) => each.what === what && each.daily >= low && each.daily < high)
        .map((each) => each.hours)
        .toSorted((one, other) => one - other);
      if (hours.length === 0) return [];
      const at = (part: number): string => String(hours[Math.floor(part * hours.length)]);
      const inTime = hours.filter((each) => each <= DAY).length / hours.length;
      return [
        `${what} ${low}-${high} a day: ${hours.length} silences, within a day ${(inTime * 100).toFixed(0)} %, median ${at(0.5)} h, 95 % ${at(0.95)} h`,
      ];
    }),
  );
  const often = found.filter(({ daily }) => daily >= OFTEN);
  const inTime = often.filter(({ hours }) => hours <= DAY).length / often.length;
  rows.push(
    `of ${often.length} silences of what is heard ${OFTEN} times a day: ${(inTime * 100).toFixed(1)} % within a day`,
  );
  const causes = Object.entries(Object.groupBy(alarms, ({ what }) => what)).map(
    ([what, list]) => `${what} ${(list.length / SHOPS).toFixed(2)}`,
  );
  const perShop = Map.groupBy(alarms, ({ shop }) => shop);
  const most = Math.max(0, ...[...perShop.values()].map((list) => list.length));
  const several = [...perShop.values()].filter((list) => list.length > 1).length / SHOPS;
  return [
    ...rows,
    `false alarms a shop and year: ${(alarms.length / SHOPS).toFixed(2)} (${causes.join(', ')}); at most ${most}, several in ${(several * 100).toFixed(0)} % of shops`,
  ].join('\n');
}
