/** Chooses the tracking numbers that replace the printed numbers for a visitor. Pure. */
import type { CompiledSettings } from './compiled-settings.ts';
import type { NumberQuestion } from './number-table.ts';

/** A swap on the page: the printed number `from` is replaced by `to`. E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether `to` takes text messages, so that message links may be swapped too. */
  sms: boolean;
}

/** Chooses the number for the company's default number, which the lookup answers; the default itself when none applies. */
export function choosePhoneNumber({ settings, numbers }: CompiledSettings, question: NumberQuestion): string {
  const target = { number: settings.default_number };
  return numbers.choose(question, target)?.phone_number ?? settings.default_number;
}

/** Chooses the swaps of a page: one for each target that gets another number. */
export function chooseSwaps({ settings, numbers }: CompiledSettings, question: NumberQuestion): Swap[] {
  return settings.targets.flatMap((target) => {
    const number = numbers.choose(question, target);
    const isNational = target.location_id === undefined;
    const to = number?.phone_number ?? (isNational ? settings.default_number : target.number);
    return to === target.number ? [] : [{ from: target.number, to, sms: number?.sms ?? false }];
  });
}
