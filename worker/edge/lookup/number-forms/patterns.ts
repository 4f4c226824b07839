/** Builds regular expressions for the printed forms of a number, with `~` and `_` for gaps. Pure. */
import type { Dialling } from './dialling.ts';
import { lengthsOf, split, sum, withoutStart } from './groups.ts';
import { bracketAtStart, JOINTS, plus, printed, WIDTHLESS } from './slots.ts';
import type { Way } from './ways.ts';

/** Numbers with so few digits are common in prose. */
const SHORT = 6;
/** Between the groups of a short number; within a group only elements may begin and end. */
const NARROW_GAP = `[${JOINTS}${WIDTHLESS}\\s\\u2010-\\u2015-]{1,3}`;
/** Within such a group: invisible characters only. */
const NO_GAP = `[${JOINTS}${WIDTHLESS}]*`;
/** The part before the digits. */
interface LeadingPart {
  pattern: string;
  isOptional: boolean;
}

/** Tells whether a way prints so few digits that the context must decide. */
export function isShort({ isAbroad, prefix, digits }: Way): boolean {
  return !isAbroad && prefix.length + digits.length <= SHORT;
}

/**
 * Builds a pattern for any of `ways` of a number.
 * @param isReplaced whether the form is replaced as a whole, so that a bracket at its start belongs to it
 */
export function patternOf(ways: readonly Way[], number: Dialling, isReplaced: boolean): string {
  const isSmall = number.digits.length <= SHORT;
  const kinds = Map.groupBy(ways, (way) =>
    [isSmall && way.isAbroad, isShort(way) && way.prefix, way.digits].join(),
  );
  return [...kinds.values()].map((kind) => patternOfKind(kind, number, isReplaced)).join('|');
}

/** Builds a pattern for ways with the same digits and gaps. */
function patternOfKind(ways: readonly Way[], number: Dialling, isReplaced: boolean): string {
  const { digits, prefix, isAbroad } = ways[0] as Way;
  const { region } = number;
  const isSmall = number.digits.length <= SHORT;
  const written = ways.some(isShort)
    ? narrow(prefix + digits, groupsOf(ways[0] as Way, number), number)
    : `${optional(leadingPartOf(ways, number, '~'))}${printed(digits, region)}`;
  const spoken = ways.some(isShort)
    ? []
    : [`${optional(leadingPartOf(ways, number, '_'))}${printed(digits, region, '_')}`];
  const length = digits.length + (isSmall && isAbroad ? number.code.length : 0);
  const bracket = isReplaced ? bracketAtStart(length) : '';
  return `${bracket}(?:${[written, ...spoken].join('|')})`;
}

/** Builds a pattern for few digits: together, one by one, in pairs, or grouped as in the number's country. */
function narrow(digits: string, ownGroups: readonly number[], { region }: Dialling): string {
  const ones = Array.from(digits, () => 1);
  const pairs = digits.length % 2 === 0 ? [Array.from({ length: digits.length / 2 }, () => 2)] : [];
  const groupings = [ownGroups, ...pairs, ones].filter(({ length }) => length > 1);
  const inGroups = groupings.map((lengths) => {
    // Two groups with a dot are a decimal or thousands.
    const gap = lengths === ownGroups && lengths.length > 2 ? `(?:\\.|${NARROW_GAP})` : NARROW_GAP;
    return split(digits, lengths)
      .map((group) => printed(group, region, NO_GAP))
      .join(gap);
  });
  return [...inGroups, printed(digits, region, NO_GAP)].join('|');
}

function leadingPartOf(
  ways: readonly Way[],
  { code, digits, region }: Dialling,
  gap: '~' | '_',
): LeadingPart {
  const abroad = ways.filter(({ isAbroad }) => isAbroad).map(({ prefix }) => prefix);
  const home = ways.filter(({ isAbroad }) => !isAbroad).map(({ prefix }) => prefix);
  const dialled = gap === '~' ? plus(region) : '[+\\uff0b]\\s*';
  const isSmall = digits.length <= SHORT;
  const patterns = [
    ...(abroad.length > 0
      ? [
          `${isSmall ? dialled : `(?:${dialled})?`}${printed(code, region, gap)}${gap}${anyOf(abroad, region, gap)}`,
        ]
      : []),
    ...home.filter((prefix) => prefix !== '').map((prefix) => `${printed(prefix, region, gap)}${gap}`),
  ];
  return { pattern: patterns.join('|'), isOptional: home.includes('') };
}

/** Matches any of the prefixes, or none if that is a way. */
function anyOf(prefixes: readonly string[], region: Dialling['region'], gap: string): string {
  const some = prefixes.filter((prefix) => prefix !== '').map((prefix) => printed(prefix, region, gap));
  if (some.length === 0) return '';
  return `(?:(?:${some.join('|')})${gap})${prefixes.includes('') ? '?' : ''}`;
}

function optional({ pattern, isOptional }: LeadingPart): string {
  return pattern === '' ? '' : `(?:${pattern})${isOptional ? '?' : ''}`;
}

/** Returns the lengths of the groups that the number's country uses for this way; empty if it does not use it. */
function groupsOf({ isAbroad, prefix, digits }: Way, number: Dialling): number[] {
  if (isAbroad) return prefix === '' ? lengthsOf(number.world.slice(1)) : [];
  const lengths = lengthsOf(number.home);
  return withoutStart(lengths, sum(lengths) - prefix.length - digits.length);
}
