/**
 * Tokens and keys that were looked up lately, by their hash, with whose they are. Every request of the core asks, and
 * reading it from two tables was a fifth of the time of a small answer. The company's object is alone in writing these
 * tables, so whatever writes a token, a key or a user empties this.
 */
import { LRUCache } from 'lru-cache';
import type { Actor } from '../actors.ts';

/** More people than work at the same moment. */
const MAX_KNOWN = 1_000;

/** A stored token or key: who acts with it, and until when. */
export interface KnownCredential {
  actor: Extract<Actor, { kind: 'user' | 'key' }>;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

/** The known tokens and keys of one company, by hash. */
export type KnownTokens = LRUCache<string, KnownCredential>;

/** None are known yet. */
export function noKnownTokens(): KnownTokens {
  return new LRUCache({ max: MAX_KNOWN });
}
