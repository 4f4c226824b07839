/** The bodies of the note operations. */
import * as v from 'valibot';
import { isBlank } from '../../../shared/http/input.ts';
import { MAX_MESSAGE_LENGTH } from '../timeline/schema.ts';

/** The text of a new or changed note. It is stored exactly as it was sent, including blanks. */
export const noteSchema = v.strictObject({
  message: v.pipe(
    v.string(),
    v.check((text) => !isBlank(text), 'Write something.'),
    v.maxCodePoints(MAX_MESSAGE_LENGTH, `Write at most ${MAX_MESSAGE_LENGTH} characters.`),
  ),
});
