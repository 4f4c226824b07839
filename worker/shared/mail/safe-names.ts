/**
 * Keeps addresses, links and numbers out of mail and push. Names are chosen by whoever runs a company or fills in a form, and mail
 * programs make links of what looks like one: so a name that holds one, or what looks the same, is left out. Pure.
 */

/** Most digits of a name that is no phone number. */
const MOST_DIGITS = 5;

/** Characters that nobody sees: joiners, marks of direction, variation selectors, and the like (Unicode, UAX 44). */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
/** Accents, and marks that enclose a letter. */
const MARKS = /\p{M}/gu;

/**
 * Characters that look like the signs of an address or a link, beside those that NFKD maps to them (Unicode TR39, confusables.txt).
 * Letters need no table: what is a link is told by its signs, in any script.
 */
const LOOK_ALIKES: readonly (readonly [sign: string, alike: RegExp])[] = [
  ['.', /[\u0660\u06F0\u0701\u0702\u2024\u2E31\u2E33\u3002\uA4F8\uA60E\u{10A50}]/gu],
  ['/', /[\u1735\u2041\u2044\u2215\u2571\u27CB\u29F8\u2CC6\u2F03\u3033\u31D3]/gu],
  [
    ':',
    /[\u02D0\u02D1\u02F8\u0589\u05C3\u0703\u0704\u16EC\u1803\u1809\u205A\u2236\uA4FD\uA789\uFE13\uFE30]/gu,
  ],
];

/** What mail programs and people take for an address or a link. */
const SIGNS: readonly RegExp[] = [
  /@/,
  // A scheme, or its path.
  /:\s?\/|\/\//,
  /\b(?:mailto|tel|sms|javascript|data):/i,
  /\bwww\b/i,
  // A host: letters behind a dot that touches what is before, also a picture (💩.la is a host).
  /[^\s.]\.\p{L}{2}/u,
  // A host as a number.
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/,
];

/** Returns a title for mail and push; `instead` for an empty one, and for one that holds an address or a link, in any script. */
export function safeTitle(title: string, instead: string): string {
  const text = title.trim();
  const plain = plainOf(text);
  return text === '' || SIGNS.some((sign) => sign.test(plain)) ? instead : text;
}

/** Does the same for a text of several lines, each of which is looked at. */
export function safeText(text: string, instead: string): string {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.some((line) => safeTitle(line, '') === '') ? instead : text.trim();
}

/** Does the same for the name of a person or a company, which holds no phone number either. */
export function safeName(name: string, instead: string): string {
  const digits = plainOf(name).match(/\p{Nd}/gu)?.length ?? 0;
  return digits > MOST_DIGITS ? instead : safeTitle(name, instead);
}

function plainOf(text: string): string {
  return LOOK_ALIKES.reduce(
    (known, [sign, alike]) => known.replace(alike, sign),
    text.normalize('NFKD').replace(UNSEEN, '').replace(MARKS, ''),
  );
}
