/** Compares the numbers on a page with the settings. Pure. */
import { parsePhoneNumberFromString } from '../../../shared/contact/numbering.ts';
import { finding, listed } from './finding.ts';
import type { Finding, PrintedNumber } from '../reference.ts';

/** Returns the findings about the numbers on a page. */
export function numberFindings(numbers: readonly PrintedNumber[]): Finding[] {
  const ofKind = (kind: PrintedNumber['kind']): PrintedNumber[] =>
    numbers.filter((each) => each.kind === kind);
  const unknown = ofKind('unknown');
  return [
    ofTargets(ofKind('target')),
    ...ofTracking(ofKind('tracking')),
    ...ofUnknownLinks(unknown.filter(({ links }) => links > 0)),
    ...ofUnknownTexts(unknown.filter(({ links }) => links === 0)),
  ];
}

function ofTargets(found: readonly PrintedNumber[]): Finding {
  const places = found.reduce((sum, { texts, links }) => sum + texts + links, 0);
  if (places > 0) {
    const where = places === 1 ? 'one place' : `${places} places`;
    return finding(
      'numbers_found',
      `${named(found)} found in ${where} on the page.`,
      'Visitors see their tracking number there.',
    );
  }
  return finding(
    'no_numbers',
    'None of the printed numbers in your settings is on the page.',
    'There is nothing to swap. This check does not see numbers that a script adds later, or numbers in pictures.',
    'Add the number on the page to your settings, as the default number or as a further printed number.',
  );
}

function ofTracking(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'tracking_number_printed',
      `${named(found)} ${found.length === 1 ? 'is printed on the page, but is a tracking number' : 'are printed on the page, but are tracking numbers'}.`,
      'All visitors and search engines see it, so its calls cannot be attributed to a source.',
      'Print your own number instead. The script replaces it by the right tracking number.',
    ),
  ];
}

function ofUnknownLinks(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'unknown_link',
      `The page has call links to ${named(found)}, which your settings do not contain.`,
      'These are never swapped, so their calls cannot be attributed to a source.',
      'Add the ones that are yours to the printed numbers.',
    ),
  ];
}

function ofUnknownTexts(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'unknown_number',
      `${named(found)} on the page ${found.length === 1 ? 'is' : 'are'} not in your settings.`,
      'Numbers that are not in your settings are never swapped.',
      'Add the ones that are yours to the printed numbers. Leave out fax numbers and numbers of others.',
    ),
  ];
}

function named(numbers: readonly PrintedNumber[]): string {
  return listed(numbers.map(({ number }) => parsePhoneNumberFromString(number)?.formatNational() ?? number));
}
