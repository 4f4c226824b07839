/** The company's data for a check of its page at the edge, and the limit of checks. */
import type { DniSettings } from '../../../dni/schema.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { seenSites } from './seen-pages.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Enough for a person who corrects a site and checks again. Not more, since each check fetches a page. */
const CHECKS_A_MINUTE = 6;
const MINUTE_MS = 60_000;

/** The data for a check of a page, or the reason for a refusal. */
export type SiteToCheck =
  | { outcome: 'no_settings' }
  /** Seconds until the next check is allowed. */
  | { outcome: 'too_many'; retryAfter: number }
  | { outcome: 'ready'; settings: DniSettings; sites: { site: string; seenTime: number }[] };

/** The checks of the last minute. A restart of the object forgets them, which happens too rarely to allow many more. */
export class CheckLimit {
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
}

/** Returns the data that the edge needs for a check. */
export function siteToCheck(company: CompanyState, limit: CheckLimit): SiteToCheck {
  const saved = dniSettingsOf(company).read();
  if (saved === undefined) return { outcome: 'no_settings' };
  const retryAfter = limit.take(Date.now());
  if (retryAfter !== undefined) return { outcome: 'too_many', retryAfter };
  const sites = seenSites(company).map(({ site, pages }) => ({ site, seenTime: pages[0].seenTime }));
  return { outcome: 'ready', settings: saved.settings, sites };
}
