/**
 * Decodes the HTML character references that occur in phone numbers and URLs: the platform's HTMLRewriter does not decode
 * texts. A full table of names would be larger than the rest of the site check.
 */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  colon: ':',
  comma: ',',
  emsp: '\u2003',
  ensp: '\u2002',
  figdash: '\u2012',
  gt: '>',
  hairsp: '\u200A',
  hyphen: '\u2010',
  lpar: '(',
  lt: '<',
  mdash: '—',
  middot: '·',
  minus: '−',
  nbsp: '\u00A0',
  ndash: '–',
  numsp: '\u2007',
  period: '.',
  plus: '+',
  puncsp: '\u2008',
  quot: '"',
  rpar: ')',
  shy: '\u00AD',
  sol: '/',
  thinsp: '\u2009',
  zwj: '\u200D',
  zwnj: '\u200C',
};

/** Decodes character references; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));?/g, (whole, ...parts) => {
    const [decimal, hexadecimal, name] = parts as (string | undefined)[];
    if (name !== undefined) return (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
  });
}
