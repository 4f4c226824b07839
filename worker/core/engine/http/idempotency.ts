/**
 * `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a write that is sent twice is made once. The answer is stored in
 * the transaction of the change. The answer of a refused write is not stored, because it changed nothing.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { actorId } from '../context/actors.ts';
import type { AgedRows } from '../context/aged-rows.ts';
import type { UserSubject } from '../context/personal-data.ts';
import { type Answer, respond } from './answers.ts';
import type { RequestContext, WriteContext } from '../context/request-context.ts';
import type { Database } from '../storage/database.ts';
import { AS_IS, json, Table } from '../storage/table.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { sha256Hex } from '../storage/sha256.ts';
import type { Context } from 'hono';
import { contextOfRequest } from '../context/contexts.ts';
import type { CoreApp } from '../context/company-context.ts';

/** How long an answer is stored. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

/** The answers, by the time of storing. */
export const KEPT_ANSWERS: AgedRows = {
  table: 'idempotent_answers',
  key: 'caller, key_hash',
  time: 'created_time',
};

/** Replaces an answer about a person who was erased. */
const ERASED = '';
const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/;
const UTF_8 = new TextEncoder();
/** `Retry-After` for a write in progress, in seconds. */
const RETRY_AFTER_S = 1;

/** A write that its sender may repeat. */
export interface RepeatableWrite {
  caller: string;
  keyHash: string;
  requestHash: string;
}

/** Identifies a request. */
export interface RequestIdentity {
  method: string;
  /** Path and query. */
  target: string;
  body: string | undefined;
}

/** The stored answer of a write. */
interface KeptAnswer extends RepeatableWrite {
  /** JSON; empty if a person in it was erased. */
  answer: string;
  createdTime: number;
  /** The ids of the leads in the write. */
  leads: readonly string[];
}

const ANSWERS = new Table<KeptAnswer>('idempotent_answers', {
  caller: AS_IS,
  keyHash: AS_IS,
  requestHash: AS_IS,
  answer: AS_IS,
  createdTime: AS_IS,
  leads: json(),
});
const BY_KEY = ANSWERS.select('WHERE caller = ? AND key_hash = ?');
const KEEP = ANSWERS.upsert(['caller', 'keyHash'], []);

/** Stores an answer. Call it in the transaction of the change. */
type Keep = (context: WriteContext, answer: Answer) => void;

/**
 * Returns the write that a key identifies.
 * @param key the header; undefined if the sender does not use one
 * @param request the request for which the key is used
 * @throws Problem `invalid_idempotency_key`
 */
export function repeatableWrite(
  context: RequestContext,
  key: string | undefined,
  request: RequestIdentity,
): RepeatableWrite | undefined {
  if (key === undefined) return undefined;
  if (!KEY_SHAPE.test(key)) {
    const detail = 'Idempotency-Key is 1 to 255 visible ASCII characters, for instance a UUID.';
    throw new Problem('invalid_idempotency_key', detail);
  }
  return { caller: actorId(context.actor), keyHash: sha256Hex(key), requestHash: requestHash(key, request) };
}

/** Returns the keyed hash that identifies a request; keyed because a body may hold a password. */
export function requestHash(key: string, { method, target, body }: RequestIdentity): string {
  const identity = [method, target, body ?? ''].join('\n');
  return bytesToHex(hmac(sha256, UTF_8.encode(key), UTF_8.encode(identity)));
}

/** Tells whether a write was made under the key. */
export function isAnswered(database: Database, { caller, keyHash }: RepeatableWrite): boolean {
  const found = 'SELECT 1 AS found FROM idempotent_answers WHERE caller = ? AND key_hash = ?';
  return database.maybe(found, caller, keyHash) !== undefined;
}

/** Returns one part of a write with several parts, each of which is made once under the same key. */
export function partOf(write: RepeatableWrite, index: number): RepeatableWrite {
  return { ...write, keyHash: sha256Hex(`${write.keyHash}#${index}`) };
}

/**
 * Returns the stored answer of a write; undefined if it was not made yet.
 * @throws Problem 422 `idempotency_key_reused` when the key came with another request; 410 `erased`
 */
export function formerAnswer(database: Database, write: RepeatableWrite): Answer | undefined {
  const kept = ANSWERS.maybe(database, BY_KEY, write.caller, write.keyHash);
  if (kept === undefined) return undefined;
  if (kept.requestHash !== write.requestHash) {
    const detail =
      'This Idempotency-Key was used for another request within a day; use a new one for each write.';
    throw new Problem('idempotency_key_reused', detail);
  }
  if (kept.answer === ERASED) {
    throw new Problem('erased', 'This write was made, and its data was erased later.');
  }
  return JSON.parse(kept.answer) as Answer;
}

/** Stores the answer in the transaction of the change, without the members that are answered only once (`Answer.secrets`). */
export function keepAnswer(
  context: WriteContext,
  write: RepeatableWrite,
  { body, headers, secrets = [] }: Answer,
): void {
  const kept =
    body && Object.fromEntries(Object.entries(body).filter(([member]) => !secrets.includes(member)));
  const answer = JSON.stringify({
    ...(body === undefined ? {} : { body: Array.isArray(body) ? body : kept }),
    headers,
  });
  const { caller, keyHash, requestHash } = write;
  const row = {
    caller,
    keyHash,
    requestHash,
    answer,
    createdTime: context.now,
    leads: context.reportedLeads(),
  };
  context.database.run(KEEP, ...ANSWERS.values(row));
  context.wakeBy(context.now + ANSWERS_KEPT_MS);
}

/**
 * Empties stored answers to writes about one of these leads. The writes still count as made, so that a repetition does not create
 * the person again.
 */
export function eraseAnswersAbout(database: Database, leadIds: readonly string[]): void {
  database.run(
    `UPDATE idempotent_answers SET answer = '${ERASED}'
     WHERE EXISTS (SELECT 1 FROM json_each(?) AS lead WHERE instr(answer, lead.value) > 0 OR instr(leads, lead.value) > 0)`,
    JSON.stringify(leadIds),
  );
}

/** Deletes the stored answers to a user's own writes, and empties those that name the user. */
export function eraseAnswersOf(database: Database, { userId, actors }: UserSubject): void {
  database.run(
    'DELETE FROM idempotent_answers WHERE caller IN (SELECT value FROM json_each(?))',
    JSON.stringify(actors),
  );
  database.run(`UPDATE idempotent_answers SET answer = '${ERASED}' WHERE instr(answer, ?) > 0`, userId);
}

/**
 * Does the work of a request unless it was done already under the same Idempotency-Key.
 * @param body the parts of the request that distinguish it from others
 */
export async function once(
  c: Context<CoreApp>,
  body: string | undefined,
  work: (keep: Keep) => Promise<Answer>,
): Promise<Response> {
  const repeatable = repeatableWrite(
    contextOfRequest(c),
    c.req.header('Idempotency-Key'),
    identityOf(c, body),
  );
  if (repeatable === undefined) return respond(c, await work(() => undefined));
  const former = formerAnswer(c.env.company.database, repeatable);
  if (former !== undefined) return respond(c, replayed(former));
  return whileRunning(c, repeatable, async () =>
    respond(c, await work((context, answer) => keepAnswer(context, repeatable, answer))),
  );
}

/**
 * Does the same for a body that is streamed.
 * @param show builds the answer to a repetition from the stored one
 */
export async function onceOfStream(
  c: Context<CoreApp>,
  work: (request: Pick<Request, 'headers' | 'body'>, keep: Keep) => Promise<Answer>,
  show: (kept: Answer) => Answer,
): Promise<Response> {
  const key = c.req.header('Idempotency-Key');
  const unread = repeatableWrite(contextOfRequest(c), key, identityOf(c, undefined));
  if (unread === undefined) return respond(c, await work(c.req.raw, () => undefined));
  const hash = sha256.create();
  const whole = (): RepeatableWrite => ({
    ...unread,
    requestHash: requestHash(key ?? '', identityOf(c, bytesToHex(hash.clone().digest()))),
  });
  return whileRunning(c, unread, async () => {
    const body = c.req.raw.body?.pipeThrough(hashing(hash)) ?? null;
    if (isAnswered(c.env.company.database, unread)) {
      for await (const _ of body ?? []);
      const former = formerAnswer(c.env.company.database, whole());
      if (former !== undefined) return respond(c, replayed(show(former)));
    }
    const { headers } = c.req.raw;
    return respond(
      c,
      await work({ headers, body }, (context, answer) => keepAnswer(context, whole(), answer)),
    );
  });
}

function identityOf(c: Context<CoreApp>, body: string | undefined): RequestIdentity {
  const { pathname, search } = new URL(c.req.url);
  return { method: c.req.method, target: pathname.toLowerCase() + search, body };
}

function replayed({ headers, ...answer }: Answer): Answer {
  return { ...answer, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}

function hashing(hash: { update: (bytes: Uint8Array) => unknown }): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk, controller) => {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
  });
}

/**
 * Does the work, during which the same write is refused.
 * @throws Problem 409 `idempotency_key_in_use` when the same write is running
 */
async function whileRunning(
  c: Context<CoreApp>,
  { caller, keyHash }: RepeatableWrite,
  work: () => Promise<Response>,
): Promise<Response> {
  const { runningWrites } = c.env.company;
  const running = `${caller} ${keyHash}`;
  if (runningWrites.has(running)) {
    throw new Problem(
      'idempotency_key_in_use',
      'This is being saved already. Send it again in a moment to get the answer.',
      {
        headers: { 'Retry-After': String(RETRY_AFTER_S) },
      },
    );
  }
  runningWrites.add(running);
  try {
    return await work();
  } finally {
    runningWrites.delete(running);
  }
}
