/**
 * Remembers recently used tokens and keys by their hash, with their owners, so that most requests need not read two tables. Only
 * the company's object writes these tables, and every write of a token, a key or a user clears this memory.
 */
import { LRUCache } from 'lru-cache';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { KnownCredential } from '../../engine/context/actors.ts';

/** Most remembered tokens and keys. The least recently used one is dropped first. */
const MAX_KNOWN = 1_000;

/** The known tokens and keys of one company, by hash. */
export class KnownTokens extends LRUCache<string, KnownCredential> {
  /** Grows with every write of a token, a key or a user, since each clears this memory. */
  version = 0;

  constructor() {
    super({ max: MAX_KNOWN });
  }

  override clear(): void {
    this.version += 1;
    super.clear();
  }

  /** Forgets all tokens and keys, so that they are read from the database again. */
  forget(): void {
    this.clear();
  }
}

/** Returns the tokens and keys that a company's object remembers. */
export function knownTokensOf({ memory }: Pick<CompanyState, 'memory'>): KnownTokens {
  return memory.of(KnownTokens);
}
