/** Requests with an `Idempotency-Key`: what was done already under it is answered as it was then. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Context } from 'hono';
import { Problem } from '../../../shared/http/problems.ts';
import type { Answer } from './answers.ts';
import type { WriteContext } from '../context/request-context.ts';
import { callOf } from '../context/contexts.ts';
import type { CoreApp } from '../context/company-context.ts';
import { respond } from './respond.ts';
import {
  formerAnswer,
  isAnswered,
  keepAnswer,
  type RepeatableWrite,
  repeatableWrite,
  requestHash,
  type SaidRequest,
} from './idempotency.ts';

/** Seconds after which a write that is under way will have its answer. */
const RETRY_AFTER_S = 1;

/** Keeps an answer, to be called in the transaction that makes it true. */
type Keep = (context: WriteContext, answer: Answer) => void;

/**
 * Does the work of a request, unless it was done already under the same Idempotency-Key.
 * @param body what the request said, as far as it makes it this request
 */
export async function once(
  c: Context<CoreApp>,
  body: string | undefined,
  work: (keep: Keep) => Promise<Answer>,
): Promise<Response> {
  const repeatable = repeatableWrite(callOf(c), c.req.header('Idempotency-Key'), saidBy(c, body));
  if (repeatable === undefined) return respond(c, await work(() => undefined));
  const former = formerAnswer(c.env.company.database, repeatable);
  if (former !== undefined) return respond(c, replayed(former));
  return whileRunning(c, repeatable, async () =>
    respond(c, await work((context, answer) => keepAnswer(context, repeatable, answer))),
  );
}

/**
 * The same for a body that is read as it comes.
 * @param show the answer to a repetition, from what was kept
 */
export async function onceOfStream(
  c: Context<CoreApp>,
  work: (request: Pick<Request, 'headers' | 'body'>, keep: Keep) => Promise<Answer>,
  show: (kept: Answer) => Answer,
): Promise<Response> {
  const key = c.req.header('Idempotency-Key');
  const unread = repeatableWrite(callOf(c), key, saidBy(c, undefined));
  if (unread === undefined) return respond(c, await work(c.req.raw, () => undefined));
  const hash = sha256.create();
  const whole = (): RepeatableWrite => ({
    ...unread,
    requestHash: requestHash(key ?? '', saidBy(c, bytesToHex(hash.clone().digest()))),
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

function saidBy(c: Context<CoreApp>, body: string | undefined): SaidRequest {
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

/** @throws Problem 409 `idempotency_key_in_use` when the same write is under way */
async function whileRunning(
  c: Context<CoreApp>,
  { caller, keyHash }: RepeatableWrite,
  work: () => Promise<Response>,
): Promise<Response> {
  const { runningWrites } = c.env.company;
  const running = `${caller} ${keyHash}`;
  if (runningWrites.has(running)) {
    throw new Problem('idempotency_key_in_use', 'The same write is under way; ask again for its answer.', {
      headers: { 'Retry-After': String(RETRY_AFTER_S) },
    });
  }
  runningWrites.add(running);
  try {
    return await work();
  } finally {
    runningWrites.delete(running);
  }
}
