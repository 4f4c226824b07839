/** Sends requests to the API with the session's cookie. */
import { signal } from '@preact/signals';
import { type Fault, inWords } from './fault-words.ts';

export type { Fault } from './fault-words.ts';

const BASE = '/console/api';
/** Longest wait for an answer. */
const TIMEOUT_MS = 30_000;

/** The problem document of a refusal (RFC 9457). */
export interface ProblemDocument {
  code: string;
  title: string;
  detail: string;
  status: number;
  errors?: readonly Fault[];
  [member: string]: unknown;
}

/** An answer of the API. */
export interface Answer<Body> {
  body: Body;
  etag: string | undefined;
  headers: Headers;
}

/** The options of a request. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a file is sent unchanged. */
  body?: unknown;
  /** Refuses the write unless this is still the current version. */
  ifMatch?: string | undefined;
  /** Answers 304 if this is still the current version. */
  ifNoneMatch?: string | undefined;
  /** Identifies a write, so that a repeated one takes effect once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The server refused the request. */
export class Refusal extends Error {
  readonly problem: ProblemDocument;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;

  constructor(problem: ProblemDocument, retryAfter: number | undefined) {
    super(problem.detail);
    this.name = 'Refusal';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** There was no answer, or one that is not from the API. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached. Check the connection and try again.', { cause });
    this.name = 'Unreachable';
  }
}

/** The known version is still the newest (304). */
export class NotModified extends Error {}

/** The save of a form. Its writes have an idempotency key, which is the same when the same save is repeated. */
export interface Save {
  /** Returns the key of a write. @param said the contents of the write; different contents get another key */
  keyFor: (said: string) => string;
  /** Called when the server has accepted the write. */
  answered: () => void;
}

let presentSave: Save | undefined;

/** Starts a save: the writes that begin before the first await belong to it. */
export function inSave<Result>(save: Save, work: () => Result): Result {
  presentSave = save;
  try {
    return work();
  } finally {
    presentSave = undefined;
  }
}

/** Returns a function that continues the current save after an await. */
export function thisSave(): <Result>(work: () => Result) => Result {
  const save = presentSave;
  return save === undefined ? (work) => work() : (work) => inSave(save, work);
}

/** Whether the company refuses everything until the user has set up a second factor. */
export const needsSecondFactor = signal(false);

/** Writes of this page that are not answered yet. */
let openWrites = 0;

/** Tells whether a write of this page is on its way: what it changes is read when it is answered. */
export function isWriting(): boolean {
  return openWrites > 0;
}

/** Waits until somebody has signed in again. The request is then repeated. */
let signInAgain: () => Promise<void> = () => Promise.resolve();

/** Requests wait for this while another session is active. */
let held: Promise<unknown> | undefined;

/** Holds requests back until `until` settles. If it fails, they are sent anyway and report the error themselves. */
export function holdRequests(until: Promise<unknown>): void {
  const hold = until
    .catch(() => undefined)
    .finally(() => {
      if (held === hold) held = undefined;
    });
  held = hold;
}

/** Sets the handler for an ended session. */
export function onSessionEnd(handler: () => Promise<void>): void {
  signInAgain = handler;
}

/**
 * Sends a request to the API.
 * @param path as in the API's reference, for instance `/me`
 * @throws Refusal, Unreachable; NotModified for an answer of 304; the reason of `signal` when it was aborted
 */
export async function ask<Body>(path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
  if (!isWrite(path, options)) return readAnswer<Body>(await sendSignedIn(path, options), options.body);
  const save = presentSave;
  const idempotencyKey = save?.keyFor(saidBy(path, options)) ?? crypto.randomUUID();
  openWrites += 1;
  try {
    const answer = await readAnswer<Body>(
      await sendSignedIn(path, { ...options, idempotencyKey }),
      options.body,
    );
    save?.answered();
    return answer;
  } finally {
    openWrites -= 1;
  }
}

/** Downloads a file from the API. @throws Refusal, Unreachable */
export async function askFile(path: string, options: RequestOptions): Promise<Blob> {
  const response = await sendSignedIn(path, options);
  if (!response.ok) await readAnswer(response);
  return response.blob().catch((error: unknown) => {
    throw new Unreachable(error);
  });
}

/** Sends a request. If the session has ended, repeats it after somebody has signed in again. */
async function sendSignedIn(path: string, options: RequestOptions): Promise<Response> {
  if (held !== undefined) await held;
  options.signal?.throwIfAborted();
  const response = await send(`${BASE}${path}`, options);
  if (response.status !== 401) return response;
  await signInAgain();
  options.signal?.throwIfAborted();
  return send(`${BASE}${path}`, options);
}

/** Sends a request to this origin. Requests for the session itself bypass `ask`. @throws Unreachable */
export async function send(url: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method,
    headers: headersOf(options),
    // An upload may take longer than the usual timeout.
    signal: body instanceof Blob ? (signal ?? null) : AbortSignal.any(signal ? [signal, timeout] : [timeout]),
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  };
  try {
    return await fetch(url, init);
  } catch (error) {
    signal?.throwIfAborted();
    throw new Unreachable(error);
  }
}

/** @param sent the body of the request @throws Refusal, Unreachable, NotModified */
export async function readAnswer<Body>(response: Response, sent?: unknown): Promise<Answer<Body>> {
  const { headers } = response;
  if (response.status === 304) throw new NotModified();
  const text = await response.text().catch((error: unknown) => {
    throw new Unreachable(error);
  });
  const body: unknown = text === '' ? undefined : parseJson(text);
  if (response.ok) return { body: body as Body, etag: headers.get('ETag') ?? undefined, headers };
  const problem = asProblem(body, response, sent);
  if (problem.code === 'second_factor_required') needsSecondFactor.value = true;
  const wait = headers.get('Retry-After');
  throw new Refusal(problem, wait === null ? undefined : Number(wait));
}

/**
 * Returns the secret of an answer. The API sends it once: if that answer was lost, the answer to the repeated write has
 * none.
 * @param otherwise tells the user what to do then
 * @throws Refusal
 */
export function requireSecret(secret: string | undefined, otherwise: string): string {
  if (secret !== undefined) return secret;
  const problem = { code: 'secret_lost', title: 'The secret did not arrive', detail: otherwise, status: 200 };
  throw new Refusal(problem, undefined);
}

/** Returns the text that tells the user about an error. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal && error.retryAfter !== undefined) {
    return `${error.message} Try again in ${error.retryAfter} s.`;
  }
  return error instanceof Refusal || error instanceof Unreachable
    ? error.message
    : 'Something went wrong on this page. Reload it and try again.';
}

function isWrite(path: string, { method = 'GET' }: RequestOptions): boolean {
  return method !== 'GET' && !path.includes('dry_run=true');
}

function saidBy(path: string, { method, body }: RequestOptions): string {
  const content = body instanceof File ? [body.name, body.size, body.lastModified] : body;
  return JSON.stringify([method, path, content]);
}

function headersOf({ body, ifMatch, ifNoneMatch, idempotencyKey }: RequestOptions): Record<string, string> {
  return {
    ...(body === undefined || body instanceof Blob ? {} : { 'Content-Type': 'application/json' }),
    ...(body instanceof Blob
      ? { 'Content-Type': body.type.startsWith('image') ? body.type : 'text/csv' }
      : {}),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreachable(error);
  }
}

function asProblem(body: unknown, { status }: Response, sent: unknown): ProblemDocument {
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
  if (isProblem) return inWords(body as ProblemDocument, sent);
  return { code: 'unknown', title: 'Refused', detail: `The server answered with status ${status}.`, status };
}
