/** The product with bindings that count billed operations. `GET /count` answers the counts and resets them. */
import worker, * as product from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';

/** The operations since the last count. */
interface Usage {
  requests: number;
  kvReads: number;
  kvWrites: number;
  objectRequests: number;
}

let usage = nothing();
/** The cursors of statements. Their numbers of read and written rows are final once they have been consumed. */
let cursors: { rowsRead: number; rowsWritten: number }[] = [];
let isCounting = false;

/** The company's Durable Object, whose statements are counted. */
export class Company extends product.Company {
  constructor(ctx: DurableObjectState, env: Env) {
    countStatements(ctx.storage.sql);
    super(ctx, { ...env, CACHE: counting(env.CACHE) });
  }
}

/** The object of a month, whose statements are counted. */
export class Evidence extends product.Evidence {
  constructor(ctx: DurableObjectState, env: Env) {
    countStatements(ctx.storage.sql);
    super(ctx, env);
  }
}

/** The object of a pool, whose statements are counted. */
export class NumberPool extends product.NumberPool {
  constructor(ctx: DurableObjectState, env: Env) {
    countStatements(ctx.storage.sql);
    super(ctx, env);
  }
}

export const { Account, NumberRegister } = product;

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    if (new URL(request.url).pathname === '/count') return Response.json(count());
    usage.requests += 1;
    const counted = {
      ...env,
      CACHE: counting(env.CACHE),
      COMPANIES: asked(env.COMPANIES),
      EVIDENCE: asked(env.EVIDENCE),
      POOLS: asked(env.POOLS),
    };
    return worker.fetch(request as Parameters<typeof worker.fetch>[0], counted, ctx);
  },
};

/** Counts the requests to objects. */
function asked<Namespace extends object>(objects: Namespace): Namespace {
  return new Proxy(objects, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'getByName') usage.objectRequests += 1;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function nothing(): Usage {
  return { requests: 0, kvReads: 0, kvWrites: 0, objectRequests: 0 };
}

function count(): Usage & { rowsRead: number; rowsWritten: number } {
  const sum = (name: 'rowsRead' | 'rowsWritten'): number =>
    cursors.reduce((total, cursor) => total + cursor[name], 0);
  const counted = { ...usage, rowsRead: sum('rowsRead'), rowsWritten: sum('rowsWritten') };
  usage = nothing();
  cursors = [];
  return counted;
}

function counting(cache: KVNamespace): KVNamespace {
  return new Proxy(cache, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'get') usage.kvReads += 1;
      if (name === 'put') usage.kvWrites += 1;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Done once for the isolate, since all objects share the prototype. */
function countStatements(sql: SqlStorage): void {
  if (isCounting) return;
  isCounting = true;
  const prototype = Object.getPrototypeOf(sql) as SqlStorage;
  const exec = Reflect.get(prototype, 'exec');
  prototype.exec = function counted(this: SqlStorage, ...given: Parameters<SqlStorage['exec']>) {
    const cursor = exec.apply(this, given);
    cursors.push(cursor);
    return cursor;
  } as SqlStorage['exec'];
}
