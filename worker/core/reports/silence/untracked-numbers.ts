/**
 * Notices numbers on the company's own pages that nobody tracks: they are in no DNI settings. Each week the edge reads pages that
 * visitors have opened, and reports the numbers; nothing else of a page is kept. Super admins are told of a number once, and again when
 * it is tracked or seen on no page any more.
 */
import { isOwnHost } from '../../../dni/pure/domains.ts';
import { numbersOf } from '../../../dni/pure/number-entries.ts';
import type { ReadPage } from '../../../dni/reports/page-report.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { writtenPhone } from '../../../shared/contact/phone-numbers.ts';
import { safeTitle } from '../../../shared/mail/safe-names.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import { beginTrouble, endTrouble } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { openTroubles } from '../../people/troubles/troubles.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Most pages of a company that are read in a week, and most numbers that are kept of one. */
const MOST_PAGES = 20;
const MOST_NUMBERS = 20;
/** A page lists others' numbers if it has many: these are told first, the others a week later. */
const MOST_TOLD = 3;
/** A page that nobody has opened for so many weeks is forgotten with its numbers. */
const KEPT_WEEKS = 4;
/** The row of the week in which pages were first seen. They are read in the next one, whose begin is spread over the companies. */
const FIRST = '';
const BEGINNING = 'printed:';
const ACTOR = { kind: 'system', name: 'site check' } as const;

/**
 * Tells whether the edge is to read a page that a visitor has opened: once a week, if it is on one of the company's domains. The one
 * that asks first reads it.
 * @param page its address without the query; one with `*` is no page that can be read
 */
export function takePageToRead(company: CompanyContext, page: string): boolean {
  const { database } = company;
  const domains = new Set(dniSettingsOf(company).read()?.settings.domains);
  const url = URL.parse(page);
  if (url === null || domains.size === 0 || !isOwnHost(url.hostname, domains) || page.includes('*'))
    return false;
  const context = contextOfActor(company, ACTOR);
  const week = weekOf(company.companyId, context.now);
  if (!isDue(database, page, week)) return false;
  return commit(company, context, (write) => {
    const isFirst = write.database.maybe('SELECT 1 FROM read_pages LIMIT 1') === undefined;
    save(write.database, { page: isFirst ? FIRST : page, week });
    return !isFirst;
  });
}

/** Keeps the numbers of a page that was read, and tells what is new or over. A page that was taken from nobody is left out. */
export function recordReadPage(company: CompanyContext, { page, numbers, isWhole }: ReadPage): void {
  commit(company, contextOfActor(company, ACTOR), (context) => {
    const { database, now } = context;
    const before = database.maybe<{ numbers: string }>('SELECT numbers FROM read_pages WHERE page = ?', page);
    if (before === undefined) return;
    const kept = isWhole ? [] : (JSON.parse(before.numbers) as string[]);
    const found = [...new Set([...kept, ...numbers])].slice(0, MOST_NUMBERS);
    database.run('UPDATE read_pages SET numbers = ? WHERE page = ?', JSON.stringify(found), page);
    database.run('DELETE FROM read_pages WHERE week < ?', weekOf(company.companyId, now) - KEPT_WEEKS);
    settleUntracked(context);
  });
}

/** Tells which numbers are on pages and tracked by nobody, and which are so no more, after a page was read or the settings changed. */
export function settleUntracked(context: WriteContext): void {
  const { database } = context;
  const pages = pagesByNumber(database);
  const open = openTroubles(database, BEGINNING).map(({ part }) => part.slice(BEGINNING.length));
  if (pages.size + open.length === 0) return;
  const settings = dniSettingsOf(context).read()?.settings;
  const others = new Set(settings?.other_numbers);
  const tracked = new Set(settings === undefined ? [] : ownNumbers(settings));
  const nameOf = (number: string): string =>
    writtenPhone(number, settingsOf(context).options().default_region);
  for (const number of open) {
    if (others.has(number)) endTrouble(context, BEGINNING + number);
    else if (tracked.has(number) || !pages.has(number)) {
      const over = { type: 'silence.ended', data: { silent: 'printed', name: nameOf(number) } };
      endTrouble(context, BEGINNING + number, over);
    }
  }
  const news = [...pages].filter(
    ([number]) => !tracked.has(number) && !others.has(number) && !open.includes(number),
  );
  for (const [number, page] of news.slice(0, MOST_TOLD)) {
    beginTrouble(context, {
      part: BEGINNING + number,
      type: 'silence.began',
      data: {
        silent: 'printed',
        heard_time: writeMoment(context.now),
        name: nameOf(number),
        detail: detailOf(page),
      },
    });
  }
}

/** Returns the number of the week, which begins for each company at a time of its own. */
export function weekOf(companyId: string, now: number): number {
  const offset = Number.parseInt(sha256Hex(companyId).slice(0, 8), 16) / 2 ** 32;
  return Math.floor(now / WEEK_MS + offset);
}

/** Returns the numbers that are swapped, tracked, or of a branch. */
function ownNumbers({ default_number: own, targets, numbers, locations }: DniSettings): string[] {
  return [
    own,
    ...targets.map(({ number }) => number),
    ...numbers.flatMap(numbersOf),
    ...locations.flatMap(({ numbers: phones }) => phones.filter((phone) => typeof phone === 'string')),
  ];
}

function detailOf(page: string): string {
  // Mail programs make a link of a host, and of some paths.
  const path = safeTitle(new URL(page).pathname, 'one of your pages');
  return `It stands on ${path}, and the script leaves it as it is, so its calls are in no report.\nIf it is yours, add it to the printed numbers: Numbers, Site. If it is a fax or somebody else’s, add it there to the numbers that stay as they are.`;
}

/** Returns the numbers of all pages, each with the first page that has it. */
function pagesByNumber(database: Database): Map<string, string> {
  const rows = database.all<{ number: string; page: string }>(
    'SELECT value AS number, min(page) AS page FROM read_pages, json_each(numbers) GROUP BY value ORDER BY 2, 1',
  );
  return new Map(rows.map(({ number, page }) => [number, page]));
}

function isDue(database: Database, page: string, week: number): boolean {
  const { read, taken } = database.one<{ read: number; taken: number }>(
    'SELECT count(*) AS read, count(*) FILTER (WHERE page IN (?, ?)) AS taken FROM read_pages WHERE week >= ?',
    page,
    FIRST,
    week,
  );
  return taken === 0 && read < MOST_PAGES;
}

function save(database: Database, { page, week }: { page: string; week: number }): void {
  database.run(
    `INSERT INTO read_pages (page, week, numbers) VALUES (?1, ?2, '[]')
     ON CONFLICT (page) DO UPDATE SET week = ?2`,
    page,
    week,
  );
}
