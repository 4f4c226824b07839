/** Texts that no database, file or browser carries unharmed: with a NUL, or with half of a surrogate pair. Pure. */
import type { Fault } from './problems.ts';

/** Faults that are told; each of a great many strings may have one. */
const MAX_FAULTS = 20;

/** The faults of all texts in a value as JSON has it, names of members too, each where the text stands. */
export function faultsOfTexts(value: unknown): Fault[] {
  const faults: Fault[] = [];
  // A list of what is still to be looked at, since JSON may be nested deeper than calls can be.
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

/** What is wrong with a text; undefined: it can be stored. */
export function flawOf(text: string): string | undefined {
  if (text.includes('\0')) return 'Leave out the character NUL (U+0000); no text may have it.';
  if (text.isWellFormed()) return undefined;
  return 'Leave out the half of a surrogate pair (U+D800 to U+DFFF); it is no character.';
}

/** The text of somebody who cannot mend it, as a carrier: without NUL, a half of a surrogate pair as U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** What is in an object or a list; a member whose name is flawed is a fault. */
function membersOf(value: object, pointer: string, faults: Fault[]): { pointer: string; value: unknown }[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const inside = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const detail = flawOf(name);
    if (detail === undefined) return [{ pointer: inside, value: member }];
    faults.push({ pointer: inside.toWellFormed(), code: 'invalid_parameter', detail });
    return [];
  });
}
