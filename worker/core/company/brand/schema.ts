/** The input of a company's name and logo. */
import * as v from 'valibot';

/** Code points. The console's navigation shows about half of them in one line. */
const MAX_NAME = 60;

/**
 * The name is also that of a sender of mail. So it has no character that is not seen or that turns the direction of a text (those that
 * join letters are part of some scripts), and no address, which mail programs show instead of the real one.
 */
const brandNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxCodePoints(MAX_NAME, `Write at most ${MAX_NAME} characters.`),
  v.regex(/[\p{L}\p{N}]/u, 'Write a name with letters or digits.'),
  v.check(
    (name) => !/\p{Cc}|\p{Co}|\p{Zl}|\p{Zp}|(?![\u200C\u200D])\p{Cf}/u.test(name),
    'Write it in one line, without invisible characters.',
  ),
  v.check((name) => !/\S@\S|:\/\//.test(name), 'Write a name, not an address.'),
);

/** The body of `PUT .../brand`. */
export const brandSchema = v.strictObject({ name: v.nullable(brandNameSchema) });

/** The query of `GET .../brand/logo`. */
export const logoQuerySchema = v.object({ version: v.optional(v.string()) });
