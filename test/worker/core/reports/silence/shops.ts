/**
 * Simulated shops: a year of visits, calls and forms by the hour, with nights, weekends, holidays, closed days that no list has,
 * a slack season, campaigns that end, and days that are better or worse than others for no reason. All is drawn from a seed.
 * Nothing here knows what the product assumes: the holidays are those of the years, written down as dates.
 */

const HOUR = 1;
const DAY = 24 * HOUR;
const HOUR_MS = 60 * 60_000;
/** The simulated time begins on a Monday. */
const BEGIN: number = Date.UTC(2025, 0, 6);
/** Ten weeks that are learnt from, and a year. */
const LEARNT_DAYS = 70;
export const SIMULATED_DAYS: number = LEARNT_DAYS + 364;
const SIMULATED_HOURS = SIMULATED_DAYS * DAY;
/** The first hour of the year. */
export const FIRST_HOUR: number = LEARNT_DAYS * DAY;

/** Holidays of 2025 and 2026 on which shops are closed; in Germany those of Bavaria. */
const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  US: [
    '2025-01-20',
    '2025-02-17',
    '2025-05-26',
    '2025-06-19',
    '2025-07-04',
    '2025-09-01',
    '2025-10-13',
    '2025-11-11',
    '2025-11-27',
    '2025-11-28',
    '2025-12-25',
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
  ],
  DE: [
    '2025-01-06',
    '2025-04-18',
    '2025-04-21',
    '2025-05-01',
    '2025-05-29',
    '2025-06-09',
    '2025-06-19',
    '2025-08-15',
    '2025-10-03',
    '2025-11-01',
    '2025-12-25',
    '2025-12-26',
    '2026-01-01',
    '2026-01-06',
  ],
  GB: [
    '2025-04-18',
    '2025-04-21',
    '2025-05-05',
    '2025-05-26',
    '2025-08-25',
    '2025-12-25',
    '2025-12-26',
    '2026-01-01',
  ],
  FR: [
    '2025-04-21',
    '2025-05-01',
    '2025-05-08',
    '2025-05-29',
    '2025-06-09',
    '2025-07-14',
    '2025-08-15',
    '2025-11-01',
    '2025-11-11',
    '2025-12-25',
    '2026-01-01',
  ],
};

/** A script, a number or the forms of a shop. */
export interface Series {
  what: 'script' | 'number' | 'calls' | 'forms';
  /** Events of each hour. */
  counts: Uint16Array;
  /** Events of an ordinary open day, on average. */
  daily: number;
  /** When its campaign ended, in hours; undefined if it is of none. */
  endsAt: number | undefined;
  /** Whether its number is shown on the site, and only to visitors of the campaign. */
  isShown: boolean;
}

export interface Shop {
  country: string;
  /** Local times by the hour since the beginning. */
  slots: Uint8Array;
  dayStart: (hour: number) => number;
  series: Series[];
  /** Whether the shop is open on the day of an hour. */
  isOpenDay: (hour: number) => boolean;
  random: Random;
}

/** Draws numbers from a seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Each order of magnitude as often as another. */
  magnitude(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }

  poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    let [count, product] = [0, this.next()];
    for (const limit = Math.exp(-mean); product > limit; count += 1) product *= this.next();
    return count;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}

/** How much happens on what days, as a part of an ordinary open day. */
interface Habits {
  night: number;
  saturday: number;
  sunday: number;
  holiday: number;
  /** How much a day differs from another, as the deviation of its logarithm. */
  unrest: number;
}

/** Makes a shop. */
export function makeShop(seed: number): Shop {
  const random = new Random(seed);
  const country = Object.keys(HOLIDAYS)[Math.floor(random.next() * 4)] ?? 'US';
  const closed = new Set(HOLIDAYS[country]);
  // A day on which everybody goes to the feast of the town; for half of the shops, a fortnight with less of everything.
  const feast = dateAt(Math.floor(random.between(LEARNT_DAYS, SIMULATED_DAYS)));
  const slack = random.next() < 0.5 ? random.between(LEARNT_DAYS, SIMULATED_DAYS) : Infinity;
  const isWeekendShop = random.next() < 0.3;
  const season = random.between(0, 0.3);
  const phase = random.next();
  const days = Array.from({ length: SIMULATED_DAYS }, (_, day) => {
    const weekday = new Date(BEGIN + day * DAY * HOUR_MS).getUTCDay();
    const isHoliday = closed.has(dateAt(day)) || dateAt(day) === feast;
    const isQuiet = /12-(?:24|27|28|29|30|31)$/.test(dateAt(day));
    const usual = 1 + season * Math.sin(2 * Math.PI * (day / 365 + phase));
    return {
      weekday,
      isHoliday,
      activity: usual * (day >= slack && day < slack + 14 ? 0.5 : 1) * (isQuiet ? 0.5 : 1),
    };
  });
  const shape = (habits: Habits): Float64Array => {
    const rates = new Float64Array(SIMULATED_HOURS);
    days.forEach(({ weekday, isHoliday, activity }, day) => {
      const ofWeek = weekday === 6 ? habits.saturday : weekday === 0 ? habits.sunday : 1;
      const ofDay = Math.min(ofWeek, isHoliday ? habits.holiday : 1);
      const luck = Math.exp(habits.unrest * random.normal() - habits.unrest ** 2 / 2);
      for (let hour = 0; hour < 24; hour += 1)
        rates[day * 24 + hour] = activity * ofDay * luck * dayShape(hour, habits.night);
    });
    return rates;
  };
  const opens = {
    saturday: isWeekendShop ? 1 : random.between(0, 0.4),
    sunday: isWeekendShop ? random.between(0.2, 1) : random.between(0, 0.1),
  };
  const visits = shape({
    night: random.between(0.05, 0.4),
    saturday: random.between(0.5, 1.2),
    sunday: random.between(0.4, 1.2),
    holiday: random.between(0.35, 0.8),
    unrest: 0.25,
  });
  const calls = shape({
    night: random.between(0.005, 0.1),
    ...opens,
    holiday: random.between(0, 0.2),
    unrest: 0.3,
  });
  const forms = shape({
    night: random.between(0.1, 0.5),
    saturday: random.between(0.3, 0.9),
    sunday: random.between(0.3, 0.9),
    holiday: random.between(0.3, 0.7),
    unrest: 0.3,
  });
  const series = [
    draw(random, 'script', visits, { daily: random.magnitude(8, 3_000) }),
    ...Array.from({ length: 1 + Math.floor(random.next() * 5) }, () =>
      draw(random, 'number', calls, { daily: random.magnitude(0.3, 60) }),
    ),
    draw(random, 'number', calls, { daily: random.magnitude(2, 40), campaign: true }),
    draw(random, 'forms', forms, { daily: random.magnitude(0.3, 40) }),
  ];
  const all = new Uint16Array(SIMULATED_HOURS);
  const numbers = series.filter(({ what }) => what === 'number');
  for (const { counts } of numbers) counts.forEach((count, hour) => (all[hour] = (all[hour] ?? 0) + count));
  const daily = numbers
    .filter(({ endsAt }) => endsAt === undefined)
    .reduce((sum, each) => sum + each.daily, 0);
  series.push({ what: 'calls', counts: all, daily, endsAt: undefined, isShown: false });
  return {
    country,
    slots: Uint8Array.from({ length: SIMULATED_HOURS }, (_, hour) => hour % 168),
    dayStart: (hour) => BEGIN + Math.floor(hour / 24) * DAY * HOUR_MS,
    series,
    isOpenDay: (hour) => {
      const { weekday, isHoliday } = days[Math.floor(hour / 24)] ?? { weekday: 0, isHoliday: false };
      return !isHoliday && (weekday === 6 ? opens.saturday : weekday === 0 ? opens.sunday : 1) > 0.5;
    },
    random,
  };
}

/** Draws the events of a series; callers call again within the hour. A campaign brings them for some weeks, then its number is quiet. */
function draw(
  random: Random,
  what: Series['what'],
  shape: Float64Array,
  { daily, campaign = false }: { daily: number; campaign?: boolean },
): Series {
  const hourly = daily / dayTotal(shape);
  const begins = campaign ? Math.floor(random.between(0, SIMULATED_DAYS - 60)) * DAY : 0;
  const ends = begins + Math.floor(random.between(21, 120) * DAY);
  // A poster fades; an ad stops at once.
  const fades = random.next() < 0.5 ? random.between(3, 10) * DAY : 1;
  // Half of the other shops advertise for some weeks, which brings up to twice as much.
  const boost =
    random.next() < 0.5
      ? { from: random.between(0, SIMULATED_HOURS), by: random.between(0.3, 1) }
      : undefined;
  const counts = Uint16Array.from(shape, (rate, hour) => {
    const isBoosted = boost !== undefined && hour > boost.from && hour < boost.from + 42 * DAY;
    const ofCampaign = !campaign ? 1 : hour < begins ? 0 : hour < ends ? 1 : Math.exp(-(hour - ends) / fades);
    const callers = random.poisson(rate * hourly * ofCampaign * (isBoosted ? 1 + boost.by : 1) * 0.8);
    return callers + random.poisson(callers * 0.25);
  });
  return {
    what,
    counts,
    daily,
    endsAt: campaign ? ends : undefined,
    isShown: campaign && fades === 1 && random.next() < 0.5,
  };
}

/** The shape of a day: most between nine and six, with a rest at noon and something in the evening. */
function dayShape(hour: number, night: number): number {
  if (hour < 7) return night * 0.3;
  if (hour < 9 || hour >= 21) return night;
  if (hour >= 18) return Math.max(night, 0.3 * night + 0.1);
  return hour === 12 || hour === 13 ? 0.7 : 1;
}

/** The sum of an ordinary day: the median of all days. */
function dayTotal(shape: Float64Array): number {
  const sums = Array.from({ length: SIMULATED_DAYS }, (_, day) =>
    shape.slice(day * 24, day * 24 + 24).reduce((sum, rate) => sum + rate, 0),
  );
  return sums.toSorted((one, other) => one - other)[Math.floor(SIMULATED_DAYS * 0.6)] ?? 1;
}

function dateAt(day: number): string {
  return new Date(BEGIN + day * DAY * HOUR_MS).toISOString().slice(0, 10);
}
