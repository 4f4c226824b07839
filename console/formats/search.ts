/** Finds texts by the words that people type. Pure. */

/** Letters without a mark to strip, as people type them who do not have them. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'a',
  œ: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
};

/** Returns a text as it is compared: in small letters without accents, and `aa`, `ae`, `oe`, `ue` as the one letter that they stand for. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øæœłđðþß]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/([aou])e|a(?=a)/g, '$1');
}

/** Tells whether a text contains what is searched, as one piece. */
export function hasText(text: string, search: string): boolean {
  return plain(text).includes(plain(search));
}

/** Tells whether two names are the same to whoever types one. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Tells whether a text contains each word of a search. */
export function hasWords(text: string, search: string): boolean {
  const searched = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
