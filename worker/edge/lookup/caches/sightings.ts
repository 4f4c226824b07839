/**
 * Which pages were seen: now and then a question is told to the company's object, so that whoever put the widget on a site
 * can see that it asks. Nothing of the visitor goes along, and nearly every question tells nothing.
 */
import { LRUCache } from 'lru-cache';
import { Dependency } from '../../../shared/limits/dependency.ts';
import { type Sighting, pathForAll } from '../../../dni/sighting.ts';
import { type Choice, shownFor } from './answers.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { LookupEnv } from '../lookup-app.ts';

/** A page that this isolate has told of is not told of again for this long. */
const SAME_PAGE_MS = 5 * 60_000;
/** An isolate tells of a company's pages this often at once, for somebody who tries one page after the other... */
const AT_ONCE = 5;
/** ...and then once in this time. */
const REFILL_MS = 5 * 60_000;
/** Pages, and companies, that an isolate remembers; a page takes at most 500 bytes. */
const REMEMBERED_PAGES = 2_000;
const REMEMBERED_COMPANIES = 2_000;
/** Nobody waits for it, but nothing is held for ever either. */
const OBJECT_TIMEOUT_MS = 10_000;
/** Of an origin: a host has 253 characters at the most (RFC 1035, 2.3.4). */
const MAX_SITE_LENGTH = 270;

/** A question of the widget that was answered. */
interface Answered {
  decision: Choice | 'bot';
  compiled: CompiledSettings;
  /** The page's address as the page gives it. */
  url: string | undefined;
  /** The header `Origin`, which a browser sets and a page cannot. Read only when it is needed. */
  origin: () => string | undefined;
}

/** How often a company may be told, as a bucket that fills up again. */
interface Allowance {
  left: number;
  time: number;
}

export class Sightings {
  readonly #pages = new LRUCache<string, number>({ max: REMEMBERED_PAGES });
  readonly #allowances = new LRUCache<string, Allowance>({ max: REMEMBERED_COMPANIES });
  readonly #objects = new Dependency('telling companies of their pages', {
    timeoutMs: OBJECT_TIMEOUT_MS,
    // One company's object says nothing about another's.
    pauses: false,
  });

  /** Tells the company which page has asked, if it is time for that; to be done behind the answer. */
  async tell(env: LookupEnv, answered: Answered): Promise<void> {
    const sighting = this.#sightingOf(answered, Date.now());
    if (sighting === undefined) return;
    const { companyId } = answered.compiled;
    await this.#objects.ask(async () => env.COMPANIES.getByName(companyId).noteSighting(sighting), undefined);
  }

  #sightingOf({ decision, compiled, url, origin }: Answered, now: number): Sighting | undefined {
    const { companyId, version, settings } = compiled;
    // First what costs least: on a busy site nearly every question ends here.
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

/** The page that asks, when its address is of the site that the browser says it comes from. */
function pageOf(
  origin: string | undefined,
  url: string | undefined,
): Pick<Sighting, 'site' | 'path'> | undefined {
  if (origin === undefined || url === undefined || origin.length > MAX_SITE_LENGTH) return undefined;
  const page = URL.parse(url);
  const site = URL.parse(origin)?.origin;
  if (page === null || page.origin !== site || !/^https?:/.test(site)) return undefined;
  return { site, path: pathForAll(page.pathname) };
}
