/**
 * Shows currency symbols. A symbol may be stored as an HTML entity, `&euro;`, and stays so until somebody changes it.
 * Only the entities listed here and numeric ones are decoded; no text is parsed as HTML.
 */

/** HTML entities of currency symbols. */
const NAMES: Readonly<Record<string, string>> = {
  cent: '¢',
  curren: '¤',
  dollar: '$',
  euro: '€',
  fnof: 'ƒ',
  pound: '£',
  yen: '¥',
};
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi;
const LAST_CODE_POINT = 0x10_ff_ff;

/** Returns `€` for `&euro;` and `&#8364;`; leaves other texts unchanged. */
export function shownSymbol(symbol: string): string {
  return symbol.replaceAll(
    REFERENCE,
    (reference: string, hex?: string, decimal?: string, name: string = ''): string => {
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16)) ?? reference;
      if (decimal !== undefined) return characterOf(Number(decimal)) ?? reference;
      return (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? reference;
    },
  );
}

/** Returns a character; undefined for control characters and surrogates. */
function characterOf(code: number): string | undefined {
  if (code > LAST_CODE_POINT) return undefined;
  const character = String.fromCodePoint(code);
  return /^[\p{L}\p{S}\p{P}\p{Zs}]$/u.test(character) ? character : undefined;
}
