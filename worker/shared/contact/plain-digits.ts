/** Reads the digits of all scripts. Pure. */

const DIGIT = /\p{Nd}/u;

/** Returns a text with ASCII digits for those of all scripts, which Unicode has in runs from zero to nine. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
    return `${before % 10}`;
  });
}
