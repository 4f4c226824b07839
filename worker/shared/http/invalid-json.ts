/** Where a text stops being JSON, and what was expected there: the platform's own message does not always say. */
import { printParseErrorCode, visit } from 'jsonc-parser';
import { Problem } from './problems.ts';

/** By the parser's name of an error. */
const IN_WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a text stands in double quotes; only numbers, true, false and null go without',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected:
    'the name of a member in double quotes is expected; is there a comma too many before it',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected after the name of a member',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a } is expected',
  CloseBracketExpected: 'a ] is expected',
  EndOfFileExpected: 'the document ended before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the double quotes that end a text are missing',
  UnexpectedEndOfNumber: 'this is no number',
  InvalidUnicode: 'four hexadecimal digits are expected after \\u',
  InvalidEscapeCharacter: 'after a backslash only " \\ / b f n r t and u may stand',
  InvalidCharacter: 'a character that must be written with a backslash',
};

interface Place {
  /** Counted from 1. */
  line: number;
  column: number;
  words: string;
}

/** Thrown to stop at the first error, and caught in `firstError`. */
class Found extends Error {
  readonly place: Place;
  constructor(place: Place) {
    super('found');
    this.place = place;
  }
}

/** The refusal of a text that is no JSON: `line` and `column`, counted from 1, stand beside the detail that names them. */
export function invalidJson(text: string): Problem {
  const place = firstError(text);
  if (place === undefined) return new Problem('invalid_json', 'The body is not valid JSON.');
  const { line, column, words } = place;
  const detail = `The body is not valid JSON: at line ${line}, column ${column}, ${words}.`;
  return new Problem('invalid_json', detail, {
    errors: [{ pointer: '', code: 'invalid_json', detail }],
    members: { line, column },
  });
}

function firstError(text: string): Place | undefined {
  try {
    visit(
      text,
      {
        onError: (...[error, , , line, character]) => {
          const words = IN_WORDS[printParseErrorCode(error)] ?? 'something else is expected';
          throw new Found({ line: line + 1, column: character + 1, words });
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    // The parser throws its own error, without a place, at what is nested too deep.
    if (error instanceof Found) return error.place;
  }
  return undefined;
}
