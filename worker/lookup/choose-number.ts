/** Which tracking number a visitor sees in place of a number that the page prints. Pure. */
import type { DniNumber, DniSettings, DniTarget } from '../dni/schema.ts';

/** What numbers may state conditions about. */
export interface NumberQuestion {
  /** Name of the visit's source. */
  source: string;
  /** The chosen location, or undefined when the company has none. */
  locationId: string | undefined;
}

/** A swap on the page: `from` is printed there, `to` is shown instead. E.164. */
export interface Swap {
  from: string;
  to: string;
  /** Whether `to` takes text messages, so that message links may be swapped too. */
  sms: boolean;
}

/**
 * The number for a target, among those whose stated conditions all hold: the one that states most; at a tie the one
 * that states what the company prefers (`prefer`: source or location), then the one that states the target, then the
 * first in the settings.
 * @returns undefined when no number applies
 */
export function chooseNumber(
  settings: DniSettings,
  question: NumberQuestion,
  target: DniTarget,
): DniNumber | undefined {
  const context = { ...question, locationId: target.location_id ?? question.locationId };
  const preferred = settings.prefer === 'source' ? 'source' : 'location_id';
  let chosen: DniNumber | undefined;
  for (const number of settings.numbers) {
    if (!applies(number, context, target)) continue;
    if (chosen === undefined || weight(number, preferred) > weight(chosen, preferred)) chosen = number;
  }
  return chosen;
}

/** Whether every condition that the number states holds. */
export function applies(number: DniNumber, question: NumberQuestion, target: DniTarget): boolean {
  if (number.source !== undefined && number.source !== question.source) return false;
  if (number.location_id !== undefined && number.location_id !== question.locationId) return false;
  if (number.target !== undefined) return number.target === target.number;
  // A branch's own number is never replaced by one that is not of that branch.
  return target.location_id === undefined || number.location_id === target.location_id;
}

/** The number for the company's default number, which is what the lookup answers; the default itself when none applies. */
export function choosePhoneNumber(settings: DniSettings, question: NumberQuestion): string {
  const target = { number: settings.default_number };
  return chooseNumber(settings, question, target)?.phone_number ?? settings.default_number;
}

/** What to swap on a page: one entry for each target that has another number to show. */
export function chooseSwaps(settings: DniSettings, question: NumberQuestion): Swap[] {
  return settings.targets.flatMap((target) => {
    const number = chooseNumber(settings, question, target);
    const isNational = target.location_id === undefined;
    const to = number?.phone_number ?? (isNational ? settings.default_number : target.number);
    return to === target.number ? [] : [{ from: target.number, to, sms: number?.sms ?? false }];
  });
}

/** How many conditions a number states, with ties broken by the company's preference and then by the target. */
function weight(number: DniNumber, preferred: 'source' | 'location_id'): number {
  const stated = [number.source, number.location_id, number.target].filter(
    (value) => value !== undefined,
  ).length;
  return stated * 4 + (number[preferred] === undefined ? 0 : 2) + (number.target === undefined ? 0 : 1);
}
