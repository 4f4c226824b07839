/** Generates invalid and extreme values. */
import * as fc from 'fast-check';

/** Strings that break things: NUL, lone surrogates, right-to-left marks, quotes, prototypes, very long ones. */
export const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '__proto__',
    'constructor',
    "'; DROP TABLE users; --",
    '%',
    '\u202eabc',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((length) => 'x'.repeat(length)),
);
/** Numbers at the limits. */
export const strangeNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, 2 ** 53, -(2 ** 63), 1e308, 5e-324, Number.NaN, Infinity),
);
/** Generates any JSON value, and numbers that JSON cannot express. */
export const garbage = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    strangeText,
    strangeNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(strangeText, tie('any'), { maxKeys: 4 }),
  ),
})).any;
