/** The one module that builds KV keys. Shapes, lifetimes, writers and readers are in docs/storage.md. */

/** The published DNI settings of a company. */
export function settingsKey(companyId: string): string {
  return `settings:${companyId}`;
}

/**
 * The answer that a visitor of a company keeps.
 * @param visitor the visitor's keyed hash, never an IP
 * @param zip the forced postal code, if there was one
 */
export function answerKey(companyId: string, visitor: string, zip?: string): string {
  return zip === undefined ? `answer:${companyId}:${visitor}` : `answer:${companyId}:${visitor}:${zip}`;
}

/** The resolved place of a visitor, shared by all companies. */
export function placeKey(visitor: string): string {
  return `place:${visitor}`;
}

/** The newest currency rates, for all companies. */
export function ratesKey(): string {
  return 'rates';
}
