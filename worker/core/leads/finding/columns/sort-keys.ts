/** Sort keys that read the columns. Pure. */
import { chunkOf, slotOf } from './chunk.ts';
import type { NumberColumn, TextColumn } from './column.ts';
import { orderOfNumber, orderOfUnits, type SortKey } from './ordered-pages.ts';

const NO_NUMBERS = new Float64Array(0);

/** Returns a key that orders by a number. */
export function numberKey({ chunks }: NumberColumn, direction: 1 | -1): SortKey {
  return {
    kind: 'number',
    direction,
    valueOf: (lead) => chunks[chunkOf(lead)]?.numbers[slotOf(lead)] ?? NaN,
    valuesOf: (leads) => {
      const values = new Float64Array(leads.length);
      let at = -1;
      let numbers: Float64Array = NO_NUMBERS;
      for (let index = 0; index < leads.length; index += 1) {
        const lead = leads[index] ?? 0;
        const chunk = chunkOf(lead);
        // Most leads are in the same chunk as the previous one.
        if (chunk !== at) {
          at = chunk;
          numbers = chunks[chunk]?.numbers ?? NO_NUMBERS;
        }
        values[index] = orderOfNumber(numbers[slotOf(lead)] ?? NaN, direction);
      }
      return values;
    },
  };
}

/** Returns a key that orders by the first text. */
export function textKey({ chunks }: TextColumn, direction: 1 | -1): SortKey {
  return {
    kind: 'text',
    direction,
    unitAt: (lead, index) => chunks[chunkOf(lead)]?.unitAt(slotOf(lead), index) ?? 0,
    valuesOf: (leads, from) => {
      const values = new Float64Array(leads.length);
      let at = -1;
      let texts = chunks[0];
      for (let index = 0; index < leads.length; index += 1) {
        const lead = leads[index] ?? 0;
        const chunk = chunkOf(lead);
        if (chunk !== at) {
          at = chunk;
          texts = chunks[chunk];
        }
        values[index] = orderOfUnits(texts?.packedAt(slotOf(lead), from) ?? 0, from, direction);
      }
      return values;
    },
  };
}
