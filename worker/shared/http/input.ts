/** How everything from outside gets in: a bounded JSON body as `unknown`, then a schema that names every fault. */
import * as v from 'valibot';
import { invalidJson } from './invalid-json.ts';
import { decodedBody, isEncoded } from './content-encoding.ts';
import { faultsOfTexts } from './unstorable-texts.ts';
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

/** `application/json`, and what is JSON by its suffix. */
export const JSON_CONTENT_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** A name for people to read. */
export const nameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(200));

/** The id of a company, in any case. */
export const companyIdSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid('Write a UUID, or leave it out.'));

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The message of a schema check that has a code of its own: `v.check(isPhone, coded('invalid_phone', '...'))`. */
export function coded(code: ProblemCode, detail: string): string {
  return `${code}: ${detail}`;
}

/**
 * Reads a JSON body.
 * @param options.maxBytes refuse a longer one with 413; 1 MiB by default
 * @param options.contentType what the `Content-Type` must match, else 415
 * @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json`
 */
export async function readJson(
  request: Request,
  options: { maxBytes?: number; contentType?: RegExp } = {},
): Promise<unknown> {
  return parseJson(await readJsonText(request, options));
}

/** Reads a JSON body as it came. @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json` for no text */
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

/** The value that a JSON body is. @throws Problem `invalid_json`, with line and column */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text.trim() === '') throw new Problem('invalid_json', 'The body is empty; send a JSON object.');
    throw invalidJson(text);
  }
}

/**
 * `value` as the schema's output.
 * @param where whether a fault is reported as a `pointer` into the body or as a `parameter` of path or query; of a
 *   `question` nothing is stored, or its parts are checked once more, so its texts may hold what cannot be stored
 * @throws Problem that lists every fault
 */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  where: 'body' | 'question' | 'parameters' = 'body',
): v.InferOutput<Schema> {
  // valibot takes an array for an object, and finds `keys` and its like on the array's prototype.
  if (Array.isArray(value) && schema.type === 'strict_object') {
    throw problemOfFaults([
      { pointer: '', code: 'invalid_parameter', detail: 'The body must be a JSON object.' },
    ]);
  }
  const result = v.safeParse(schema, value);
  refuseFaults([
    ...(result.issues ?? []).map((issue) => toFault(issue, where)),
    ...faultsOfShape(schema, value),
    // What has no form yet is checked by whoever gives it one.
    ...(where === 'body' && schema.type !== 'unknown' ? faultsOfTexts(value) : []),
  ]);
  return result.output;
}

/** The faults of `value`: what `parse` would throw, for a caller that has more to check before it refuses. */
export function checkAgainst(schema: v.GenericSchema, value: unknown): Fault[] {
  return examine(schema, value).faults;
}

/** The same, with what the schema made of the value: its output when there is no fault, else whatever of it is sound. */
export function examine(schema: v.GenericSchema, value: unknown): { output: unknown; faults: Fault[] } {
  // An array has members of its own that a schema would go on to miss.
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
      ...faultsOfTexts(value),
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

/** Where a `rawCheck` found a fault: the keys that lead from its input to the faulty value. */
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

/** Whether `value` is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value counts as not sent: `null`, `""` and blanks. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** The JSON pointer (RFC 6901) of a path. */
export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Reads a body as text, as far as a limit.
 * @throws Problem `body_too_large`; `invalid_json` when it is not UTF-8
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = (): Problem =>
    new Problem('body_too_large', `The body is larger than ${maxBytes} bytes.`, {
      members: { limit: maxBytes },
    });
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge();
  const isWhole = !Number.isNaN(declared) && !isEncoded(request.headers);
  const bytes = isWhole ? await request.arrayBuffer() : await readBounded(request, maxBytes, tooLarge);
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new Problem('invalid_json', 'The body is not UTF-8.');
  }
}

/** A body whose length nobody knows is read only as far as the limit. */
async function readBounded(request: Request, maxBytes: number, tooLarge: () => Problem): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decodedBody(request) ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What valibot's strict object lets pass: an array, and members that are named like those of every object. */
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
