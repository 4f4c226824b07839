/** Makes names for use in data from labels. Pure. */

/** Returns `call_back_at` for `Call back at`, with a number if that is taken. */
export function nameFrom(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_$/g, '')
    .slice(0, 90);
  const name = plain === '' ? 'new' : plain;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  return free;
}
