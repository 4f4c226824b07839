/**
 * The Worker as it is, on bindings that break on demand: `POST /test/faults` with the faults as a JSON array, and from
 * then on the runtime behaves as on a bad day. `POST /test/sql/<company>` runs SQL in a company's database, so that rows
 * can be made as old as a test needs them; `GET /test/alarm/<company>` answers when its alarm is due. Everything else goes to the product.
 */
import worker, * as product from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';
import type { Fault } from './faults.ts';

let faults = new Set<Fault>();

const NEVER = new Promise<never>(() => undefined);
/** Longer than a save waits for KV. */
const LATE_MS = 4_000;

/** The company's Durable Object, whose own KV breaks too. */
export class Company extends product.Company {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, { ...env, CACHE: breakable(env.CACHE) });
  }

  /** The rows that a statement answers. What it changed may be due now, as if the time for it had come. */
  query(sql: string): Record<string, SqlStorageValue>[] {
    const rows = this.ctx.storage.sql.exec(sql).toArray();
    if (!/^\s*select/i.test(sql)) this.wakeBy(Date.now());
    return rows;
  }

  /** What the alarm is set to, in milliseconds since the epoch; null for no alarm. */
  alarmTime(): Promise<number | null> {
    return this.ctx.storage.getAlarm();
  }
}

export const { Account } = product;

interface TestEnv extends Env {
  COMPANIES: DurableObjectNamespace<Company>;
}

export default {
  async fetch(request: Request, env: TestEnv, ctx: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/test/faults') {
      faults = new Set(await request.json<Fault[]>());
      return new Response(null, { status: 204 });
    }
    if (pathname.startsWith('/test/sql/')) {
      const company = env.COMPANIES.getByName(pathname.slice('/test/sql/'.length));
      return Response.json(await company.query(await request.text()));
    }
    if (pathname.startsWith('/test/alarm/')) {
      return Response.json(await env.COMPANIES.getByName(pathname.slice('/test/alarm/'.length)).alarmTime());
    }
    if (pathname === '/test/cron') {
      await worker.scheduled({ cron: '', scheduledTime: Date.now(), noRetry: () => undefined }, env);
      return new Response(null, { status: 204 });
    }
    return worker.fetch(request, brokenEnv(env), ctx);
  },
};

function brokenEnv(env: Env): Env {
  return {
    ...env,
    CACHE: breakable(env.CACHE),
    COMPANIES: proxy(env.COMPANIES, 'getByName', () => {
      if (faults.has('company')) throw new Error('The Durable Object is unreachable.');
      if (faults.has('company-overloaded')) return { fetch: () => Promise.reject(overloaded()) };
      return faults.has('company-hang') ? { dniSettings: () => NEVER, fetch: () => NEVER } : undefined;
    }),
    LOOKUP_RATE_LIMIT: proxy(env.LOOKUP_RATE_LIMIT, 'limit', () =>
      faults.has('rate-limit') ? Promise.reject(new Error('The limiter is down.')) : undefined,
    ),
  };
}

/** The error of the platform when an object has too many requests waiting. */
function overloaded(): Error {
  return Object.assign(new Error('Durable Object is overloaded. Too many requests queued.'), {
    overloaded: true,
  });
}

function breakable(cache: KVNamespace): KVNamespace {
  const read = proxy(cache, 'get', () => {
    if (faults.has('kv-read')) return Promise.reject(new Error('KV is down.'));
    return faults.has('kv-hang') ? NEVER : undefined;
  });
  return proxy(read, 'put', (...values) => {
    if (faults.has('kv-write')) return Promise.reject(new Error('KV takes no writes.'));
    if (!faults.has('kv-late')) return undefined;
    return scheduler.wait(LATE_MS).then(() => Reflect.apply(cache.put, cache, values));
  });
}

/** `target` with one method that first asks `fault` for another answer. */
function proxy<Target extends object>(
  target: Target,
  method: string,
  fault: (...values: unknown[]) => unknown,
): Target {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown =>
        (name === method ? fault(...values) : undefined) ?? Reflect.apply(value, object, values);
    },
  });
}
