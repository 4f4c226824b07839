/** Shows people by their initials. */
import type { VNode } from 'preact';

/** The initials of a name, for use beside the name. */
export function Face({ name }: { name: string }): VNode {
  return (
    <span class="face" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Returns the first letters of the first and last word, as grapheme clusters. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}|\p{Extended_Pictographic}/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (firstLetter(first) + firstLetter(last)).toUpperCase();
}

function firstLetter(word: string): string {
  // ASCII needs no Intl.Segmenter, whose first use is slow (english.ts).
  if (/^\p{ASCII}*$/u.test(word)) return word.slice(0, 1);
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';
}
