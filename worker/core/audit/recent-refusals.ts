/** What was refused within the last hour; the company's object remembers it. */
import QuickLRU from 'quick-lru';

const AGAIN_AFTER_MS = 60 * 60 * 1000;
/** More kinds of refusals than anybody gets who means well; beyond, the oldest are told again. */
const MAX_REMEMBERED = 1_000;

/** What was refused lately, by who and what. */
export type RecentRefusals = QuickLRU<string, true>;

/** Nothing was refused yet. */
export function noRefusals(): RecentRefusals {
  return new QuickLRU({ maxSize: MAX_REMEMBERED, maxAge: AGAIN_AFTER_MS });
}
