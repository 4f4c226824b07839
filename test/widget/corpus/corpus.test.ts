/**
 * Swaps fixed, mobile and freephone numbers of every region, in every printed form, to numbers of other types and countries. The
 * result must reach the new number when dialled in the region.
 */
import { expect, test } from 'vitest';
import { swap, swapperOf } from '../engine/texts.ts';
import { decoysOf } from './decoys.ts';
import {
  numbersOf,
  pairsOf,
  readIn,
  type RegionalNumber,
  regions as allRegions,
} from '../../harness/regional-numbers.ts';
import { groupsOf, inPlainDigits, type Print, printsOf } from './prints.ts';
import { effort } from '../../harness/effort.ts';

/** Numbers whose groups only one of the two data sets has; with dots they look like an Internet address. */
const GROUPED_BY_ONE = '+22981123456';
/** The gate tests a twelfth of the regions. */
const regions = allRegions.filter((_, index) => index % effort(12, 1) === 0);
/** A longer timeout, since all regions take long on a busy machine. */
const BUSY = { timeout: 180_000 };

test(
  'every printed form of every region becomes the new number, complete and dialled as in the region',
  BUSY,
  () => {
    const faults: string[] = [];
    let count = 0;
    for (const region of regions) {
      for (const [old, next] of pairsOf(region)) {
        const { text: swapText } = swapperOf(swap(old.e164, next.e164));
        for (const print of printsOf(old)) {
          if (old.e164 === GROUPED_BY_ONE && print.way === 'dots') continue;
          count++;
          const fault = faultOf(swapText(`Ring: ${print.text}; bye.`), print, old, next);
          if (fault)
            faults.push(`${region}, ${print.way}: ${print.text} of ${old.e164} to ${next.e164}: ${fault}`);
        }
      }
    }

    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(effort(6_000, 90_000));
  },
);

test('in every region, the same digits with other meanings and other numbers stay', () => {
  const faults: string[] = [];
  let count = 0;
  for (const old of regions.flatMap(numbersOf)) {
    const { text: swapText } = swapperOf(
      swap(old.e164, old.code === '49' ? '+442079460999' : '+493012345678'),
    );
    for (const text of decoysOf(old).flatMap((decoy) => [decoy, `Ring: ${decoy}; bye.`])) {
      count++;
      const after = swapText(text);
      if (after !== text) faults.push(`${old.region}, ${old.e164}: ${text} became ${after}`);
    }
  }

  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(effort(6_000, 90_000));
});

/** Returns the fault of the swapped text; undefined when there is none. */
function faultOf(text: string, print: Print, old: RegionalNumber, next: RegionalNumber): string | undefined {
  const shown = /^Ring: (.*); bye\.$/.exec(text)?.[1];
  if (shown === undefined) return `the text around it is another one: ${text}`;
  if (shown === print.text) return 'it stays';
  const read = [shown, print.plain?.(inPlainDigits(shown)) ?? shown].map((text) => readIn(old.region, text));
  if (!read.includes(next.e164)) return `${shown} leads to ${String(read[0])}`;
  return faultOfForm(shown, print, old, next);
}

/** Returns the fault of the new number; undefined when there is none. */
function faultOfForm(
  shown: string,
  print: Print,
  old: RegionalNumber,
  next: RegionalNumber,
): string | undefined {
  const isBalanced = shown.split('(').length === shown.split(')').length;
  if (!isBalanced && !print.way.startsWith('a closing bracket')) return `a bracket is left in ${shown}`;
  const staysHome = !print.isAbroad && old.code === next.code;
  const isHome = [next.digits, groupsOf(next.national).join('')].includes(
    inPlainDigits(shown).replaceAll(/\D/g, ''),
  );
  if (staysHome && !isHome) return `${shown} is not dialled so at home`;
  if (!print.isAbroad && !staysHome && !shown.startsWith('+'))
    return `${shown} is not international as a whole`;
  const isMixed = /\d/.test(shown) && inPlainDigits(shown) !== shown;
  return isMixed ? `${shown} has digits of two kinds` : undefined;
}
