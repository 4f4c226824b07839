/** A company is told of what has fallen silent, once, and again when it is heard. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordPage } from '../../../../../worker/core/company/dni/seen-pages.ts';
import { effort } from '../../../../harness/effort.ts';
import { ALL, type Heard, NUMBERS, START, WatchedCompany } from './watched-company.ts';

const DAY = 24;
const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const without = (...silent: Heard[]): Heard[] => ALL.filter((each) => !silent.includes(each));
const briefly = (company: WatchedCompany): string[] =>
  company.told().map(({ type, data }) => `${type} ${data['silent']} ${data['name']}`);

test.for<[Heard, string, string, RegExp]>([
  ['script', 'script', 'www.acme.test', /whether the site is up/],
  [NUMBERS[1], 'number', '(512) 555-0101', /Call it yourself/],
  ['forms', 'forms', 'Forms', /Send a form yourself/],
])(
  '%s: super admins are told of a silence within a day, once, and of its end',
  async ([what, silent, name, advice]) => {
    const company = new WatchedCompany();
    await company.live(DAY, ALL);
    expect(company.told()).toEqual([]);

    await company.live(DAY, without(what));

    expect(company.told()).toEqual([
      {
        type: 'silence.began',
        data: {
          silent,
          name,
          heard_time: '2026-03-02T18:00:00.000Z',
          detail: expect.stringMatching(advice) as string,
        },
      },
    ]);
    expect(company.told()[0]?.data['detail']).toMatch(
      /^Nothing since Mon, Mar 2, 6:00 PM UTC\. Usually there would have been at least \d+/,
    );
    await company.live(DAY, without(what));
    expect(company.told()).toHaveLength(1);
    await company.live(DAY, ALL);
    expect(briefly(company)).toEqual([`silence.began ${silent} ${name}`, `silence.ended ${silent} ${name}`]);
    expect(company.told('mary')).toEqual([]);
  },
);

test('nobody is told at night, at the weekend, or on a holiday', async () => {
  const company = new WatchedCompany(1, { special_hours: [{ date: '2026-03-04', closed: true }] });
  await company.live(2 * DAY, ALL);
  await company.live(DAY, ['script']);
  await company.live(6 * DAY, ALL);

  expect(company.told()).toEqual([]);
});

test('if all numbers are silent, their calls are told of together', async () => {
  const company = new WatchedCompany();
  await company.live(2 * DAY, without(...NUMBERS));

  expect(briefly(company)).toEqual(['silence.began calls Calls']);
});

test('a number that nobody is shown any more has no fault', async () => {
  const company = new WatchedCompany();
  const [kept, ended] = NUMBERS;
  for (let day = -30; day < 4; day += 1) {
    const date = new Date(START + day * DAY * HOUR_MS).toISOString().slice(0, 10);
    for (const number of day < 0 ? [kept, ended] : [kept]) {
      company.run.database.run(
        `INSERT INTO visit_counts (day, month, source, campaign, location_id, number, visits) VALUES (?, '2026-02', 'ads', '', '', ?, 40)`,
        date,
        number,
      );
    }
  }
  await company.live(3 * DAY, without(ended));
  expect(company.told()).toEqual([]);

  // Here visitors still see it.
  await company.live(DAY, without(kept));
  expect(briefly(company)).toEqual(['silence.began number (512) 555-0100']);
});

test('calls that go out, forms that may not have arrived, and spam prove nothing', async () => {
  const company = new WatchedCompany();
  for (let hour = START; hour < START + DAY * HOUR_MS; hour += HOUR_MS) {
    company.addCall(NUMBERS[1], hour, 'outbound');
    company.addForm(hour, { isConfirmed: 0 });
    company.addForm(hour, { spam: '["links"]' });
  }
  await company.live(DAY, without(NUMBERS[1], 'forms'));

  expect(briefly(company).toSorted()).toEqual([
    'silence.began forms Forms',
    'silence.began number (512) 555-0101',
  ]);
});

test('the silence of what is used no more ends without a word', async () => {
  const company = new WatchedCompany();
  await company.live(DAY, without(NUMBERS[1], 'forms', 'script'));
  expect(company.told()).toHaveLength(3);

  company.changeSettings({ domains: ['other.test'], forms: false, numbers: [] });
  await company.live(2, ALL);

  expect(company.told()).toHaveLength(3);
  expect(company.run.database.all('SELECT part FROM troubles WHERE is_open = 1')).toEqual([]);
});

test('whenever the object is killed, each silence and each end are told once', async () => {
  for (let seed = 1; seed <= effort(3, 60); seed += 1) {
    const company = new WatchedCompany(seed);
    company.run.isTroubled = true;
    await company.live(DAY, without('script', NUMBERS[0]));
    await company.live(DAY, ALL);
    company.run.isTroubled = false;

    expect(briefly(company).toSorted(), `seed ${String(seed)}`).toEqual([
      'silence.began number (512) 555-0100',
      'silence.began script www.acme.test',
      'silence.ended number (512) 555-0100',
      'silence.ended script www.acme.test',
    ]);
  }
});

test('a company is not looked at in its first two weeks', async () => {
  const company = new WatchedCompany(1, {}, 12);
  await company.live(DAY, ALL);
  expect(company.run.database.all('SELECT 1 FROM silence_watch')).toEqual([]);

  await company.live(2 * DAY, ALL);
  expect(company.run.database.all('SELECT 1 FROM silence_watch')).toHaveLength(1);
});

test('a company in which nothing happens any more is not woken', async () => {
  const company = new WatchedCompany();
  await company.live(2, []);
  expect(company.run.database.all('SELECT 1 FROM silence_watch')).toHaveLength(1);

  vi.setSystemTime(START + 100 * DAY * HOUR_MS);
  await company.live(1, []);

  expect(company.run.database.all('SELECT 1 FROM silence_watch')).toEqual([]);
});

test('whoever names many sites does not fill the database: the hours of twenty are kept', () => {
  const { run } = new WatchedCompany(1, { domains: [] });
  for (let site = 0; site < 30; site += 1) {
    vi.setSystemTime(Date.now() + 1_000);
    const report = { path: '/', settingsVersion: 1, targets: 1, swaps: 1 };
    recordPage(run.company, { ...report, site: `https://site-${String(site)}.test` });
  }

  const sites = run.database.all("SELECT DISTINCT part FROM heard_hours WHERE part GLOB 'script:*'");
  expect(sites).toHaveLength(20);
  expect(sites).toContainEqual({ part: 'script:https://site-29.test' });
});
