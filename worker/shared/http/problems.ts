/**
 * The error codes of edge and core, each with its status and title. Errors are answered as problem documents (RFC 9457,
 * `application/problem+json`).
 */

const PROBLEMS = {
  invalid_json: [400, 'The body is not valid JSON'],
  invalid_encoding: [400, 'The body is not in its Content-Encoding'],
  missing_parameter: [400, 'A required parameter is missing'],
  invalid_parameter: [400, 'A parameter has an invalid value'],
  unknown_parameter: [400, 'A parameter or body member is not known'],
  identifier_required: [400, 'An e-mail address or a phone number is required'],
  invalid_email: [400, 'An e-mail address is invalid'],
  invalid_phone: [400, 'A phone number is invalid'],
  invalid_postal_code: [400, 'The postal code is malformed'],
  query_too_short: [400, 'The search query is too short'],
  invalid_idempotency_key: [400, 'The Idempotency-Key is invalid'],
  range_required: [400, 'A time range is required'],
  reversed_range: [400, 'A time range ends before it starts'],
  unknown_range: [400, 'The relative range name is not known'],
  unknown_state: [400, 'The state is not known'],
  unknown_user: [400, 'The user is not known'],
  unknown_group: [400, 'The group is not known'],
  unknown_lead_field: [400, 'The lead field is not known'],
  unknown_location: [400, 'A location id is not defined in the settings'],
  duplicate_id: [400, 'An id is used twice'],
  invalid_choice: [400, 'A value is not one of the choices'],
  cardinality_exceeded: [400, 'A field has more values than it may hold'],
  unknown_facet: [400, 'The facet is not known'],
  unsortable_field: [400, 'The field cannot be sorted by'],
  too_many_ids: [400, 'Too many ids'],
  cannot_merge_self: [400, 'A lead cannot be merged with itself'],
  field_not_mergeable: [400, 'A single-valued field cannot hold a union'],
  invalid_csv: [400, 'The file is not a valid CSV file'],
  unknown_column: [400, 'A column of the file is not known'],
  duplicate_column: [400, 'Two columns of the file map to one field'],
  credentials_required: [401, 'Credentials are required'],
  invalid_credentials: [401, 'The credentials are wrong'],
  token_expired: [401, 'The access token has expired'],
  code_required: [401, 'The code of the second factor is required'],
  permission_denied: [403, 'The caller may not do this'],
  insufficient_scope: [403, 'The API key lacks the scope for this'],
  invalid_signature: [403, 'The request is not signed by the carrier'],
  destination_not_allowed: [403, 'The company sends no messages to this number'],
  opted_out: [409, 'The person has opted out of messages'],
  user_suspended: [403, 'The user is suspended'],
  wrong_password: [403, 'The password is wrong'],
  wrong_code: [403, 'The code is wrong or was used'],
  passkey_refused: [403, 'The passkey was not accepted'],
  confirmation_required: [403, 'The user has to confirm who they are'],
  second_factor_required: [403, 'The company requires two factors'],
  domain_not_allowed: [403, 'The site does not belong to the company'],
  not_found: [404, 'Not found'],
  unknown_postal_code: [404, 'The postal code is not known'],
  method_not_allowed: [405, 'The method is not allowed here'],
  link_ended: [410, 'The link cannot be used any more'],
  erased: [410, 'The data was erased'],
  position_too_old: [410, 'The changes after this position are no longer kept'],
  reminder_done: [409, 'Somebody has answered or finished it already'],
  reminder_taken: [409, 'Somebody else is at it'],
  text_sent: [409, 'The text was sent already'],
  call_in_progress: [409, 'The person is being called already'],
  idempotency_key_in_use: [409, 'A write with this Idempotency-Key is in progress'],
  duplicate_lead: [409, 'A lead with this identifier exists'],
  ambiguous_match: [409, 'The identifiers belong to different leads'],
  stale_assignment: [409, 'The lead is assigned to somebody else'],
  not_assigned: [409, 'The lead is not assigned'],
  assignee_suspended: [409, 'The user is suspended and cannot get leads'],
  assignee_reads_only: [409, 'The user reads only and cannot get leads'],
  lead_merged: [409, 'The lead was merged into another'],
  field_too_large: [409, 'A field has too many different values'],
  too_many_values: [409, 'A list would be too long'],
  not_a_note: [409, 'The event is not a note'],
  last_identifier: [409, 'The last identifier of a lead cannot be removed'],
  identifier_taken: [409, 'The identifier belongs to another record'],
  unmerge_unavailable: [409, 'The merge cannot be undone'],
  bulk_ended: [409, 'The bulk operation has ended'],
  undo_unavailable: [409, 'The bulk operation cannot be undone'],
  company_exists: [409, 'The company exists already'],
  last_superadmin: [409, 'The last super admin cannot be removed'],
  second_factor_on: [409, 'The user signs in with two factors already'],
  second_factor_off: [409, 'The user has no second factor'],
  over_budget: [409, 'The monthly cap would be exceeded'],
  in_use: [409, 'The record is still in use'],
  precondition_failed: [412, 'The record was changed in the meantime'],
  body_too_large: [413, 'The body is too large'],
  value_too_large: [413, 'A record would be too large'],
  unsupported_media_type: [415, 'The content type is not supported'],
  range_not_satisfiable: [416, 'The file has no such range'],
  upgrade_required: [426, 'This address is for WebSockets'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request'],
  rate_limited: [429, 'Too many requests'],
  internal_error: [500, 'Something went wrong on our side'],
  bad_gateway: [502, 'The core API could not be reached'],
  service_unavailable: [503, 'The service cannot answer at the moment'],
  operator_token_unset: [503, 'This deployment has no operator token'],
  company_full: [507, 'The database of the company is full'],
  gateway_timeout: [504, 'The core API did not answer in time'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** A stable, documented error code. */
export type ProblemCode = keyof typeof PROBLEMS;

/**
 * One fault of a request, an entry of `errors` in a problem document. It is located by `pointer` (RFC 6901) in the body,
 * `parameter` in path or query, or `row` (1 is the first after the header) and `column` in a CSV file.
 */
export interface Fault {
  pointer?: string;
  parameter?: string;
  row?: number;
  column?: string;
  code: ProblemCode;
  detail: string;
  allowed?: readonly string[];
}

interface ProblemOptions {
  /** Every fault of the request, not only the first. */
  errors?: readonly Fault[];
  /** Response headers, such as `Allow`, `Retry-After`, `WWW-Authenticate`. */
  headers?: Record<string, string>;
  /** Further members of the document, for instance the record that conflicts with the request. */
  members?: Record<string, unknown>;
}

/** A refusal: thrown by the domain, turned into a document by `problemDocument`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly Fault[];
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
  }
}

/** A problem as plain data, because errors lose their class over RPC. */
export type Refusal = Pick<Problem, 'code' | 'message' | 'headers'>;

/** Makes a problem that lists `faults`. It takes the code of the first. */
export function problemOfFaults(faults: readonly [Fault, ...Fault[]]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 ? first.detail : `${faults.length} things are wrong with the request; see errors.`;
  return new Problem(first.code, detail, { errors: faults });
}

/** Refuses a request with faults. @throws Problem that lists them all, when there is at least one */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...rest] = faults;
  if (first !== undefined) throw problemOfFaults([first, ...rest]);
}

/**
 * Refuses a record that is unknown, removed, hidden from the caller or of another company, and a malformed id. The body is
 * always the same, so that callers cannot tell these apart.
 */
export function notFound(): Problem {
  return new Problem('not_found', 'Not found, or you have no access.');
}

/** Tells whether `text` is a problem code. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

/** Lists all codes with status and title, for the API reference. */
export function listProblemCodes(): { code: ProblemCode; status: number; title: string }[] {
  return Object.entries(PROBLEMS).map(([code, [status, title]]) => ({
    code: code as ProblemCode,
    status,
    title,
  }));
}

/** A serialised problem document (RFC 9457), with the status and headers of its answer. */
export interface ProblemDocument {
  status: (typeof PROBLEMS)[ProblemCode][0];
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/** The members of a problem document (RFC 9457). */
export interface ProblemContent {
  type: string;
  title: string;
  status: (typeof PROBLEMS)[ProblemCode][0];
  code: ProblemCode;
  detail: string;
  instance: string;
  request_id: string;
  errors: readonly Fault[];
  [member: string]: unknown;
}

/** Builds the members of the document for `problem`; `request` as for `problemDocument`. */
export function problemContent(
  problem: Problem,
  request: { path: string; requestId: string },
): ProblemContent {
  const [status, title] = PROBLEMS[problem.code];
  return {
    type: `urn:leadline:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    instance: request.path,
    request_id: request.requestId,
    errors: problem.errors,
    ...problem.members,
  };
}

/**
 * Builds the problem document (RFC 9457) for `problem`.
 * @param request `path` becomes `instance`; `requestId` is the one in `X-Request-Id`
 */
export function problemDocument(
  problem: Problem,
  request: { path: string; requestId: string },
): ProblemDocument {
  const content = problemContent(problem, request);
  return {
    status: content.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...problem.headers,
    },
    body: JSON.stringify(content),
  };
}
