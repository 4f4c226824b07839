/**
 * Numbers that countries have changed. Networks, address books and people go on with the former ones, so both forms mean one person.
 * Pure.
 */

/** Returns the forms of a number that its country has changed: the present one first. Undefined for another number. */
type Change = (phone: string) => string[] | undefined;

/** Mexico until 2019: a 1 before mobiles from abroad (IFT, "Plan Técnico Fundamental de Numeración", 2018). */
const mexico: Change = (phone) => {
  const [, national] = /^\+521?([2-9]\d{9})$/.exec(phone) ?? [];
  return national === undefined ? undefined : [`+52${national}`, `+521${national}`];
};

/** Argentina: a 9 before mobiles from abroad, which networks and people leave out. No landline has the number of a mobile. */
const argentina: Change = (phone) => {
  const [, national] = /^\+549?([1-8]\d{9})$/.exec(phone) ?? [];
  return national === undefined ? undefined : [`+549${national}`, `+54${national}`];
};

/** Brazil until 2016: mobiles of eight digits, which got a 9 (Anatel, resolution 553). */
const brazil: Change = (phone) => {
  const [, area, rest] = /^\+55([1-9]\d)9?([6-9]\d{7})$/.exec(phone) ?? [];
  return rest === undefined ? undefined : [`+55${area}9${rest}`, `+55${area}${rest}`];
};

/** Benin until November 2024: eight digits, which got 01 (ARCEP Bénin). */
const benin: Change = (phone) => {
  const [, rest] = /^\+229(?:01)?([24-9]\d{7})$/.exec(phone) ?? [];
  return rest === undefined ? undefined : [`+22901${rest}`, `+229${rest}`];
};

/**
 * Côte d'Ivoire until January 2021: eight digits, before which came two of the operator (ARTCI). The operator of a mobile was told by
 * its second digit, that of a landline (2 or 3) by its third.
 */
const ivoryCoast: Change = (phone) => {
  const [, present, former] = /^\+225((?:0[157]|2[157]))?(\d{8})$/.exec(phone) ?? [];
  if (former === undefined) return undefined;
  const prefix = ivorianPrefix(former);
  // Numbers that were assigned later have no former one.
  return present === undefined || present === prefix
    ? [`+225${prefix}${former}`, `+225${former}`]
    : undefined;
};

function ivorianPrefix(former: string): string {
  const [first = '', second = '', third = ''] = former;
  if (/[23]/.test(first)) return third === '8' ? '21' : third === '0' ? '25' : '27';
  return /[0-3]/.test(second) ? '01' : /[4-6]/.test(second) ? '05' : '07';
}

const CHANGES: readonly (readonly [code: string, change: Change])[] = [
  ['+52', mexico],
  ['+54', argentina],
  ['+55', brazil],
  ['+229', benin],
  ['+225', ivoryCoast],
];

/** Returns all forms of a number: the present one first, or only the number itself. They mean one person. */
export function formsOf(phone: string): readonly string[] {
  const change = CHANGES.find(([code]) => phone.startsWith(code))?.[1];
  return change?.(phone) ?? [phone];
}

/** Returns the same text for all forms of a number. */
export function phoneKey(phone: string): string {
  return formsOf(phone)[0] ?? phone;
}
