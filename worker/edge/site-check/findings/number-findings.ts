/** What the numbers on a page say about the settings. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { finding, listed } from './finding.ts';
import type { PrintedNumber } from '../printed-numbers.ts';
import type { Finding } from '../schema.ts';

/** Everything about the numbers that were found. */
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
      `${named(found)} in ${where} on the page.`,
      'These are swapped for each visitor.',
    );
  }
  return finding(
    'no_numbers',
    'None of the printed numbers of the settings is on the page.',
    'There is nothing to swap. What a script writes later is not seen by this check, nor is a number in a picture.',
    'Is the number on the page the default number, or one of the further printed ones?',
  );
}

function ofTracking(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'tracking_number_printed',
      `${named(found)} ${found.length === 1 ? 'is' : 'are'} printed on the page, and ${found.length === 1 ? 'is a tracking number' : 'are tracking numbers'}.`,
      'Everybody sees it, search engines too, so its calls are of no source.',
      'Print the company’s own number there; visitors see the tracking number in its place.',
    ),
  ];
}

function ofUnknownLinks(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'unknown_link',
      `The page dials ${named(found)}, which the settings do not name.`,
      'These are never swapped, so nobody knows where their calls come from.',
      'Add those that are yours to the printed numbers.',
    ),
  ];
}

function ofUnknownTexts(found: readonly PrintedNumber[]): Finding[] {
  if (found.length === 0) return [];
  return [
    finding(
      'unknown_number',
      `${named(found)} on the page ${found.length === 1 ? 'is' : 'are'} not in the settings.`,
      'What the settings do not name is never swapped.',
      'Add those that are yours to the printed numbers; fax numbers and those of others stay as they are.',
    ),
  ];
}

function named(numbers: readonly PrintedNumber[]): string {
  return listed(numbers.map(({ number }) => parsePhoneNumberFromString(number)?.formatNational() ?? number));
}
