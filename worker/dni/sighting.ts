/** What the edge tells a company's object when a page has asked for its numbers. */

/** A page that asked: nothing of it names the visitor. */
export interface Sighting {
  /** Origin of the page's site, for instance `https://www.example.com`. */
  site: string;
  /** The page's path without what may be somebody's (`pathForAll`). */
  path: string;
  /** Version of the settings that it was answered by. */
  settingsVersion: number;
  /** How many printed numbers the settings name. */
  targets: number;
  /** How many of them the visit saw another number for. */
  swaps: number;
}

/** Characters of a path; what is longer ends in a `*`. */
const MAX_PATH_LENGTH = 200;
const MAX_PARTS = 8;

/**
 * A path as it is kept: parts that may name a person or a visit, such as addresses, ids and tokens, become `*`, which also
 * makes one page of the pages that differ in them alone.
 * @param path of a URL, percent-encoded
 */
export function pathForAll(path: string): string {
  const parts = path.split('/').slice(1);
  const shown = parts.slice(0, MAX_PARTS).map((part) => (isPersonal(part) ? '*' : part));
  if (parts.length > MAX_PARTS) shown.push('*');
  while (shown.length > 1 && shown.join('/').length >= MAX_PATH_LENGTH) shown.splice(-2, 2, '*');
  return `/${shown.join('/')}`;
}

/** Addresses (`@`), numbers of five digits and more, what is long, and what mixes letters and digits as tokens do. */
function isPersonal(part: string): boolean {
  return (
    part.length > 80 || /@|%40|\d{5}/i.test(part) || (part.length > 15 && /^(?=.*\d)[\da-z]+$/i.test(part))
  );
}
