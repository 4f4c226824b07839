/** Names countries in sentences about visitors. Pure. */

/** Names of countries that have an article within a sentence. */
const WITH_ARTICLE = /^(?=United|Netherlands|Philippines|Bahamas|Maldives|.* (?:Islands|Republic)$)/;

const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' });

/** Returns the name of a country; undefined for a code that is none. @param code ISO 3166-1 alpha-2 */
export function countryName(code: string): string | undefined {
  return names.of(code);
}

/** Adds the article that the name of a country has within a sentence: `the United Kingdom`. */
export function withArticle(name: string): string {
  return name.replace(WITH_ARTICLE, 'the ');
}
