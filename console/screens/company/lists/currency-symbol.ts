/**
 * The sign of a currency as it is read. A sign may be kept as HTML writes it, `&euro;`, and stays so until somebody changes it.
 * Only these names and numbers are known here: nothing is made into HTML to find out.
 */

/** The names of HTML for the signs of currencies. */
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

/** Undefined for what cannot be seen: controls, and halves of characters. */
function characterOf(code: number): string | undefined {
  if (code > LAST_CODE_POINT) return undefined;
  const character = String.fromCodePoint(code);
  return /^[\p{L}\p{S}\p{P}\p{Zs}]$/u.test(character) ? character : undefined;
}
