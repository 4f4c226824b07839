/**
 * Tokens that were looked up lately, by their hash, with whose they are. Every request of the core asks, and reading it
 * from two tables was a fifth of the time of a small answer. The company's object is alone in writing both tables, so
 * whatever writes a token or a user empties this.
 */
import QuickLRU from 'quick-lru';
import type { UserRecord } from '../users/schema.ts';

/** More people than work at the same moment. */
const MAX_KNOWN = 1_000;

/** A stored token: whose it is and until when. */
export interface TokenRecord {
  user: UserRecord;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

/** The known tokens of one company, by hash. */
export type KnownTokens = QuickLRU<string, TokenRecord>;

/** None are known yet. */
export function noKnownTokens(): KnownTokens {
  return new QuickLRU({ maxSize: MAX_KNOWN });
}
