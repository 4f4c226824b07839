/** What was refused within the last hour; the company's object remembers it. */
import { LRUCache } from 'lru-cache';

const AGAIN_AFTER_MS = 60 * 60 * 1000;
/** Refusals that are remembered; beyond it the oldest are forgotten and told again. */
const MAX_REMEMBERED = 1_000;

/** What was refused lately, by who and what. */
export type RecentRefusals = LRUCache<string, true>;

/** Nothing was refused yet. */
export function noRefusals(): RecentRefusals {
  return new LRUCache({ max: MAX_REMEMBERED, ttl: AGAIN_AFTER_MS });
}
