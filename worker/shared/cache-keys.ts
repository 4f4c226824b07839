/** Builds all KV keys. docs/storage.md describes their values, lifetimes, writers and readers. */

/** Returns the key of a company's published DNI settings. */
export function settingsKey(companyId: string): string {
  return `settings:${companyId}`;
}

/** Returns the key of a company's phone book (encrypted), with which the edge answers its calls. */
export function phoneBookKey(companyId: string): string {
  return `calls:${companyId}`;
}

/**
 * Returns the key of a visitor's cached decisions: for their place, and for postal codes that they searched.
 * @param visitor the visitor's keyed hash, not an IP
 */
export function answerKey(companyId: string, visitor: string): string {
  return `answer:${companyId}:${visitor}`;
}

/** Returns the key of a visitor's place, shared by all companies. */
export function placeKey(visitor: string): string {
  return `place:${visitor}`;
}

/** Returns the key of the newest currency rates, shared by all companies. */
export function ratesKey(): string {
  return 'rates';
}

/** Returns the key of the mark that the deployment has a company. */
export function anyCompanyKey(): string {
  return 'any-company';
}
