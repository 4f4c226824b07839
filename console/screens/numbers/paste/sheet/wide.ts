/**
 * Wide sheets: one row a branch, and a column of tracking numbers for each source. Tells which columns these
 * are. Pure.
 */
/** The member of a column whose header is a source and whose cells are its numbers. Several columns may have it. */
export const OF_SOURCE = 'of_source';

/** Fewer digits are a postal code or a sum, though a short number is possible in some countries. */
const LEAST_DIGITS = 7;
/** A column of numbers may have remarks such as “ordered”, but not mostly. */
const LEAST_SHARE = 0.5;
/** What people write where there is no number. */
const NO_NUMBER = /^([-–—./x]+|n\/?a|none|no|tbd|keine?|aucune?|ninguno|nessuno|geen)$/i;
/** Phones of a branch that are no sources. */
const OTHER_PHONES =
  /\b(fax|telefax|mobile?|cell|handy|movil|cellulare|whats ?app|manager|owner|contact|leiter|after hours|emergency|notfall|notdienst|toll free|home|private?|backup|extension|ext|second|2nd|alt|alternate|switchboard|zentrale)\b/i;
/** Words of a header that say that its cells are numbers, and do not name the source. */
const NUMBER_WORDS = new Set(
  'call calls tracking phone phones telephone tel number numbers no nr line # rufnr rufnummer telefonnummer telefon nummer numero'.split(
    ' ',
  ),
);

/** Returns the source that a header names: `Google Ads` for `Google Ads tracking no.`; '' if it names none. */
export function sourceOfHeader(header: string): string {
  if (OTHER_PHONES.test(header)) return '';
  const words = header
    .replaceAll('#', ' # ')
    .split(/[\s:]+/)
    .filter((word) => word !== '');
  const isNamed = (word: string): boolean => !NUMBER_WORDS.has(word.toLowerCase().replaceAll('.', ''));
  const first = words.findIndex(isNamed);
  if (first < 0) return '';
  const before = words.slice(0, first).map((word) => word.toLowerCase());
  // “Call Center” is a name, and “Tracking no. Radio” is Radio.
  const start = before.includes('tracking') ? first : 0;
  return words.slice(start, words.findLastIndex(isNamed) + 1).join(' ');
}

/** Tells whether a cell has a phone number, and no shorter number that would be one somewhere. */
export function hasPhone(text: string, isPhone: (text: string) => boolean): boolean {
  return text.replaceAll(/\D/g, '').length >= LEAST_DIGITS && isPhone(text);
}

/** Tells whether the cells of a column are phone numbers. @param cells those that are not empty */
export function arePhones(cells: readonly string[], isPhone: (text: string) => boolean): boolean {
  const stated = cells.filter((cell) => !isNoNumber(cell));
  const phones = stated.filter((cell) => hasPhone(cell, isPhone)).length;
  return phones > 0 && phones >= stated.length * LEAST_SHARE;
}

/** Tells whether a cell says that there is no number. */
export function isNoNumber(cell: string): boolean {
  return cell === '' || NO_NUMBER.test(cell);
}
