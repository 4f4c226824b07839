/** The company's data for a check of its page at the edge, the limit of checks, and the leaked numbers that they found. */
import type { DniSettings } from '../../../dni/schema.ts';
import { isPool } from '../../../dni/pure/number-entries.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { Remembered } from '../../engine/context/memory.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { seenSites } from './seen-pages.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Enough for a person who corrects a site and checks again. Not more, since each check fetches a page. */
const CHECKS_A_MINUTE = 6;
const MINUTE_MS = 60_000;

/** Most pages with leaked numbers that are remembered, and most numbers of a page. */
const MAX_PAGES = 20;
const MAX_NUMBERS = 50;

/** What a check has found in the HTML of a page. */
export interface CheckedPage {
  /** Its address, without the query. */
  page: string;
  /** Tracking numbers that are printed there, E.164. */
  printed: readonly string[];
}

/** A number of a pool that is printed on a page. */
interface PrintedNumber {
  number: string;
  page: string;
  /** Milliseconds since the epoch. */
  checkedTime: number;
}

/** The data for a check of a page, or the reason for a refusal. */
export type SiteToCheck =
  | { outcome: 'no_settings' }
  /** Seconds until the next check is allowed. */
  | { outcome: 'too_many'; retryAfter: number }
  | { outcome: 'ready'; settings: DniSettings; sites: { site: string; seenTime: number }[] };

/** The checks of the last minute. A restart of the object forgets them, which happens too rarely to allow many more. */
class CheckLimit implements Remembered {
  #times: number[] = [];

  /**
   * Counts a check.
   * @returns the seconds to wait if there were too many; then the check is not counted
   */
  take(now: number): number | undefined {
    this.#times = this.#times.filter((time) => now - time < MINUTE_MS);
    const [oldest = now] = this.#times;
    if (this.#times.length >= CHECKS_A_MINUTE) return Math.ceil((oldest + MINUTE_MS - now) / 1000);
    this.#times.push(now);
    return undefined;
  }

  /** Keeps the checks, which a rollback does not undo. */
  forget(): void {}
}

/** Returns the data that the edge needs for a check, and counts the check. For callers whom `previewRefusal` does not refuse. */
export function siteToCheck(company: CompanyState): SiteToCheck {
  const saved = dniSettingsOf(company).read();
  if (saved === undefined) return { outcome: 'no_settings' };
  const retryAfter = company.memory.of(CheckLimit).take(Date.now());
  if (retryAfter !== undefined) return { outcome: 'too_many', retryAfter };
  const sites = seenSites(company).map(({ site, pages }) => ({ site, seenTime: pages[0].seenTime }));
  return { outcome: 'ready', settings: saved.settings, sites };
}

/** Remembers which numbers of pools are printed on a page, instead of those that an earlier check of it has found. */
export function recordCheckedPage(company: CompanyContext, { page, printed }: CheckedPage): void {
  const pools = dniSettingsOf(company).read()?.settings.numbers.filter(isPool) ?? [];
  const leased = new Set(pools.flatMap(({ phone_numbers: numbers }) => numbers));
  const numbers = printed.filter((number) => leased.has(number)).slice(0, MAX_NUMBERS);
  const isKnown = company.database.maybe('SELECT 1 FROM printed_numbers WHERE page = ? LIMIT 1', page);
  if (numbers.length === 0 && isKnown === undefined) return;
  commit(company, contextOfActor(company, { kind: 'system', name: 'site check' }), ({ database, now }) => {
    database.run('DELETE FROM printed_numbers WHERE page = ?', page);
    database.run(
      'INSERT OR IGNORE INTO printed_numbers (page, number, checked_time) SELECT ?, value, ? FROM json_each(?)',
      page,
      now,
      JSON.stringify(numbers),
    );
    database.run(
      `DELETE FROM printed_numbers WHERE page IN (
         SELECT page FROM printed_numbers GROUP BY page ORDER BY max(checked_time) DESC, page LIMIT -1 OFFSET ?)`,
      MAX_PAGES,
    );
  });
}

/** Lists where some numbers are printed, the last check first. */
export function printedNumbers(database: Database, numbers: readonly string[]): PrintedNumber[] {
  return database.all<PrintedNumber & Row>(
    `SELECT number, page, checked_time AS checkedTime FROM printed_numbers
     WHERE number IN (SELECT value FROM json_each(?)) ORDER BY checked_time DESC, page, number`,
    JSON.stringify(numbers),
  );
}
