/** A write over HTTP: query and body are read and checked, the change is made by `commit`, its result is the answer. */
import type { Context } from 'hono';
import * as v from 'valibot';
import { parse, readJson } from '../input.ts';
import { type Fault, refuseFaults } from '../problems.ts';
import type { Call, WriteCall } from './call.ts';
import { callOf } from './calls.ts';
import { commit } from './commit.ts';
import type { CoreApp } from './core-app.ts';
import { isKnown } from './versions.ts';

/** What a write answers, with status 200. */
export interface Answer {
  /** Sent as JSON; absent: no content. */
  body?: object;
  headers?: Record<string, string>;
}

/** How a write goes. Only `change` is needed. */
interface Write<Body extends v.GenericSchema, Query extends v.ObjectEntries, Prepared> {
  /** Of the JSON body; absent: the request needs none, and one that came is not looked at. */
  body?: Body;
  /** Of the query; absent: there are no parameters. One that is not named here is refused: it may be a mistyped one. */
  query?: Query;
  /** What has to be asked elsewhere before the change. It writes nothing here. */
  prepare?: (call: Call, body: v.InferOutput<Body>) => Promise<Prepared>;
  /** What has to be told elsewhere once the change is saved, and once it was refused. */
  confirm?: (prepared: Prepared, body: v.InferOutput<Body>) => Promise<void>;
  withdraw?: (prepared: Prepared) => Promise<void>;
  /** The change: in one transaction, so it does not wait for anything. */
  change: (
    call: WriteCall,
    body: v.InferOutput<Body>,
    more: { query: QueryOf<Query>; prepared: Prepared },
  ) => Answer;
}

type QueryOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

/**
 * Answers a request that changes something.
 * @throws Problem for a query or a body that its schema refuses, and those of the change
 */
export async function write<
  Body extends v.GenericSchema,
  Query extends v.ObjectEntries = Record<string, never>,
  Prepared = undefined,
>(c: Context<CoreApp>, steps: Write<Body, Query, Prepared>): Promise<Response> {
  const query = readQuery(c, steps.query);
  const body: unknown = steps.body === undefined ? undefined : parse(steps.body, await readJson(c.req.raw));
  const prepared = (await steps.prepare?.(callOf(c), body)) as Prepared;
  try {
    const answer = commit(c.env.company, callOf(c), (call) => steps.change(call, body, { query, prepared }));
    await steps.confirm?.(prepared, body);
    return respond(c, answer);
  } catch (error) {
    await steps.withdraw?.(prepared);
    throw error;
  }
}

/** An answer as a response; 304 to a reader who has this version already. */
export function respond(c: Context<CoreApp>, { body, headers }: Answer): Response {
  const tag = headers?.['ETag'];
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && tag !== undefined && isKnown(c.req.header('If-None-Match'), tag)) {
    return c.body(null, 304, headers);
  }
  return body === undefined ? c.body(null, 200, headers) : c.json(body, 200, headers);
}

/** The checked query of a write; a parameter that is not named there is refused. @throws Problem that lists every fault */
export function readQuery<Query extends v.ObjectEntries>(
  c: Context<CoreApp>,
  entries: Query | undefined,
): QueryOf<Query> {
  const given = c.req.query();
  const allowed = Object.keys(entries ?? {});
  const detail = allowed.length === 0 ? 'This operation takes no parameters.' : 'There is no such parameter.';
  refuseFaults(
    Object.keys(given)
      .filter((parameter) => !allowed.includes(parameter))
      .map((parameter): Fault => ({ parameter, code: 'unknown_parameter', detail, allowed })),
  );
  return parse(v.object(entries ?? {}), given, 'parameters') as QueryOf<Query>;
}
