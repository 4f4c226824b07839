/** One call of the core API in progress: whose, when, and on which company. What the domain functions work with. */
import type { Context } from 'hono';
import type { Caller, CoreApp } from './core-app.ts';
import type { Columns } from './columns/columns.ts';
import type { Database } from './database.ts';
import type { UserRecord } from './users/schema.ts';
import { findUser } from './users/users.ts';

export interface Call {
  database: Database;
  /** The leads' columns in memory. */
  columns: Columns;
  companyId: string;
  caller: Caller;
  /** Milliseconds since the epoch; one moment for everything that the call does. */
  now: number;
  /** `If-Match`: the version that the caller means to change; without it the last write wins. */
  ifMatch: string | undefined;
  /** A user of the company, suspended or not; read once a call. */
  person(userId: string): UserRecord | undefined;
}

/** The call behind a request that `authenticate` let pass. To be made after the body was read, so that `now` is now. */
export function callOf(c: Context<CoreApp>): Call {
  const call = callBy(c.env.company, c.get('caller'));
  call.ifMatch = c.req.header('If-Match');
  return call;
}

/** A call that this user makes now, without a request: work that goes on after one. */
export function callBy(
  { database, columns, companyId }: Pick<Call, 'database' | 'columns' | 'companyId'>,
  caller: Caller,
): Call {
  let people: Map<string, UserRecord | undefined> | undefined;
  return {
    database,
    columns,
    companyId,
    caller,
    now: Date.now(),
    ifMatch: undefined,
    person: (userId) => {
      people ??= new Map();
      if (!people.has(userId)) people.set(userId, findUser(database, userId));
      return people.get(userId);
    },
  };
}
