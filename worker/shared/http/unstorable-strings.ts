/** Finds strings that databases, files and browsers damage: those with a NUL or a lone surrogate. Pure. */
import type { Fault } from './problems.ts';

/** The most faults in an answer. */
const MAX_FAULTS = 20;

/** Lists the faults of all strings and member names in a JSON value. */
export function faultsOfStrings(value: unknown): Fault[] {
  const faults: Fault[] = [];
  // A list instead of recursion, since JSON may be nested deeper than the call stack allows.
  const left = [{ pointer: '', value }];
  for (let next = left.pop(); next !== undefined && faults.length < MAX_FAULTS; next = left.pop()) {
    const { pointer, value: found } = next;
    const detail = typeof found === 'string' ? flawOf(found) : undefined;
    if (detail !== undefined) faults.push({ pointer, code: 'invalid_parameter', detail });
    if (typeof found === 'object' && found !== null)
      for (const member of membersOf(found, pointer, faults).toReversed()) left.push(member);
  }
  return faults;
}

/** Returns the flaw of a string; undefined when it can be stored. */
export function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'Remove the character NUL (U+0000), which cannot be stored.';
  if (text.isWellFormed()) return undefined;
  return 'Remove the lone surrogate (U+D800 to U+DFFF), which is not a character.';
}

/** Makes a string storable where the sender, such as a carrier, cannot: drops NUL, replaces lone surrogates by U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Lists the members of an object or array; a member name that cannot be stored becomes a fault. */
function membersOf(value: object, pointer: string, faults: Fault[]): { pointer: string; value: unknown }[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const inside = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const detail = flawOf(name);
    if (detail === undefined) return [{ pointer: inside, value: member }];
    faults.push({ pointer: inside.toWellFormed(), code: 'invalid_parameter', detail });
    return [];
  });
}
