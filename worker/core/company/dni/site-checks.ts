/** What the edge is told when it checks a page of the company, and how often it may. */
import type { DniSettings } from '../../../dni/schema.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { seenSites } from './seen-pages.ts';
import { dniSettingsOf } from './saved-settings.ts';

/** Somebody who mends a site and looks again; no more, since each fetches a page. */
const CHECKS_A_MINUTE = 6;
const MINUTE_MS = 60_000;

/** What a page is held against, or why there is no check. */
export type SiteToCheck =
  | { outcome: 'no_settings' }
  /** Seconds until the next one. */
  | { outcome: 'too_many'; retryAfter: number }
  | { outcome: 'ready'; settings: DniSettings; sites: { site: string; seenTime: number }[] };

/** The checks of the last minute. An object that starts anew has forgotten them, which is no way to many. */
export class CheckLimit {
  #times: number[] = [];

  /** Counts a check. @returns seconds to wait, when there were too many; it is not counted then */
  take(now: number): number | undefined {
    this.#times = this.#times.filter((time) => now - time < MINUTE_MS);
    const [oldest = now] = this.#times;
    if (this.#times.length >= CHECKS_A_MINUTE) return Math.ceil((oldest + MINUTE_MS - now) / 1000);
    this.#times.push(now);
    return undefined;
  }
}

/** What the edge needs for a check. */
export function siteToCheck(company: CompanyState, limit: CheckLimit): SiteToCheck {
  const saved = dniSettingsOf(company).read();
  if (saved === undefined) return { outcome: 'no_settings' };
  const retryAfter = limit.take(Date.now());
  if (retryAfter !== undefined) return { outcome: 'too_many', retryAfter };
  const sites = seenSites(company).map(({ site, pages }) => ({ site, seenTime: pages[0].seenTime }));
  return { outcome: 'ready', settings: saved.settings, sites };
}
