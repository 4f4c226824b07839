/**
 * Handles a write over HTTP: checks query and body, makes the change by `commit`, answers its result. A request that was made
 * before under the same `Idempotency-Key` gets the same answer again.
 */
import type { Context } from 'hono';
import type * as v from 'valibot';
import { parse, parseJson, readJsonText } from '../../../shared/http/input.ts';
import { parseWriteQuery, type QueryOf } from '../../../shared/http/query.ts';
import { logFailure } from '../../../shared/log.ts';
import type { Answer } from './answers.ts';
import type { RequestContext, WriteContext } from '../context/request-context.ts';
import { contextOfRequest } from '../context/contexts.ts';
import { AskFirst } from '../commit/ask-first.ts';
import { commit } from '../commit/commit.ts';
import type { Room } from '../storage/database.ts';
import type { CoreApp } from '../context/company-context.ts';
import { once } from './idempotency.ts';

/** Most questions of a change to other objects: one, unless something else is saved while the first is asked. */
const MOST_QUESTIONS = 3;

/** The steps of a write. Only `change` is required. */
interface Write<Body extends v.GenericSchema, Query extends v.ObjectEntries, Prepared> {
  /** The schema of the JSON body. Without it, a body is ignored. */
  body?: Body;
  /**
   * The schema of the query. Without it, there are no parameters. Unknown parameters are refused, because they may be typing
   * errors.
   */
  query?: Query;
  /** `reserve` allows the write in a full database, because it frees room or is needed to do so. */
  room?: Room | ((body: v.InferOutput<Body>) => Room);
  /** Calls other objects before the change. Writes nothing here. */
  prepare?: (context: RequestContext, body: v.InferOutput<Body>) => Promise<Prepared>;
  /**
   * Notifies other objects after the change is saved. This object may be killed before that, so the receiver must also be able to
   * find out by itself. A failure is logged and does not change the answer.
   */
  confirm?: (prepared: Prepared) => Promise<void>;
  /** Cancels steps at other objects after the change was refused, under the same conditions. */
  withdraw?: (prepared: Prepared) => Promise<void>;
  /** Makes the change, synchronously and in one transaction. */
  change: (
    context: WriteContext,
    body: v.InferOutput<Body>,
    more: { query: QueryOf<Query>; prepared: Prepared },
  ) => Answer;
}

/**
 * Answers a request that changes something.
 * @throws Problem for a query or a body that its schema refuses, those of the change, and of an Idempotency-Key:
 *   `invalid_idempotency_key`, 422 `idempotency_key_reused`, 409 `idempotency_key_in_use`
 */
export async function write<
  Body extends v.GenericSchema,
  Query extends v.ObjectEntries = Record<string, never>,
  Prepared = undefined,
>(c: Context<CoreApp>, steps: Write<Body, Query, Prepared>): Promise<Response> {
  const query = parseWriteQuery(c.req.query(), steps.query);
  const text = steps.body === undefined ? undefined : await readJsonText(c.req.raw);
  return once(c, text, async (keep) => {
    const body: unknown = steps.body === undefined ? undefined : parse(steps.body, parseJson(text ?? ''));
    const prepared = (await steps.prepare?.(contextOfRequest(c), body)) as Prepared;
    let answer: Answer;
    try {
      const change = (context: WriteContext): Answer => {
        const made = steps.change(context, body, { query, prepared });
        keep(context, made);
        return made;
      };
      const room = typeof steps.room === 'function' ? steps.room(body) : steps.room;
      answer = await askingFirst(c, () => commit(c.env.company, contextOfRequest(c), change, room));
    } catch (error) {
      await notifyOthers(c, steps.withdraw?.(prepared));
      throw error;
    }
    // Outside of the `try`, which would withdraw a saved change if the notification failed.
    await notifyOthers(c, steps.confirm?.(prepared));
    return answer;
  });
}

/**
 * Makes a change, and asks other objects first where it has to (`AskFirst`).
 * @throws Problem that of the change, or of what was asked
 */
async function askingFirst(c: Context<CoreApp>, make: () => Answer): Promise<Answer> {
  for (let times = 0; times < MOST_QUESTIONS; times += 1) {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof AskFirst)) throw error;
      await error.ask(c.env.company, c.env);
    }
  }
  return make();
}

/** Waits until the other objects are notified, and logs a failure. */
async function notifyOthers(c: Context<CoreApp>, notification: Promise<void> | undefined): Promise<void> {
  try {
    await notification;
  } catch (error) {
    logFailure({ request_id: c.get('requestId'), company_id: c.env.company.companyId }, error);
  }
}
