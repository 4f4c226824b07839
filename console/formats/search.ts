/** Finds texts by the words that people type. Pure. */

/** Returns a text as it is compared: in small letters, without accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Tells whether a text contains each word of a search. */
export function hasWords(text: string, search: string): boolean {
  const searched = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
