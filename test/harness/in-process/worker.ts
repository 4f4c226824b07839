/**
 * Runs the product's Worker in this process, with Durable Objects on node:sqlite: the same code as on the platform without its
 * start, which takes a second and a half, and without the way between processes. What depends on the platform itself is tested on
 * workerd (`*.server.test.ts`), where the files of this runtime run too in `npm run test:full`.
 */
import * as nodeCrypto from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { OPERATOR_TOKEN } from '../operator-token.ts';
import { MemoryKv, rateLimits } from './bindings.ts';
import { evaluator, type Globals } from './bundle.ts';
import { DurableObject, ObjectNamespace } from './objects.ts';
import { connect } from './sockets.ts';
import { storageMaker } from './storage.ts';

/** The bindings of objects in wrangler.toml, and their classes. */
const NAMESPACES = {
  COMPANIES: 'Company',
  ACCOUNTS: 'Account',
  POOLS: 'NumberPool',
  EVIDENCE: 'Evidence',
  NUMBERS: 'NumberRegister',
} as const;

/** Where a visitor is if a test does not say so; the local runtime has the same. */
const FALLBACK_CF = {
  city: 'Austin',
  region: 'Texas',
  regionCode: 'TX',
  postalCode: '78701',
  country: 'US',
  continent: 'NA',
  timezone: 'America/Chicago',
  latitude: '30.27130',
  longitude: '-97.74260',
};

/** A Worker in this process. */
export interface InProcessWorker {
  /** Its origin. Requests to it also arrive over HTTP. */
  url: string;
  /** Answers a request without HTTP; undefined for a body that has to be sent. */
  dispatch(url: URL, init: RequestInit): Promise<Response> | undefined;
  runCron(): Promise<void>;
  binding(name: string): unknown;
  close(): Promise<void>;
}

interface Handlers {
  fetch(request: Request, env: object, context: object): Promise<Response>;
  scheduled(controller: object, env: object, context: object): Promise<void>;
}

interface WorkerModule {
  default: Handlers;
  [name: string]: unknown;
}

export interface InProcessOptions {
  /** The code of the bundle (`bundleForProcess`), and its name in stack traces. */
  code: string;
  file: string;
  vars: Record<string, string>;
  /** Servers of this machine that stand for hosts of the internet. A request to another host fails. Absent: no host is replaced. */
  outbound?: Readonly<Record<string, string>>;
}

/** Longest headers of a request in bytes: more than the product takes, so that it refuses them itself. */
const LONGEST_HEADERS = 256 * 1024;

const CONTEXT = {
  waitUntil: (work: Promise<unknown>) => void Promise.resolve(work).catch(() => undefined),
  passThroughOnException: () => undefined,
};
const compiled = new Map<string, ReturnType<typeof evaluator>>();

/** Starts a Worker. */
export async function startInProcess({
  code,
  file,
  vars,
  outbound,
}: InProcessOptions): Promise<InProcessWorker> {
  const evaluate = compiled.get(code) ?? evaluator(code, file);
  compiled.set(code, evaluate);
  const clock = clockOf();
  const product = evaluate(
    {
      'cloudflare:workers': { DurableObject },
      'cloudflare:sockets': { connect },
      'node:crypto': cheapCrypto,
    },
    globalsOf(clock, outbound),
  ) as WorkerModule;
  const env: Record<string, unknown> = { OPERATOR_TOKEN, ...vars, ...rateLimits() };
  const now = (): number => clock.now();
  env['CACHE'] = new MemoryKv(now);
  env['ASSETS'] = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };
  const makeFile = storageMaker();
  const namespaces = Object.entries(NAMESPACES).map(([binding, name]) => {
    const Kind = product[name] as new (ctx: object, env: object) => Record<string, unknown>;
    const namespace = new ObjectNamespace({ name, create: (ctx) => new Kind(ctx, env), now, makeFile });
    env[binding] = namespace;
    return namespace;
  });
  const handle = (request: Request): Promise<Response> => answerOf(product.default, request, env);
  const server = createServer(
    { maxHeaderSize: LONGEST_HEADERS },
    (request, response) => void serve(request, response, handle),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dispatch: (url, init) => {
      const length = lengthOf(init.body);
      return length === undefined
        ? undefined
        : handle(new WorkerRequest(url, withHeadersOfFetch(init, length))).then((answer) =>
            asReceived(answer, init.method),
          );
    },
    runCron: () => product.default.scheduled({ cron: '0 */6 * * *', scheduledTime: now() }, env, CONTEXT),
    binding: (name) => env[name],
    close: () => {
      for (const namespace of namespaces) namespace.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** A request with `cf`, as the platform gives it to the Worker. */
class WorkerRequest extends Request {
  readonly cf: unknown;

  constructor(input: RequestInfo | URL, init: RequestInit & { cf?: unknown } = {}) {
    super(input, streamed(init));
    const blob = this.headers.get('MF-CF-Blob');
    this.cf =
      init.cf ??
      (input as { cf?: unknown }).cf ??
      (blob === null ? FALLBACK_CF : (JSON.parse(blob) as unknown));
  }
}

/** Returns the length of a body in bytes; undefined for one that is only known when it is sent. */
function lengthOf(body: RequestInit['body']): number | undefined {
  if (body === undefined || body === null) return 0;
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : undefined;
}

/** Adds the headers that `fetch` adds on the way. */
function withHeadersOfFetch(init: RequestInit, length: number): RequestInit {
  const headers = new Headers({
    'User-Agent': 'node',
    Accept: '*/*',
    'Accept-Language': '*',
    'Sec-Fetch-Mode': 'cors',
  });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  if (init.method !== undefined && init.method !== 'GET' && init.method !== 'HEAD')
    headers.set('Content-Length', String(length));
  return { ...init, headers };
}

/** Returns the same with the member that Node asks for if the body is a stream. The members of a request are not its own. */
function streamed(init: RequestInit): RequestInit {
  if (!(init.body instanceof ReadableStream)) return init;
  const { method, headers, body, redirect, signal } = init;
  const given = { method, headers, body, redirect, signal, duplex: 'half' };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function answerOf(handlers: Handlers, request: Request, env: object): Promise<Response> {
  try {
    return await handlers.fetch(request, env, CONTEXT);
  } catch (error) {
    return new Response(String(error), { status: 500 });
  }
}

/** Returns an answer as it arrives over HTTP: without the body for HEAD, and without headers of the connection. */
function asReceived(response: Response, method = 'GET'): Response {
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete('Upgrade');
  return new Response(method === 'HEAD' ? null : response.body, { status, headers });
}

/** The clock of one Worker: tests replace its `Date.now`. */
function clockOf(): DateConstructor {
  return class WorkerDate extends Date {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  } as unknown as DateConstructor;
}

/** A stream of a length that was given: it fails with fewer or more bytes, as the platform's. */
class FixedLengthStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let missing = length;
    super({
      transform(part, controller) {
        missing -= part.byteLength;
        if (missing < 0) throw new TypeError('More bytes than the length of the stream.');
        controller.enqueue(part);
      },
      flush() {
        if (missing > 0) throw new TypeError('Fewer bytes than the length of the stream.');
      },
    });
  }
}

function globalsOf(clock: DateConstructor, outbound: InProcessOptions['outbound']): Globals {
  // LEADLINE_LOGS=shown prints what the Worker logs.
  const silent = process.env['LEADLINE_LOGS'] === 'shown' ? console.log : (): void => undefined;
  class IdentityTransformStream extends TransformStream {}
  return {
    Date: clock,
    console: { log: silent, warn: silent, error: silent, info: silent, debug: silent },
    crypto: platformCrypto,
    fetch: outbound === undefined ? fetch : fetchFrom(outbound),
    Request: WorkerRequest,
    FixedLengthStream,
    IdentityTransformStream,
    scheduler: { wait },
  };
}

/** A password takes an eighth of a second, which most of the time of tests with passwords was. */
const cheapCrypto = {
  ...nodeCrypto,
  scryptSync: (password: string, salt: Buffer, length: number, options: nodeCrypto.ScryptOptions) =>
    nodeCrypto.scryptSync(password, salt, length, { ...options, N: 2 }),
};

/** Node's cryptography, and the platform's comparison in constant time. */
const platformCrypto = {
  getRandomValues: <Values extends Uint8Array<ArrayBuffer>>(values: Values) => crypto.getRandomValues(values),
  randomUUID: () => crypto.randomUUID(),
  subtle: new Proxy(crypto.subtle, {
    get: (subtle, member) => {
      if (member === 'timingSafeEqual') return nodeCrypto.timingSafeEqual;
      const found: unknown = Reflect.get(subtle, member);
      return typeof found === 'function' ? found.bind(subtle) : found;
    },
  }),
};

/** Sends requests to the servers that stand for hosts. */
function fetchFrom(outbound: Readonly<Record<string, string>>): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { hostname, pathname, search } = new URL(request.url);
    const server = outbound[hostname];
    if (server === undefined) return Promise.resolve(new Response('There is no such host.', { status: 502 }));
    return fetch(new Request(new URL(pathname + search, server), request));
  };
}

/** Answers a request of HTTP. */
async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const given = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    given.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new WorkerRequest(new URL(url, `http://${headers.host ?? '127.0.0.1'}`), {
    method,
    headers: given,
    redirect: 'manual',
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream } : {}),
  });
  const answer = await handle(request);
  outgoing.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null || method === 'HEAD') return void outgoing.end();
  await pipeline(Readable.fromWeb(answer.body as never), outgoing).catch(() => outgoing.destroy());
}
