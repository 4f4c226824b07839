/** Reads input: a JSON body of limited size as `unknown`, checked by a schema that lists every fault. */
import * as v from 'valibot';
import { invalidJson } from './invalid-json.ts';
import { decodedBody, isEncoded } from './content-encoding.ts';
import { faultsOfStrings } from './unstorable-strings.ts';
import {
  type Fault,
  isProblemCode,
  Problem,
  type ProblemCode,
  problemOfFaults,
  refuseFaults,
} from './problems.ts';

/** Largest JSON body of the API, in bytes; the lookup has a smaller limit of its own. */
const MAX_BODY_BYTES = 1024 * 1024;

/** `application/json` and types with the suffix `+json`. */
export const JSON_CONTENT_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** A display name. */
export const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200));

/** The id of a company, in any case. */
export const companyIdSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID, or leave it out.'));

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Gives the message of a schema check its own problem code: `v.check(isPhone, coded('invalid_phone', '...'))`. */
export function coded(code: ProblemCode, detail: string): string {
  return `${code}: ${detail}`;
}

/**
 * Reads a JSON body.
 * @param options.maxBytes refuse a longer one with 413; 1 MiB by default
 * @param options.contentType the pattern for `Content-Type`, else 415
 * @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json`
 */
export async function readJson(
  request: Request,
  options: { maxBytes?: number; contentType?: RegExp } = {},
): Promise<unknown> {
  return parseJson(await readJsonText(request, options));
}

/** Reads a JSON body without parsing it. @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json` if not UTF-8 */
export async function readJsonText(
  request: Request,
  options: { maxBytes?: number; contentType?: RegExp } = {},
): Promise<string> {
  const contentType = options.contentType ?? JSON_CONTENT_TYPE;
  if (!contentType.test(request.headers.get('Content-Type') ?? '')) {
    throw new Problem('unsupported_media_type', 'Send the body with Content-Type: application/json.');
  }
  return readText(request, options.maxBytes ?? MAX_BODY_BYTES);
}

/** Parses a JSON body. @throws Problem `invalid_json`, with line and column */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '') throw new Problem('invalid_json', 'The body is empty; send a JSON object.');
    throw invalidJson(text);
  }
}

/**
 * Checks `value` and returns the schema's output.
 * @param where `body` and `question` report a fault as a `pointer` into the body, `parameters` as a `parameter` of path or
 *   query. Only `body` refuses strings that cannot be stored: nothing of a `question` is stored unchecked.
 * @throws Problem that lists every fault
 */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: 'body' | 'question' | 'parameters' = 'body',
): v.InferOutput<Schema> {
  // valibot accepts an array as an object, and finds members such as `keys` on its prototype.
  if (Array.isArray(value) && schema.type === 'strict_object') {
    throw problemOfFaults([
      { pointer: '', code: 'invalid_parameter', detail: 'The body must be a JSON object.' },
    ]);
  }
  const result = v.safeParse(schema, value);
  refuseFaults([
    ...(result.issues ?? []).map((issue) => toFault(issue, where)),
    ...faultsOfShape(schema, value),
    // A body without a schema is checked where it gets one.
    ...(where === 'body' && schema.type !== 'unknown' ? faultsOfStrings(value) : []),
  ]);
  return result.output;
}

/** Lists the faults of `value` without throwing, for callers that have more to check. */
export function checkAgainst(schema: v.GenericSchema, value: unknown): Fault[] {
  return examine(schema, value).faults;
}

/** Lists the faults of `value` and returns the schema's output, which is partial if there are faults. */
export function examine(schema: v.GenericSchema, value: unknown): { output: unknown; faults: Fault[] } {
  // Stop at an array: the schema would report its missing members too.
  if (Array.isArray(value)) {
    const faults = faultsOfShape(schema, value);
    if (faults.length > 0) return { output: undefined, faults };
  }
  const { output, issues = [] } = v.safeParse(schema, value);
  return {
    output,
    faults: [
      ...issues.map((issue) => toFault(issue, 'body')),
      ...faultsOfShape(schema, value),
      ...faultsOfStrings(value),
    ],
  };
}

/** A step of the path of an issue, in the terms of a valibot `rawCheck`. */
interface IssuePathItem {
  type: 'unknown';
  origin: 'value';
  input: unknown;
  key: string | number;
  value: unknown;
}

/** Builds the path of an issue for a valibot `rawCheck`: the keys from its input to the faulty value. */
export function issuePath(
  input: unknown,
  [first, ...rest]: readonly [string | number, ...(string | number)[]],
): [IssuePathItem, ...IssuePathItem[]] {
  const step = (key: string | number): IssuePathItem => ({
    type: 'unknown',
    origin: 'value',
    input,
    key,
    value: undefined,
  });
  return [step(first), ...rest.map(step)];
}

/** Tells whether `value` is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the members that are known: what is stored as JSON, and crosses RPC, has no undefined ones. */
export function onlyKnown<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

/** Tells whether a value counts as not sent: `null`, `""` and white space. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Returns the JSON pointer (RFC 6901) of a path. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Reads a body as text.
 * @throws Problem `body_too_large`; `invalid_json` when it is not UTF-8
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new Problem('invalid_json', 'The body is not UTF-8.');
  }
}

/** Reads a body as it is. @throws Problem `body_too_large`, without reading one whose declared length is over the limit */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = (): Problem =>
    new Problem('body_too_large', `The body is larger than ${maxBytes} bytes.`, {
      members: { limit: maxBytes },
    });
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge();
  const isWhole = !Number.isNaN(declared) && !isEncoded(request.headers);
  return isWhole ? new Uint8Array(await request.arrayBuffer()) : readBounded(request, maxBytes, tooLarge);
}

/** Reads a body of unknown length up to the limit. */
async function readBounded(
  request: Request,
  maxBytes: number,
  tooLarge: () => Problem,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decodedBody(request) ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Finds what valibot's strict object accepts wrongly: an array, and members named like those of Object.prototype. */
function faultsOfShape(schema: v.GenericSchema, value: unknown): Fault[] {
  if (schema.type !== 'strict_object' || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return [{ pointer: '', code: 'invalid_parameter', detail: 'Send a JSON object.' }];
  }
  return Object.keys(value)
    .filter((name) => name in Object.prototype)
    .map((name) => ({
      pointer: pointerTo([name]),
      code: 'unknown_parameter',
      detail: `"${name}" is not a known member.`,
    }));
}

function toFault(issue: v.BaseIssue<unknown>, where: 'body' | 'question' | 'parameters'): Fault {
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  const place = where !== 'parameters' ? { pointer: pointerTo(path) } : { parameter: path.join('.') };
  return { ...place, ...codeAndDetail(issue, path) };
}

function codeAndDetail(
  issue: v.BaseIssue<unknown>,
  path: (string | number)[],
): Pick<Fault, 'code' | 'detail'> {
  const separator = issue.message.indexOf(': ');
  const code = issue.message.slice(0, separator);
  if (separator > 0 && isProblemCode(code)) return { code, detail: issue.message.slice(separator + 2) };
  const name = path.length === 0 ? 'The body' : `"${path.join('.')}"`;
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return { code: 'unknown_parameter', detail: `${name} is not a known member.` };
  }
  if (issue.received === 'undefined') return { code: 'missing_parameter', detail: `${name} is required.` };
  return { code: 'invalid_parameter', detail: `${name}: ${issue.message}` };
}
