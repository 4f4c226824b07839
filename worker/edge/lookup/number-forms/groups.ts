/** Numbers in groups, with a blank between: `020 7946 0100`, `+44 20 7946 0100`. Pure. */

/** How many characters each group has, a plus included: 3, 4 and 4. */
export function lengthsOf(groups: string | undefined): number[] {
  return groups === undefined ? [] : groups.split(' ').map(({ length }) => length);
}

/** All digits, and the plus. */
export function digitsOf(groups: string | undefined): string {
  return (groups ?? '').replaceAll(' ', '');
}

/** Groups of these lengths; what is left belongs to the last. */
export function split(digits: string, lengths: readonly number[]): string[] {
  const groups = lengths.map((length, index) => {
    const start = sum(lengths.slice(0, index));
    return digits.slice(start, index === lengths.length - 1 ? undefined : start + length);
  });
  return groups.filter((group) => group !== '');
}

/** The lengths of the groups that are left when so many digits at the start are left out. */
export function withoutStart(lengths: readonly number[], count: number): number[] {
  let surplus = count;
  return lengths.flatMap((length) => {
    const left = Math.max(length - Math.max(surplus, 0), 0);
    surplus -= length - left;
    return left > 0 ? [left] : [];
  });
}

export function sum(lengths: readonly number[]): number {
  return lengths.reduce((total, length) => total + length, 0);
}
