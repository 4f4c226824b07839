/** Tells numbers in E.164 from other texts. Pure. */

/** The error for a text that is not a phone number. */
export const NOT_A_PHONE = 'This is not a phone number. Enter it as (512) 555-0101 or +442079460958.';

/** Tells whether a text is a phone number in E.164. The server knows the lengths of each country. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
