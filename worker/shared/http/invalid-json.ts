/** Finds where a text stops being valid JSON and what was expected; the platform's own message does not always say. */
import { printParseErrorCode, visit } from 'jsonc-parser';
import { Problem } from './problems.ts';

/** Descriptions of the parser's errors. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a string needs double quotes; only numbers, true, false and null have none',
  InvalidNumberFormat: 'this is not a valid number',
  PropertyNameExpected: 'a member name in double quotes is expected; is the comma before it too many',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected after the member name',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a } is expected',
  CloseBracketExpected: 'a ] is expected',
  EndOfFileExpected: 'the document ended before this',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'the closing double quote of a string is missing',
  UnexpectedEndOfNumber: 'this is not a valid number',
  InvalidUnicode: 'four hexadecimal digits are expected after \\u',
  InvalidEscapeCharacter: 'after a backslash only " \\ / b f n r t and u are allowed',
  InvalidCharacter: 'this character must be escaped with a backslash',
};

interface JsonError {
  /** Counted from 1. */
  line: number;
  column: number;
  description: string;
}

/** Thrown to stop at the first error, and caught in `firstError`. */
class Found extends Error {
  readonly found: JsonError;
  constructor(found: JsonError) {
    super('found');
    this.found = found;
  }
}

/** Refuses a text that is not JSON; `line` and `column` (from 1) are members of the problem too. */
export function invalidJson(text: string): Problem {
  const found = firstError(text);
  if (found === undefined) return new Problem('invalid_json', 'The body is not valid JSON.');
  const { line, column, description } = found;
  const detail = `The body is not valid JSON: at line ${line}, column ${column}, ${description}.`;
  return new Problem('invalid_json', detail, {
    errors: [{ pointer: '', code: 'invalid_json', detail }],
    members: { line, column },
  });
}

function firstError(text: string): JsonError | undefined {
  try {
    visit(
      text,
      {
        onError: (...[error, , , line, character]) => {
          const description = DESCRIPTIONS[printParseErrorCode(error)] ?? 'something else is expected';
          throw new Found({ line: line + 1, column: character + 1, description });
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    // For JSON that is nested too deep, the parser throws its own error without a position.
    if (error instanceof Found) return error.found;
  }
  return undefined;
}
