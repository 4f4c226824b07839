/** Names that data refers to, made of what people call things. Pure. */

/** `Call back at` is `call_back_at`, of those that are not taken. */
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
