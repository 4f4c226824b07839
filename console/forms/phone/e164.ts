/** Tells numbers in E.164 from other texts. Pure. */

/** Tells whether a text is a phone number in E.164. The server knows the lengths of each country. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
