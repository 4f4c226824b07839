/**
 * Tokens that were looked up lately, by their hash, with whose they are. Every request of the core asks, and reading it
 * from two tables was a fifth of the time of a small answer. The object is alone in writing both tables, so whoever does
 * forgets what is known.
 */
import QuickLRU from 'quick-lru';
import type { Database } from '../database.ts';
import type { UserRecord } from '../users/schema.ts';

/** More people than work at the same moment. */
const MAX_KNOWN = 1_000;

/** A stored token: whose it is and until when. */
export interface TokenRecord {
  user: UserRecord;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

const known = new WeakMap<Database, QuickLRU<string, TokenRecord>>();

/** The known tokens of the company, by hash. */
export function knownTokens(database: Database): QuickLRU<string, TokenRecord> {
  const tokens = known.get(database) ?? new QuickLRU<string, TokenRecord>({ maxSize: MAX_KNOWN });
  known.set(database, tokens);
  return tokens;
}

/** To be called by everything that writes a token or a user. */
export function forgetTokens(database: Database): void {
  known.delete(database);
}
