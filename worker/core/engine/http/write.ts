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
import { callOf } from '../context/contexts.ts';
import { commit } from '../commit/commit.ts';
import type { Room } from '../storage/database.ts';
import type { CoreApp } from '../context/company-context.ts';
import { once } from './idempotency.ts';

/** How a write goes. Only `change` is needed. */
interface Write<Body extends v.GenericSchema, Query extends v.ObjectEntries, Prepared> {
  /** The schema of the JSON body; absent: a body is ignored. */
  body?: Body;
  /** The schema of the query; absent: no parameters. Unknown parameters are refused, because they may be typing errors. */
  query?: Query;
  /** `reserve`: the write is allowed in a full database, because it frees room or is needed to do so. */
  room?: Room | ((body: v.InferOutput<Body>) => Room);
  /** Asks other objects before the change. It writes nothing here. */
  prepare?: (context: RequestContext, body: v.InferOutput<Body>) => Promise<Prepared>;
  /**
   * What has to be told elsewhere once the change is saved. The object may die before that, so the receiver must also be
   * able to find out by itself; a failure is logged and does not change the answer.
   */
  confirm?: (prepared: Prepared) => Promise<void>;
  /** What has to be taken back elsewhere when the change was refused, under the same conditions. */
  withdraw?: (prepared: Prepared) => Promise<void>;
  /** The change: synchronous, in one transaction. */
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
    const prepared = (await steps.prepare?.(callOf(c), body)) as Prepared;
    let answer: Answer;
    try {
      const change = (context: WriteContext): Answer => {
        const made = steps.change(context, body, { query, prepared });
        keep(context, made);
        return made;
      };
      const room = typeof steps.room === 'function' ? steps.room(body) : steps.room;
      answer = commit(c.env.company, callOf(c), change, room);
    } catch (error) {
      await tellElsewhere(c, steps.withdraw?.(prepared));
      throw error;
    }
    // Outside of the `try`, which would withdraw what is saved when telling fails.
    await tellElsewhere(c, steps.confirm?.(prepared));
    return answer;
  });
}

/** Waits until others were told; that they could not be is logged. */
async function tellElsewhere(c: Context<CoreApp>, telling: Promise<void> | undefined): Promise<void> {
  try {
    await telling;
  } catch (error) {
    logFailure({ request_id: c.get('requestId'), company_id: c.env.company.companyId }, error);
  }
}
