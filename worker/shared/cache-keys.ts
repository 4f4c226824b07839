/** The one module that builds KV keys. Shapes, lifetimes, writers and readers are in docs/storage.md. */

/** The published DNI settings of a company. */
export function settingsKey(companyId: string): string {
  return `settings:${companyId}`;
}

/** What the edge needs to answer a company's calls by itself; sealed. */
export function phoneBookKey(companyId: string): string {
  return `calls:${companyId}`;
}

/**
 * What a visitor of a company keeps: the decision for their place, and for postal codes that they asked for.
 * @param visitor the visitor's keyed hash, not an IP
 */
export function answerKey(companyId: string, visitor: string): string {
  return `answer:${companyId}:${visitor}`;
}

/** The resolved place of a visitor, shared by all companies. */
export function placeKey(visitor: string): string {
  return `place:${visitor}`;
}

/** The newest currency rates, for all companies. */
export function ratesKey(): string {
  return 'rates';
}
