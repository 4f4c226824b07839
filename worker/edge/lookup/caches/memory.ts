/** What an isolate keeps from one lookup to the next. All of it is bounded, and none of it names a visitor. */
import { KeyedHash } from '../../../shared/secrets/keyed-hash.ts';
import { PreparedAnswers } from './answers.ts';
import { GeoResolver } from './geo-resolver.ts';
import { KeptDecisions } from './kept-decisions.ts';
import { KeptPlaces } from './kept-places.ts';
import { SettingsReader } from './settings-reader.ts';
import { Sightings } from './sightings.ts';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** User agents that an isolate remembers. */
const REMEMBERED_USER_AGENTS = 1_000;
/** Longer ones are not remembered, so that a few cannot take the memory of many. */
const MAX_USER_AGENT_LENGTH = 500;

class Crawlers {
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

export class LookupMemory {
  readonly settings = new SettingsReader();
  readonly decisions = new KeptDecisions();
  readonly places = new KeptPlaces();
  readonly answers = new PreparedAnswers();
  readonly resolver = new GeoResolver();
  readonly crawlers = new Crawlers();
  readonly sightings = new Sightings();
  /** What stands for a visitor: the hash of their network. */
  readonly visitors = new KeyedHash('leadline visitor ip');
}

/** This isolate's memory. */
export const lookupMemory = new LookupMemory();
