/** People as they are shown: initials, names. */
import type { VNode } from 'preact';

/** The initials of a name, beside which the name stands. */
export function Face({ name }: { name: string }): VNode {
  return (
    <span class="face" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word: letters as people see them, also those of several code points. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}|\p{Extended_Pictographic}/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return (firstLetter(first) + firstLetter(last)).toUpperCase();
}

function firstLetter(word: string): string {
  // ASCII alone needs no rules of languages, whose first use takes its time (english.ts).
  if (/^\p{ASCII}*$/u.test(word)) return word.slice(0, 1);
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';
}
