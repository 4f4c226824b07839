/** The memory of an isolate between lookups: bounded, and without anything that identifies a visitor. */
import { KeyedHash } from '../../../shared/secrets/keyed-hash.ts';
import { PoolClient } from './pool-client.ts';
import { PreparedAnswers } from './answers.ts';
import { GeoResolver } from './geo-resolver.ts';
import { KeptPlaces } from './kept-places.ts';
import { KeptDecisions } from './kept-decisions.ts';
import { SettingsReader } from './settings-reader.ts';
import { PageReports } from './page-reports.ts';
import { VisitReports } from '../../../visits/visit-reports.ts';
import { isbot } from 'isbot';
import { lruCache } from '../../../shared/lru-cache.ts';

/** User agents that an isolate remembers. */
const REMEMBERED_USER_AGENTS = 1_000;
/** Longer ones are not remembered, which bounds the memory. */
const MAX_USER_AGENT_LENGTH = 500;

class Crawlers {
  /** Results by user agent, cached because isbot tests a long regular expression. */
  readonly #known = lruCache<boolean>(REMEMBERED_USER_AGENTS);

  /** Tells whether a user agent is a crawler's. */
  has(userAgent: string | undefined): boolean {
    if (userAgent === undefined || userAgent.length > MAX_USER_AGENT_LENGTH) return isbot(userAgent);
    const known = this.#known.get(userAgent);
    if (known !== undefined) return known;
    const isCrawler = isbot(userAgent);
    this.#known.set(userAgent, isCrawler);
    return isCrawler;
  }
}

export class LookupMemory {
  readonly settings = new SettingsReader();
  readonly decisions = new KeptDecisions();
  readonly places = new KeptPlaces();
  readonly answers = new PreparedAnswers();
  readonly resolver = new GeoResolver();
  readonly crawlers = new Crawlers();
  readonly pageReports = new PageReports();
  readonly pools = new PoolClient();
  readonly visitReports = new VisitReports();
  /** Hashes visitors' networks. */
  readonly visitors = new KeyedHash('leadline visitor ip');
}

/** The memory of this isolate. */
export const lookupMemory = new LookupMemory();
