/** Texts with the digits of a number that mean something else, or belong to another number. */
import { groupsOf, prefixOf } from './prints.ts';
import type { RegionalNumber } from '../../harness/regional-numbers.ts';

/** Returns texts with the digits of `number` that must not change. */
export function decoysOf(number: RegionalNumber): string[] {
  const other = number.code === '44' ? '49' : '44';
  const { digits } = number;
  const home = prefixOf(number) + digits;
  return [
    ...[...new Set([digits, home])].flatMap((digits) => [
      ...around(digits, number.code),
      ...groupedOtherwise(digits, number),
    ]),
    `+${other} ${digits}`,
    `00${other} ${digits}`,
    `(+${other}) ${digits}`,
    `+${other} (0)${digits}`,
    `+${other}${digits}`,
  ];
}

function around(digits: string, code: string): string[] {
  const prices = ['$#', '€ #', '# €', '# EUR', 'USD #', 'Rs. #', '#%'];
  const figures = ['#.50', '#,50', '0.#', '3.#', '#:2', '#–36'];
  const orders = ['##', 'ORD-#', 'X#', '#X', 'order_#', 'Invoice No. #', 'ISBN #', 'ISBN-10: #'];
  const longer = [`${code.startsWith('7') ? 9 : 7}#`, '#5', '4471-#', '#-7781', '# or -35', '#/35'];
  const names = ['#.pdf', '/img/#.jpg', '#@example.com', '?id=#&x=1', 'www.#.com'];
  const addresses = ['https://shop.example/orders/#'];
  return [prices, figures, orders, longer, names, addresses]
    .flat()
    .map((text) => text.replace(/#(?!#)/, digits));
}

/** Returns the digits as a decimal, coordinates, thousands, an Internet address or a date, but not in the region's own groups. */
function groupedOtherwise(digits: string, { national }: RegionalNumber): string[] {
  const own = groupsOf(national).map(({ length }) => length);
  const { length } = digits;
  const isNumber = !digits.startsWith('0');
  const decimals = [1, 2, length - 2, length - 1]
    .filter((before) => before < length && (before === 1 || isNumber))
    .map((before) => [before, length - before]);
  const thousands = Array.from({ length: Math.ceil(length / 3) }, (_, index) =>
    index === 0 ? length % 3 || 3 : 3,
  );
  const foreign = (groups: number[]): boolean => groups.length > 1 && groups.join() !== own.join();
  return [
    ...decimals.filter(foreign).flatMap((groups) => {
      const decimal = cut(digits, groups).join('.');
      return [decimal, `${decimal}, 13.4050`, `13.4050, -${decimal}`];
    }),
    // Half of Europe prints nine digits in groups of three.
    ...(isNumber && foreign(thousands) && length !== 9 ? ['.', ',', "'"] : [',']).map((sign) =>
      thousands.length > 1 ? cut(digits, thousands).join(sign) : `${digits}%`,
    ),
    ...addresses(digits)
      .filter((parts) => foreign(parts.map((part) => part.length)))
      .map((parts) => parts.join('.')),
    ...days(digits).flatMap((parts) => ['.', '/', '-'].map((sign) => parts.join(sign))),
  ];
}

function addresses(digits: string): string[][] {
  const lengths = [1, 2, 3];
  return lengths
    .flatMap((a) =>
      lengths.flatMap((b) => lengths.map((c) => cut(digits, [a, b, c, digits.length - a - b - c]))),
    )
    .filter(
      (parts) =>
        parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256),
    );
}

function days(digits: string): string[][] {
  return [
    [2, 2, 4],
    [1, 1, 4],
    [1, 2, 4],
    [2, 1, 4],
    [4, 2, 2],
    [4, 1, 1],
  ]
    .filter((lengths) => lengths.reduce((a, b) => a + b) === digits.length)
    .map((lengths) => cut(digits, lengths))
    .filter((parts) => {
      const year = Number(parts.find((part) => part.length === 4));
      const [small = 0, large = 0] = parts
        .filter((part) => part.length < 4)
        .map(Number)
        .sort((a, b) => a - b);
      return year >= 1900 && year <= 2100 && small > 0 && small <= 12 && large <= 31;
    });
}

function cut(digits: string, lengths: readonly number[]): string[] {
  let start = 0;
  return lengths.map((length) => digits.slice(start, (start += length))).filter((part) => part !== '');
}
