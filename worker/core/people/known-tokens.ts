/**
 * Tokens and keys that were looked up lately, by their hash, with whose they are, so that not every request reads two
 * tables. Only the company's object writes these tables, and every write of a token, a key or a user
 * empties this.
 */
import { LRUCache } from 'lru-cache';
import type { CompanyState } from '../engine/context/company-context.ts';
import type { KnownCredential } from '../engine/context/actors.ts';

/** Tokens and keys that are remembered; the least recently used one goes first. */
const MAX_KNOWN = 1_000;

/** The known tokens and keys of one company, by hash. */
export class KnownTokens extends LRUCache<string, KnownCredential> {
  constructor() {
    super({ max: MAX_KNOWN });
  }

  /** Looks every token and key up anew from here on. */
  forget(): void {
    this.clear();
  }
}

/** The tokens and keys that a company's object knows. */
export function knownTokensOf({ memory }: Pick<CompanyState, 'memory'>): KnownTokens {
  return memory.of(KnownTokens);
}
