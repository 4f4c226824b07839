/**
 * Reports pages to the company's Durable Object now and then, so that the console can show where the widget works. A report
 * contains nothing about the visitor, and most lookups send none.
 */
import { lruCache } from '../../../shared/lru-cache.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import { type PageReport, anonymousPath } from '../../../dni/reports/page-report.ts';
import { type Choice, shownFor } from './answers.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** Shortest time between two reports of the same page by this isolate. */
const SAME_PAGE_MS = 5 * 60_000;
/** Reports that an isolate may send at once, for somebody who tries several pages... */
const AT_ONCE = 5;
/** ...and then one in this time. */
const REFILL_MS = 5 * 60_000;
/** Pages and companies that an isolate remembers; a page takes at most 500 bytes. */
const REMEMBERED_PAGES = 2_000;
const REMEMBERED_COMPANIES = 2_000;
/** Limit for a report, for which nobody waits. */
const OBJECT_TIMEOUT_MS = 10_000;
/** Longest origin: a host has at most 253 characters (RFC 1035, 2.3.4). */
const MAX_SITE_LENGTH = 270;

/** An answered lookup of the widget. */
interface Answered {
  decision: Choice | 'bot';
  compiled: CompiledSettings;
  /** The URL that the page sent. */
  url: string | undefined;
  /** Returns the `Origin` header, which a page cannot change. A function, since it is rarely needed. */
  origin: () => string | undefined;
}

/** A page of a company that is to be read for numbers that nobody tracks. */
export interface DuePage {
  companyId: string;
  settings: DniSettings;
  /** Its address without the query. */
  page: string;
}

/** The remaining reports of a company, as a token bucket. */
interface Allowance {
  left: number;
  time: number;
}

/** Selects and sends reports. */
export class PageReports {
  /** Reads a page that is due. `app.ts` sets it: what reads pages stands above the lookup. */
  readDue: (env: LookupEnv, due: DuePage) => Promise<void> = async () => undefined;
  readonly #pages = lruCache<number>(REMEMBERED_PAGES);
  readonly #allowances = lruCache<Allowance>(REMEMBERED_COMPANIES);
  readonly #objects = new Dependency('page reports to companies', {
    timeoutMs: OBJECT_TIMEOUT_MS,
    // A failure of one company's object does not concern others.
    pauses: false,
  });

  /** Reports the page to its company if a report is due. Call it after the answer. */
  async report(env: LookupEnv, answered: Answered): Promise<void> {
    const report = this.#reportFor(answered, Date.now());
    if (report === undefined) return;
    const { companyId, settings } = answered.compiled;
    const page = report.site + report.path;
    const isDue = await this.#objects.ask(async () => {
      const company = env.COMPANIES.getByName(companyId);
      await company.recordPage(report);
      return settings.domains.length > 0 && company.takePageToRead(page);
    }, false);
    if (isDue === true) await this.readDue(env, { companyId, settings, page });
  }

  #reportFor({ decision, compiled, url, origin }: Answered, now: number): PageReport | undefined {
    const { companyId, version, settings } = compiled;
    // The cheapest check first: on a busy site nearly every lookup ends here.
    const left = this.#leftFor(companyId, now);
    if (left < 1 || decision === 'bot') return undefined;
    const page = pageOf(origin(), url);
    if (page === undefined) return undefined;
    const key = `${companyId} ${version} ${page.site}${page.path}`;
    if (now - (this.#pages.get(key) ?? -Infinity) < SAME_PAGE_MS) return undefined;
    this.#pages.set(key, now);
    this.#allowances.set(companyId, { left: left - 1, time: now });
    const swaps = shownFor(decision, compiled).swaps().length;
    return { ...page, settingsVersion: version, targets: settings.targets.length, swaps };
  }

  #leftFor(companyId: string, now: number): number {
    const allowance = this.#allowances.get(companyId);
    if (allowance === undefined) return AT_ONCE;
    return Math.min(AT_ONCE, allowance.left + (now - allowance.time) / REFILL_MS);
  }
}

/** Returns the page if its URL belongs to the browser's `Origin`. */
function pageOf(
  origin: string | undefined,
  url: string | undefined,
): Pick<PageReport, 'site' | 'path'> | undefined {
  if (origin === undefined || url === undefined || origin.length > MAX_SITE_LENGTH) return undefined;
  const page = URL.parse(url);
  const site = URL.parse(origin)?.origin;
  if (page === null || page.origin !== site || !/^https?:/.test(site)) return undefined;
  return { site, path: anonymousPath(page.pathname) };
}
