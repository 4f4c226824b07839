/** Handles numbers in groups separated by blanks: `020 7946 0100`, `+44 20 7946 0100`. Pure. */

/** Returns the length of each group, a plus included: 3, 4 and 4. */
export function lengthsOf(groups: string | undefined): number[] {
  return groups === undefined ? [] : groups.split(' ').map(({ length }) => length);
}

/** Returns the digits and the plus, without blanks. */
export function digitsOf(groups: string | undefined): string {
  return (groups ?? '').replaceAll(' ', '');
}

/** Splits digits into groups of these lengths; the last group gets the rest. */
export function split(digits: string, lengths: readonly number[]): string[] {
  const groups = lengths.map((length, index) => {
    const start = sum(lengths.slice(0, index));
    return digits.slice(start, index === lengths.length - 1 ? undefined : start + length);
  });
  return groups.filter((group) => group !== '');
}

/** Returns the lengths of the groups without the first `count` digits. */
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
