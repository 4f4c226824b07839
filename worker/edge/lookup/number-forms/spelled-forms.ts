/** Forms in letters: 1-800-FLOWERS, 0800 FLOWERS. The new number is written in digits with hyphens. Pure. */
import type { Dialling } from './dialling.ts';
import { bracketAtStart, JOINTS, plus, printed, spelled } from './slots.ts';

/** In North America the national prefix is the calling code. */
const NORTH_AMERICA = '1';
/** Length of the area code, which is always in digits. */
const AREA = 3;

/** A pattern for forms in letters, and the replacement. */
export interface SpelledForm {
  pattern: string;
  text: string;
  /** A pattern for the beginning of all forms in letters: area code, digits, and a letter. */
  spells: string;
}

/** Returns the forms of `old` in letters with the replacement by `next`; none for numbers that are not spelled. */
export function spelledForms(old: Dialling, next: Dialling): SpelledForm[] {
  const { code, digits, prefixes } = old;
  if (!old.isSpelled || digits.length < 2 * AREA) return [];
  const stays = code === next.code && next.home !== undefined;
  const home = stays ? next.home : next.world;
  const isAmerican = stays && code === NORTH_AMERICA;
  const areaCode = printed(digits.slice(0, AREA), undefined);
  // A letter before the last digit.
  const letter = `(?:~\\d){0,${digits.length - AREA - 1}}~[A-Za-z]`;
  const area = `${areaCode}(?=${letter})`;
  const rest = spelled(digits.slice(AREA));
  // Letters right after the area code need more than a blank: `800 flowers` is a count of flowers.
  const bare = `${area}(?:~${digits.charAt(AREA)}~${spelled(digits.slice(AREA + 1))}|[${JOINTS}\\s]*@~${rest})`;
  const after = (lead: string): string => `(?:${lead})${area}~${rest}`;
  const dialled = printed(code, undefined);
  const forms = [
    { pattern: after(`${plus(undefined)}${dialled}~`), text: next.world },
    { pattern: after(`${dialled}~`), text: isAmerican ? `${code} ${home}` : next.world },
    {
      pattern: [...prefixes.map((prefix) => after(`${printed(prefix, undefined)}~`)), bare].join('|'),
      text: home,
    },
  ];
  const bracket = bracketAtStart(digits.length);
  return forms.map(({ pattern, text = '' }) => ({
    pattern: `${bracket}(?:${pattern})`,
    text: ` ${text}`,
    spells: areaCode + letter,
  }));
}
