/** Builds the refusals of operations. */
import {
  notFound,
  Problem,
  type ProblemCode,
  problemContent,
  problemOfFaults,
  listProblemCodes,
} from '../../worker/shared/http/problems.ts';
import { isWrite, responseHeadersOf, takesIdempotencyKey } from './headers.ts';
import {
  type Access,
  type JsonSchema,
  type Operation,
  ref,
} from '../../worker/shared/reference/operation.ts';

/** The problems that a remote core may cause (`CORE_API_URL`). */
const CORE_PROBLEMS: readonly ProblemCode[] = ['bad_gateway', 'gateway_timeout'];

const ACCESS_PROBLEMS: Record<Access, readonly ProblemCode[]> = {
  none: [],
  user: [
    'credentials_required',
    'invalid_credentials',
    'token_expired',
    'insufficient_scope',
    'user_suspended',
    'second_factor_required',
    'rate_limited',
    ...CORE_PROBLEMS,
  ],
  operator: ['credentials_required', 'invalid_credentials', 'operator_token_unset', 'rate_limited'],
  settings: [
    'credentials_required',
    'invalid_credentials',
    'token_expired',
    'permission_denied',
    'insufficient_scope',
    'operator_token_unset',
  ],
};
const BODY_PROBLEMS: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_encoding',
  'missing_parameter',
  'invalid_parameter',
  'unknown_parameter',
  'body_too_large',
  'unsupported_media_type',
];
const CSV_PROBLEMS: readonly ProblemCode[] = [
  'invalid_csv',
  'invalid_encoding',
  'body_too_large',
  'unsupported_media_type',
];

/** The problems of every write to a company. */
const PICTURE_PROBLEMS: readonly ProblemCode[] = [
  'invalid_encoding',
  'invalid_parameter',
  'body_too_large',
  'unsupported_media_type',
];
/** The problems of bodies that are no JSON. */
const PROBLEMS_OF_TYPES: Readonly<Record<string, readonly ProblemCode[]>> = {
  'text/csv': CSV_PROBLEMS,
  'image/*': PICTURE_PROBLEMS,
};
const WRITE_PROBLEMS: readonly ProblemCode[] = [
  'value_too_large',
  'company_full',
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'erased',
];

/** The request in the examples of problems. */
const EXAMPLE_REQUEST = {
  path: '/companies/00000000-0000-4000-8000-000000000001/leads',
  requestId: '0f0e1f9e-6f7e-4d0a-9b53-5b2d7c1f2f10',
};
/** Codes of requests that cannot be parsed, so that no place in them can be named. */
const WITHOUT_PLACE: readonly ProblemCode[] = ['invalid_encoding', 'invalid_idempotency_key'];
/** Codes of parameters; all others are of bodies. */
const PARAMETERS: Partial<Record<ProblemCode, string>> = {
  query_too_short: 'q',
  range_required: 'relative',
  reversed_range: 'to',
  unknown_range: 'relative',
  too_many_ids: 'ids',
  invalid_postal_code: 'zip',
  missing_parameter: 'q',
  unknown_facet: 'filters',
  unsortable_field: 'sort',
};

/** The description of the member `code` of a refusal. */
const CODE = 'The reason, as explained above.';

/** The problems of every request. */
const ANY_PROBLEMS: readonly ProblemCode[] = ['internal_error', 'service_unavailable'];

/** Returns the problem codes of an operation: its own, and those that follow from its kind. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const { query, body, bodyType, path, access } = operation;
  const codes = new Set<ProblemCode>([
    ...ANY_PROBLEMS,
    ...ACCESS_PROBLEMS[access],
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(query === undefined ? [] : (['missing_parameter', 'invalid_parameter'] as const)),
    ...(body === undefined ? [] : (PROBLEMS_OF_TYPES[bodyType ?? ''] ?? BODY_PROBLEMS)),
    ...(isWrite(operation) ? (['unknown_parameter'] as const) : []),
    // For viewers, who read only.
    ...(isWrite(operation) && access === 'user' ? (['permission_denied'] as const) : []),
    ...(takesIdempotencyKey(operation) ? WRITE_PROBLEMS : []),
    ...(operation.isFile === true ? (['range_not_satisfiable'] as const) : []),
    ...(operation.problems ?? []),
  ]);
  return listProblemCodes()
    .map(({ code }) => code)
    .filter((code) => codes.has(code));
}

/** Builds one response for each status, whose schema lists the possible codes. */
export function refusals(operation: Operation): Record<string, JsonSchema> {
  const codes = new Set(problemsOf(operation));
  const vocabulary = listProblemCodes().filter(({ code }) => codes.has(code));
  const statuses = [...new Set(vocabulary.map(({ status }) => status))].sort((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      refusal(
        operation,
        status,
        vocabulary.filter((each) => each.status === status),
      ),
    ]),
  );
}

/** Builds one example for each problem code of the operations. */
export function problemExamples(operations: readonly Operation[]): JsonSchema {
  const codes = new Set(operations.flatMap(problemsOf));
  const vocabulary = listProblemCodes().filter(({ code }) => codes.has(code));
  return Object.fromEntries(
    vocabulary.map(({ code, status, title }) => [
      code,
      { summary: title, value: problemContent(problemLike({ code, status, title }), EXAMPLE_REQUEST) },
    ]),
  );
}

/** Builds a problem as the server throws it, with a list of the faults and their places. */
function problemLike({ code, status, title }: { code: ProblemCode; status: number; title: string }): Problem {
  if (code === 'not_found') return notFound();
  const detail = `${title}.`;
  if (status !== 400 || WITHOUT_PLACE.includes(code)) return new Problem(code, detail);
  const parameter = PARAMETERS[code];
  return problemOfFaults([{ ...(parameter === undefined ? { pointer: '' } : { parameter }), code, detail }]);
}

function refusal(
  operation: Operation,
  status: number,
  vocabulary: readonly { code: ProblemCode; title: string }[],
): JsonSchema {
  const codes = vocabulary.map(({ code }) => code);
  return {
    description: vocabulary.map(({ code, title }) => `\`${code}\`: ${title}.`).join('\n\n'),
    headers: responseHeadersOf(operation, status),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            ref('Problem'),
            { type: 'object', properties: { code: { type: 'string', enum: codes, description: CODE } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
