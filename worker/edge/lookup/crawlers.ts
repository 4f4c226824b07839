/** Who says that it is a crawler; those see the number that search engines should index. */
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** User agents that an isolate remembers. */
const REMEMBERED_USER_AGENTS = 1_000;
/** Longer ones are not remembered, so that a few cannot take the memory of many. */
const MAX_USER_AGENT_LENGTH = 500;

export class Crawlers {
  /** By user agent whether it is a crawler's: isbot tests a long regular expression, so its answers are kept. */
  readonly #known = new LRUCache<string, boolean>({ max: REMEMBERED_USER_AGENTS });

  /** Whether this user agent is a crawler's. */
  has(userAgent: string | undefined): boolean {
    if (userAgent === undefined || userAgent.length > MAX_USER_AGENT_LENGTH) return isbot(userAgent);
    const known = this.#known.get(userAgent);
    if (known !== undefined) return known;
    const isCrawler = isbot(userAgent);
    this.#known.set(userAgent, isCrawler);
    return isCrawler;
  }
}
