/** The edge's reports to a company about pages that requested their numbers. */

/** A page that requested its numbers, without anything about the visitor. */
export interface PageReport {
  /** Origin of the page's site, for instance `https://www.example.com`. */
  site: string;
  /** The page's path without personal parts (`anonymousPath`). */
  path: string;
  /** Version of the settings of the answer. */
  settingsVersion: number;
  /** Printed numbers in the settings. */
  targets: number;
  /** How many of them were swapped. */
  swaps: number;
}

/** What the edge has read on a page that was due (`takePageToRead`). */
export interface ReadPage {
  /** Its address without the query. */
  page: string;
  /** Its numbers that are in no settings, E.164. */
  numbers: readonly string[];
  /** Whether all of the page was read. */
  isWhole: boolean;
}

/** Longest path in characters; a longer one is cut and ends in `*`. */
const MAX_PATH_LENGTH = 200;
const MAX_PARTS = 8;

/**
 * Anonymises a path: parts that may identify a person or a visit, such as e-mail addresses, ids and tokens, become `*`. Pages
 * that differ only in such parts become one.
 * @param path of a URL, percent-encoded
 */
export function anonymousPath(path: string): string {
  const parts = path.split('/').slice(1);
  const shown = parts.slice(0, MAX_PARTS).map((part) => (isPersonal(part) ? '*' : part));
  if (parts.length > MAX_PARTS) shown.push('*');
  while (shown.length > 1 && shown.join('/').length >= MAX_PATH_LENGTH) shown.splice(-2, 2, '*');
  return `/${shown.join('/')}`;
}

/** Recognises e-mail addresses (`@`), numbers of five or more digits, long parts, and tokens of letters and digits. */
function isPersonal(part: string): boolean {
  return (
    part.length > 80 || /@|%40|\d{5}/i.test(part) || (part.length > 15 && /^(?=.*\d)[\da-z]+$/i.test(part))
  );
}
