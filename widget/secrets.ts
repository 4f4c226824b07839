/**
 * Recognizes what no form may bring into the company's data: passwords, codes, card and social security numbers. The script leaves
 * them out, and so does the Worker, whoever sends them. The lists are in ten languages, and without marks, as `unmarked` returns
 * the words. Short, since the script carries them. Pure.
 */

/** Fields for a secret. */
const SECRET =
  /passw|contrasena|mot de passe|one.?time|\bpin\b|\botp\b|\biban\b|\bcv[cv2]|cryptog|^cc-|cc.?(?:num|exp|cs)|(?:card|[ck]aa?rt\w*|kort).?n(?:[ru]|o\b)|num\w*\W(?:\w{1,9}\W){0,2}(?:cart[aeo]o?|tarjeta|karty)\b|номер.карт|カート番号|رقم.البطاق|\bssn\b|se[cg]u\w*\Wsoc|soc\w*\Wsec|sozialv|codice.fis|burgerse|\bbsn\b|personn|pesel|снилс|マイナンハ|الاجتماع/i;
/** Fields for the security code or the expiry of a card, if the answer looks like one. */
const OF_CARD =
  /\bexp|card.?(?:exp|code)|valid.(?:th|un)|\bcsc\b|[ck]od\w*\W(?:d\w*\W|la\W){0,2}(?:se[cg]u|sicu|bezp)|(?:sec\w+|verif\w*|sicherheits|veilig\w+|sakerhets).?[ck]ode?|prue?f(?:n|z)|gue?ltig|ablauf|caduc|vencim|scad|validade|verval|geldig|utgang|giltig|wazn|срок|код.(?:безоп|карт)|セキュリ|有効期限|رمز|انتهاء|\bmm.{1,3}[yaj]/i;
/** Three or four digits, or a month and a year. */
const SHORT = /^\W*(?:\d{3,4}|[01]?\d\W{1,3}(?:20)?\d\d)\W*$/;

/** What may stand between the digits of a number. */
const GAP = '[\\t\\p{Zs}\\p{Pd}\\p{Cf}.·−]';
const numbers = (digits: string): RegExp =>
  RegExp(`(?<!\\p{Nd})(?=(${digits.replace(/_/g, GAP).replace(/D/g, '\\p{Nd}')})(?!\\p{Nd}))`, 'gu');
/** Numbers of 19 to 13 digits in groups or not, as cards have them (ISO/IEC 7812-1), and the social security numbers of the US. */
const NUMBERS = [18, 17, 16, 15, 14, 13, 12]
  .map((more) => numbers(`D(?:_{0,3}D){${more}}`))
  .concat(numbers('D{3}_{1,3}DD_{1,3}D{4}'));

/** Returns a text in the compatible characters of Unicode, such as ASCII digits for those of full width, and without marks. */
export const unmarked = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Tells whether a field is for a secret. @param texts its `autocomplete`, label and name */
export const isSecret = (texts: readonly string[], value: string): boolean =>
  texts.some((text) => {
    const words = unmarked(text).replace(/_/g, ' ');
    return SECRET.test(words) || (OF_CARD.test(words) && SHORT.test(unmarked(value)));
  });

/**
 * Returns a text with `[removed]` in the place of card numbers and social security numbers.
 * @param isPhone whether it may be a phone number: of at most 15 digits (ITU-T E.164) and maybe without a plus
 */
export function withoutSecrets(text: string, isPhone?: boolean): string {
  let result = text;
  for (const pattern of NUMBERS) {
    for (const { 1: number = '', index } of text.matchAll(pattern)) {
      const digits = unmarked(number).replace(/\D/g, '');
      const isDialled = isPhone || /(?:\+|\b00\W?)$/.test(text.slice(0, index));
      // A social security number has nine digits.
      const isOther = digits[9] && !(isCard(digits) && (digits[15] || !isDialled));
      if (!isOther) result = result.replace(number, '[removed]');
    }
  }
  return result;
}

/** Checks the network, by the first digit, and the last digit (ISO/IEC 7812-1, annex B). */
export const isCard = (digits: string): boolean =>
  /^[2-6]/.test(digits) &&
  !(
    Array.from(digits)
      // oxlint-disable-next-line unicorn/no-array-reverse -- Safari 15 has no toReversed; the list is a copy
      .reverse()
      .reduce((sum, digit, index) => sum + ((+digit << (index & 1)) % 9 || (+digit && 9)), 0) % 10
  );
