/** Which tracking number a visitor sees in place of each number that the company's pages print. Pure. */
import type { CompiledSettings } from './compiled-settings.ts';
import type { NumberQuestion } from './number-table.ts';

/** A swap on the page: `from` is printed there, `to` is shown instead. E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether `to` takes text messages, so that message links may be swapped too. */
  sms: boolean;
}

/** The number for the company's default number, which is what the lookup answers; the default itself when none applies. */
export function choosePhoneNumber({ settings, numbers }: CompiledSettings, question: NumberQuestion): string {
  const target = { number: settings.default_number };
  return numbers.choose(question, target)?.phone_number ?? settings.default_number;
}

/** What to swap on a page: one entry for each target that has another number to show. */
export function chooseSwaps({ settings, numbers }: CompiledSettings, question: NumberQuestion): Swap[] {
  return settings.targets.flatMap((target) => {
    const number = numbers.choose(question, target);
    const isNational = target.location_id === undefined;
    const to = number?.phone_number ?? (isNational ? settings.default_number : target.number);
    return to === target.number ? [] : [{ from: target.number, to, sms: number?.sms ?? false }];
  });
}
