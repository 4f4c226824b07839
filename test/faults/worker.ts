/**
 * The Worker with bindings that break on demand and count their use, and with a clock that can be moved forward:
 *
 * - `POST /test/conditions` sets faults and clock (`Conditions`) for later requests, `POST /test/faults` only faults;
 * - `GET /test/counts` answers the use of the bindings since the last count (`Counts`), `GET /test/logs` the log;
 * - `GET /test/rows` answers the rows read in companies' databases since the last count; the first request starts it;
 * - `POST /test/sql/<company>` runs SQL in a company's database, for instance to make rows older;
 * - `GET /test/alarm/<company>` answers the time of its alarm, `/test/cron` runs the cron;
 * - `POST /test/kill/<company>` kills its object;
 * - `/test/account/<e-mail>` accesses the account of an address: `POST` writes keys, `PUT` runs the alarm, both
 *   and `GET` answer the keys, or the value of `?key=`;
 * - `/test/pool/<company>/<pool>` accesses a pool: `POST` leases, `PUT` runs its alarm, `DELETE` kills its object;
 * - `/test/evidence/<company>?number=` counts the visits of a month that were shown a number: of this one, or that of the time `&at=`;
 *   `PUT` runs its alarm before;
 * - `/test/object/<company>/...` sends a request to the company's object, bypassing the edge.
 *
 * Everything else goes to the product.
 */
import worker, * as product from '../../worker/index.ts';
import { type GrantedLease, poolKey, type PoolRequest } from '../../worker/dni/pools.ts';
import { evidenceName } from '../../worker/dni/evidence.ts';
import { COMMON_BYTES } from '../../worker/core/engine/storage/database.ts';
import { Columns } from '../../worker/core/leads/finding/columns/columns.ts';
import type { Env } from '../../worker/env.ts';
import type { Conditions, Counts, Fault } from './faults.ts';

const NEVER = new Promise<never>(() => undefined);
const hang = (): Promise<never> => NEVER;
/** An object that does not answer. */
const HANGING = {
  dniSettings: hang,
  recordPage: hang,
  fetch: hang,
  carrierEvent: hang,
  phoneBookOfCompany: hang,
};
const LOOK_AGAIN_MS = 50;
/** Longer than the timeout of a save for KV. */
const LATE_MS = 4_000;
/** Enough memory for the columns of a search in several thousand leads, but not also for those of a view. */
const LITTLE_MEMORY = 230_000;
const realNow = Date.now.bind(Date);

let faults = new Set<Fault>();
let ahead = 0;
/** Companies that answer other companies nothing until they are no longer among these. */
let hanging: ReadonlySet<unknown> = new Set();
let counts = noCounts();
let logs: string[] = [];
/** Statements since the last count of rows; undefined before the first. Their numbers of rows are final once they have been consumed. */
let statements: { rowsRead: number }[] | undefined;
let isWatched = false;
const firstSettings = new Map<string, unknown>();

Date.now = () => realNow() + ahead;
for (const level of ['log', 'warn', 'error'] as const) {
  const log = console[level].bind(console);
  console[level] = (...parts: unknown[]) => {
    logs.push(parts.join(' '));
    log(...parts);
  };
}

/** The company's Durable Object. Its KV, its accounts, other companies and the evidence break too. */
export class Company extends product.Company {
  constructor(ctx: DurableObjectState, env: Env) {
    watchStatements(ctx.storage.sql);
    super(ctx, {
      ...env,
      CACHE: breakable(env.CACHE),
      ACCOUNTS: losable(env.ACCOUNTS, ctx),
      COMPANIES: proxy(env.COMPANIES, 'getByName', (id) =>
        hanging.has(id) ? late(env.COMPANIES.getByName(String(id)), id) : undefined,
      ),
      EVIDENCE: proxy(env.EVIDENCE, 'getByName', () => {
        if (faults.has('evidence')) throw new Error('The evidence is unreachable.');
        return undefined;
      }),
      NUMBERS: proxy(env.NUMBERS, 'getByName', (name) => lossy(env.NUMBERS.getByName(String(name)))),
    });
    if (faults.has('little-memory')) this.memory.set(Columns, new Columns(this, LITTLE_MEMORY));
  }

  /** Runs a statement and returns its rows. Then runs the background work, which may be due by the change. */
  query(sql: string): Record<string, SqlStorageValue>[] {
    const rows = this.ctx.storage.sql.exec(sql).toArray();
    if (!/^\s*select/i.test(sql)) this.wakeBy(Date.now());
    return rows;
  }

  /** Runs the work of the alarm; alarms themselves follow the real clock. */
  ring(): Promise<void> {
    return this.alarm();
  }

  die(): void {
    this.ctx.abort('The object died.');
  }

  /** Returns the time of the alarm in milliseconds since the epoch; null for no alarm. */
  alarmTime(): Promise<number | null> {
    return this.ctx.storage.getAlarm();
  }
}

/** The account of an address. Tests can use its storage and alarm. */
export class Account extends product.Account {
  constructor(ctx: DurableObjectState, env: Env) {
    const deaf = (): Promise<never> => Promise.reject(new Error('The company is unreachable.'));
    super(ctx, {
      ...env,
      COMPANIES: proxy(env.COMPANIES, 'getByName', () =>
        faults.has('company-deaf') ? { hasUser: deaf, applyAccountChange: deaf } : undefined,
      ),
    });
  }

  write(entries: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(entries)) this.ctx.storage.kv.put(key, value);
  }

  /** Runs the work of the alarm; alarms themselves follow the real clock. */
  ring(): Promise<void> {
    return this.alarm();
  }

  /** Returns the value of a key. */
  read(key: string): string {
    return JSON.stringify(this.ctx.storage.kv.get(key) ?? null);
  }

  /** Lists the keys of the storage. */
  keys(): string[] {
    return [...this.ctx.storage.kv.list()].map(([key]) => key);
  }
}

/** A pool of numbers. Tests can kill it: at any time, and with the fault `pool-dies` after a lease was written or before. */
export class NumberPool extends product.NumberPool {
  override async lease(request: PoolRequest): Promise<GrantedLease | undefined> {
    if (faults.has('pool-dies')) this.die();
    const granted = super.lease(request);
    if (faults.has('pool-dies-writing')) this.die();
    return granted;
  }

  /** Runs the work of the alarm; alarms themselves follow the real clock. */
  ring(): Promise<void> {
    return this.alarm();
  }

  die(): void {
    this.ctx.abort('The object died.');
  }
}

/** The evidence of a month. It may be unable to reach its company, and tests can do the work of its alarm. */
export class Evidence extends product.Evidence {
  constructor(ctx: DurableObjectState, env: Env) {
    const deaf = (): Promise<never> => Promise.reject(new Error('The company is unreachable.'));
    super(ctx, {
      ...env,
      COMPANIES: proxy(env.COMPANIES, 'getByName', () =>
        faults.has('company-deaf') ? { visitRules: deaf, recordVisitCounts: deaf } : undefined,
      ),
    });
  }
}

interface TestEnv extends Env {
  POOLS: DurableObjectNamespace<NumberPool>;
  EVIDENCE: DurableObjectNamespace<Evidence>;
  COMPANIES: DurableObjectNamespace<Company>;
  ACCOUNTS: DurableObjectNamespace<Account>;
}

/** The register of numbers, which may be unable to reach companies. */
export class NumberRegister extends product.NumberRegister {
  constructor(ctx: DurableObjectState, env: Env) {
    const deaf = (): Promise<never> => Promise.reject(new Error('The company is unreachable.'));
    super(ctx, {
      ...env,
      COMPANIES: proxy(env.COMPANIES, 'getByName', () =>
        faults.has('company-deaf') ? { askFor: deaf } : undefined,
      ),
    });
  }
}

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, scope, what, companyId = ''] = pathname.split('/');
    if (scope !== 'test') return worker.fetch(request, brokenEnv(env), ctx);
    const report = reportOf(what);
    if (report !== undefined) return Response.json(report);
    switch (what) {
      case 'conditions':
        ({ faults, hanging, ahead } = conditionsOf(await request.json<Conditions>()));
        return new Response(null, { status: 204 });
      case 'faults':
        faults = new Set(await request.json<Fault[]>());
        return new Response(null, { status: 204 });
      case 'account':
        return testAccount(env.ACCOUNTS.getByName(decodeURIComponent(companyId)), request);
      case 'pool':
        return testPool(env.POOLS.getByName(poolKey(companyId, pathname.split('/')[4] ?? '')), request);
      case 'evidence':
        return testEvidence(
          env.EVIDENCE.getByName(evidenceName(companyId, Number(searchParams.get('at') ?? realNow()))),
          request,
        );
      case 'cron':
        await worker.scheduled({ cron: '', scheduledTime: Date.now(), noRetry: () => undefined }, env);
        return new Response(null, { status: 204 });
      default:
        return testCompany(env.COMPANIES.getByName(companyId), request, what);
    }
  },
} satisfies ExportedHandler<TestEnv>;

/** Reads the object of a company behind its API: its alarm, its tables. Anything else goes to its API. */
async function testCompany(
  company: DurableObjectStub<Company>,
  request: Request,
  what: string | undefined,
): Promise<Response> {
  if (what === 'alarm') {
    if (request.method === 'PUT') await company.ring();
    return Response.json(await company.alarmTime());
  }
  if (what === 'kill') return killed(company);
  if (what === 'sql') return Response.json(await company.query(await request.text()));
  const address = request.url.replace(/\/test\/object\/[^/?]*/, '');
  return company.fetch(new Request(address, request));
}

/** Kills the object of a company, which answers nothing. */
async function killed(company: DurableObjectStub<Company>): Promise<Response> {
  await Promise.resolve(company.die()).catch(() => undefined);
  return new Response(null, { status: 204 });
}

/** Returns what was counted or logged since the last time; undefined if something else is asked for. */
function reportOf(what: string | undefined): unknown {
  switch (what) {
    case 'counts':
      return taken(counts, () => (counts = noCounts()));
    case 'rows':
      return taken(rowsRead(), () => (statements = []));
    case 'logs':
      return taken(logs, () => (logs = []));
    default:
      return undefined;
  }
}

/** Writes posted values, runs the alarm, and answers the keys. */
async function testAccount(account: DurableObjectStub<Account>, request: Request): Promise<Response> {
  if (request.method === 'POST') await account.write(await request.json<Record<string, unknown>>());
  if (request.method === 'PUT') await account.ring();
  const key = new URL(request.url).searchParams.get('key');
  return key === null ? Response.json(await account.keys()) : new Response(await account.read(key));
}

/** Leases as the posted request says, or all at once for a list of requests; runs the alarm, or kills the object. */
async function testPool(pool: DurableObjectStub<NumberPool>, request: Request): Promise<Response> {
  try {
    if (request.method === 'POST') {
      const asked = await request.json<PoolRequest | PoolRequest[]>();
      const one = async (each: PoolRequest): Promise<GrantedLease | null> => (await pool.lease(each)) ?? null;
      return Response.json(await (Array.isArray(asked) ? Promise.all(asked.map(one)) : one(asked)));
    }
    if (request.method === 'PUT') await pool.ring();
    else await pool.die();
  } catch {
    // The object that dies answers nothing.
  }
  return new Response(null, { status: request.method === 'POST' ? 503 : 204 });
}

/** Does the work of the alarm of this month's evidence, and counts the visits of the number in the query. */
async function testEvidence(evidence: DurableObjectStub<Evidence>, request: Request): Promise<Response> {
  if (request.method === 'PUT') await evidence.giveCounts();
  const number = new URL(request.url).searchParams.get('number') ?? '';
  const question = { number, visitsFrom: 0, tapsFrom: 0, until: Number.MAX_SAFE_INTEGER };
  return Response.json((await evidence.find(question)).visitCount);
}

/** Returns an object that does what it is asked once it hangs no more. */
function late<Target extends object>(target: Target, id: unknown): Target {
  return new Proxy(target, {
    get:
      (object, name) =>
      async (...values: unknown[]) => {
        while (hanging.has(id)) await scheduler.wait(LOOK_AGAIN_MS);
        return Reflect.apply(Reflect.get(object, name) as () => unknown, object, values);
      },
  });
}

/** Returns the register of numbers, whose answers are lost or come late. */
function lossy(register: DurableObjectStub<product.NumberRegister>): unknown {
  const claim = async (...given: Parameters<typeof register.claim>): Promise<string[]> => {
    const answer = await register.claim(...given);
    if (faults.has('claim-lost')) throw new Error('The answer of the register is lost.');
    return answer;
  };
  const keep = async (...given: Parameters<typeof register.keep>): Promise<unknown> => {
    const answer = await register.keep(...given);
    while (faults.has('keep-late')) await scheduler.wait(LOOK_AGAIN_MS);
    return answer;
  };
  return faults.has('claim-lost') || faults.has('keep-late') ? { claim, keep } : undefined;
}

function conditionsOf(given: Conditions): { faults: Set<Fault>; hanging: Set<unknown>; ahead: number } {
  return { faults: new Set(given.faults), hanging: new Set(given.hanging), ahead: given.ahead ?? ahead };
}

function taken<Value>(value: Value, reset: () => void): Value {
  reset();
  return value;
}

function rowsRead(): number {
  return (statements ?? []).reduce((sum, statement) => sum + statement.rowsRead, 0);
}

/** Done once for the isolate, since all objects share the prototype. */
function watchStatements(sql: SqlStorage): void {
  if (isWatched) return;
  isWatched = true;
  const prototype = Object.getPrototypeOf(sql) as SqlStorage;
  watchSize(prototype);
  const exec = Reflect.get(prototype, 'exec');
  prototype.exec = function watched(this: SqlStorage, ...given: Parameters<SqlStorage['exec']>) {
    if (faults.has('company-full') && /^\s*(?:insert|replace|update)\b/i.test(given[0])) {
      throw new Error('database or disk is full: SQLITE_FULL');
    }
    if (faults.has('audit-full') && given[0].includes('INSERT INTO audit')) {
      throw new Error('database or disk is full: SQLITE_FULL');
    }
    const cursor = exec.apply(this, given);
    statements?.push(cursor);
    return cursor;
  } as SqlStorage['exec'];
}

/** Makes a database report a size near its limit: its real size plus the difference at the first request. */
function watchSize(prototype: SqlStorage): void {
  const lacking = new WeakMap<SqlStorage, number>();
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'databaseSize');
  if (descriptor?.get === undefined)
    throw new Error('The platform reports the size of a database in another way.');
  Object.defineProperty(prototype, 'databaseSize', {
    get(this: SqlStorage): number {
      const size = Number(descriptor.get?.call(this));
      if (!faults.has('company-near-limit')) return size;
      if (!lacking.has(this)) lacking.set(this, COMMON_BYTES - size);
      return size + (lacking.get(this) ?? 0);
    },
  });
}

function noCounts(): Counts {
  return { reads: {}, writes: {}, objects: 0 };
}

function brokenEnv(env: Env): Env {
  return {
    ...env,
    CACHE: breakable(env.CACHE),
    COMPANIES: proxy(env.COMPANIES, 'getByName', () => {
      counts.objects += 1;
      if (faults.has('company')) throw new Error('The Durable Object is unreachable.');
      if (faults.has('company-overloaded')) return { fetch: () => Promise.reject(overloaded()) };
      if (faults.has('company-full-at-commit')) return { fetch: full, issueToken: full };
      return faults.has('company-hang') ? HANGING : undefined;
    }),
    POOLS: proxy(env.POOLS, 'getByName', () => {
      if (faults.has('pool')) throw new Error('The pool is unreachable.');
      return faults.has('pool-hang') ? { lease: hang, state: hang } : undefined;
    }),
    ...(env.LOOKUP_RATE_LIMIT === undefined
      ? {}
      : { LOOKUP_RATE_LIMIT: breakableLimit(env.LOOKUP_RATE_LIMIT) }),
  };
}

/** The platform's error for a full database, as observed on a full disk. */
function full(): Promise<never> {
  return Promise.reject(new Error('database or disk is full: SQLITE_FULL'));
}

/** The platform's error for an object with too many waiting requests. */
function overloaded(): Error {
  return Object.assign(new Error('Durable Object is overloaded. Too many requests queued.'), {
    overloaded: true,
  });
}

function breakableLimit(limit: RateLimit): RateLimit {
  return proxy(limit, 'limit', () => {
    if (faults.has('rate-limit')) return Promise.reject(new Error('The limiter is down.'));
    return faults.has('rate-limit-hang') ? NEVER : undefined;
  });
}

function breakable(cache: KVNamespace): KVNamespace {
  const read = proxy(cache, 'get', (key) => {
    count(counts.reads, key);
    if (faults.has('kv-read')) return Promise.reject(new Error('KV is down.'));
    if (faults.has('kv-hang')) return NEVER;
    // KV may return an old value for a minute: here the first version.
    return faults.has('kv-settings-lag') ? firstSettings.get(String(key)) : undefined;
  });
  return proxy(read, 'put', (key, value, ...rest) => {
    count(counts.writes, key);
    if (faults.has('kv-write')) return Promise.reject(new Error('KV refuses writes.'));
    const isFirst = String(key).startsWith('settings:') && !firstSettings.has(String(key));
    if (isFirst) firstSettings.set(String(key), JSON.parse(String(value)));
    if (!faults.has('kv-late')) return undefined;
    return scheduler
      .wait(LATE_MS)
      .then(() =>
        (Reflect.get(cache, 'put') as (...given: unknown[]) => Promise<void>).call(
          cache,
          key,
          value,
          ...rest,
        ),
      );
  });
}

/** Returns the accounts for a company. Calls fail according to the faults. */
function losable(accounts: Env['ACCOUNTS'], ctx: DurableObjectState): Env['ACCOUNTS'] {
  const isLast = (method: string): boolean => ['commit', 'finishLeave', 'abandon', 'stay'].includes(method);
  const ask = async (name: string, method: string, values: unknown[]): Promise<unknown> => {
    if (faults.has('account') || (faults.has('account-later') && isLast(method))) {
      throw new Error('The account is unreachable.');
    }
    if (faults.has('dies-saved') && method === 'commit') {
      await ctx.storage.sync();
      ctx.abort('The object died.');
    }
    const account = accounts.getByName(name) as unknown as Record<
      string,
      (...values: unknown[]) => Promise<unknown>
    >;
    const answer = await account[method]?.(...values);
    if (faults.has('dies-claimed') && method === 'claim') ctx.abort('The object died.');
    return answer;
  };
  return proxy(
    accounts,
    'getByName',
    (name) =>
      new Proxy(
        {},
        {
          get:
            (_, method) =>
            (...values: unknown[]) =>
              ask(String(name), String(method), values),
        },
      ),
  );
}

function count(counted: Record<string, number>, key: unknown): void {
  const [kind = ''] = String(key).split(':');
  counted[kind] = (counted[kind] ?? 0) + 1;
}

/** Wraps `target`: one method first calls `fault`, which may give another answer. */
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
