/** Numbers of which people print letters: 1-800-FLOWERS, 0800 FLOWERS. The new number is written in digits with hyphens. Pure. */
import type { Dialling } from './dialling.ts';
import { bracketAtStart, JOINTS, plus, printed, spelled } from './slots.ts';

/** In North America the calling code is what is dialled before a number. */
const NORTH_AMERICA = '1';
/** Length of what stays in digits: an area code. */
const AREA = 3;

/** A pattern of forms in letters, and the new number in their place. */
export interface SpelledForm {
  pattern: string;
  text: string;
  /** A pattern for what every form in letters of the number begins with: its area code, digits, and a letter. */
  spells: string;
}

/** The forms of `old` in letters, and `next` in place of each; none for numbers that nobody spells. */
export function spelledForms(old: Dialling, next: Dialling): SpelledForm[] {
  const { code, digits, prefixes } = old;
  if (!old.isSpelled || digits.length < 2 * AREA) return [];
  const stays = code === next.code && next.home !== undefined;
  const home = stays ? next.home : next.world;
  const isAmerican = stays && code === NORTH_AMERICA;
  const areaCode = printed(digits.slice(0, AREA), undefined);
  // Before the last digit there is a letter.
  const letter = `(?:~\\d){0,${digits.length - AREA - 1}}~[A-Za-z]`;
  const area = `${areaCode}(?=${letter})`;
  const rest = spelled(digits.slice(AREA));
  // Letters that follow the area code at once need more than a blank between: `800 flowers` is a count of flowers.
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
