/**
 * A proxy between pages and the Worker: forwards requests and answers, adds the visitor's headers, and fails at the request of
 * a test. So every browser engine has the same network, without help of its driver.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { freshIp, type Visitor, visitorHeaders } from './client.ts';
import { PRELUDE } from './prelude.ts';
import { workerUrl } from './worker-url.ts';

/** Campaign parameters, referrer. */
type Touch = [keys: string, referrer: string];

/** The widget's report of a visit. */
type Report = [Touch, Touch, Touch, string | null, string | null, string];
/** The debug panel asks without a visit. */
const NO_VISIT: Report = [['', ''], ['', ''], ['', ''], null, null, ''];

/** A page's request for its numbers. */
export interface NumberRequest {
  url: string;
  /** The touch that chooses the number. */
  keys: string;
  referrer: string;
  /** The touches of the visit and of the visitor's first one. */
  session: Touch;
  first: Touch;
  /** The visit's id, and the one that the edge has. */
  id: string | null;
  sent: string | null;
  pageReferrer: string;
  /** Whether the visit began on the page. Absent from scripts of earlier releases. */
  began?: boolean;
  /** Those of ad platforms and analytics. */
  cookies?: string[] | null | false;
}

/** A page's report of a tap. */
export interface Tap {
  url: string;
  number: string;
  visit?: string;
  cookies?: string[] | null | false;
}

/** A page's report of a form. */
export interface SentForm {
  id: string;
  visit?: string;
  /** The number that the page shows. */
  number?: string;
  form: string;
  sent: boolean;
  trap: boolean;
  fields: [label: string, value: string, type: string, autocomplete: string, name: string][];
}

/** An answer in place of the Worker's. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The treatment of a request: pass it to the Worker, leave it without an answer, break the connection, or send a reply. */
export type Treatment = 'pass' | 'hang' | 'break' | Reply;

export interface Edge {
  origin: string;
  /** This visitor's requests for numbers. */
  numberRequests: NumberRequest[];
  /** This visitor's taps. */
  taps: Tap[];
  /** This visitor's forms. */
  forms: SentForm[];
  /** Paths that this visitor's pages requested. */
  paths: string[];
  /** Chooses the treatment of each request for numbers; absent: the Worker answers. */
  treat: (() => Treatment | Promise<Treatment>) | undefined;
  /** Chooses the treatment of requests whose path begins with the key. */
  treatments: Map<string, Treatment>;
  /** Scripts that run in each page before its own. */
  preludes: string[];
  /** Breaks the connections of requests without an answer, which keep other requests waiting in WebKit. */
  hangUp(): void;
  /** Starts with a new visitor and forgets the former one. */
  startVisitor(visitor: Visitor): void;
  close(): Promise<void>;
}

export async function startEdge(): Promise<Edge> {
  let headers: Record<string, string> = {};
  const hanging = new Set<IncomingMessage>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const edge: Edge = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    numberRequests: [],
    taps: [],
    forms: [],
    paths: [],
    treat: undefined,
    treatments: new Map(),
    preludes: [],
    hangUp: () => {
      for (const request of hanging) request.socket.destroy();
      hanging.clear();
    },
    startVisitor: (visitor) => {
      edge.hangUp();
      headers = visitorHeaders({ ip: freshIp(), ...visitor });
      Object.assign(edge, {
        numberRequests: [],
        taps: [],
        forms: [],
        paths: [],
        treat: undefined,
        treatments: new Map(),
        preludes: [],
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return edge;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET' } = request;
    if (url === PRELUDE.path) {
      return void response
        .writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' })
        .end([PRELUDE.source, ...edge.preludes].join('\n'));
    }
    edge.paths.push(url.replace(/\?.*/, ''));
    const body = await text(request);
    const dealing = await dealingWith(method, url, body);
    if (dealing === 'hang') return void hanging.add(request);
    if (dealing === 'break') return void request.socket.destroy();
    if (dealing !== 'pass') {
      const { status = 200, headers = {}, body } = dealing;
      return void response.writeHead(status, headers).end(body);
    }
    const passed = await fetch(workerUrl() + url, {
      method,
      headers: { ...headers, ...contentType(request) },
      ...(method === 'POST' ? { body } : {}),
    });
    response.writeHead(passed.status, passedHeaders(passed)).end(Buffer.from(await passed.arrayBuffer()));
  }

  async function dealingWith(method: string, url: string, body: string): Promise<Treatment> {
    const special = [...edge.treatments].find(([path]) => url.startsWith(path));
    const isQuestion = method === 'POST' && url.startsWith('/dni/swap/');
    if (isQuestion) edge.numberRequests.push(readNumberRequest(body));
    if (url.startsWith('/dni/tap/')) edge.taps.push(JSON.parse(body) as Tap);
    if (url.startsWith('/dni/form/')) edge.forms.push(JSON.parse(body) as SentForm);
    if (special) return special[1];
    return (isQuestion && (await edge.treat?.())) || 'pass';
  }
}

/** @throws Error for a request with other members */
function readNumberRequest(body: string): NumberRequest {
  const {
    url,
    cookies,
    visit = NO_VISIT,
    began,
    ...others
  } = JSON.parse(body) as {
    url: string;
    cookies?: string[] | null | false;
    visit?: Report;
    began?: boolean;
  };
  // The visitor's choice is sent with every report, and leased numbers of former plans with each question.
  const unknown = Object.keys(others).filter((name) => !['consent', 'former'].includes(name));
  if (visit !== NO_VISIT && unknown.length > 0) throw new Error(`The page sent ${unknown.join()}.`);
  const [[keys, referrer], session, first, id, sent, pageReferrer] = visit;
  const request = { url, keys, referrer, session, first, id, sent, pageReferrer };
  return {
    ...request,
    ...(began === undefined ? {} : { began }),
    ...(cookies === undefined ? {} : { cookies }),
  };
}

function contentType(request: IncomingMessage): Record<string, string> {
  const type = request.headers['content-type'];
  return type === undefined ? {} : { 'Content-Type': type };
}

/** Returns the headers for the page. `fetch` has decompressed the body, and no visitor gets another one's cached answer. */
function passedHeaders(passed: Response): Record<string, string> {
  const own = /^(?:cache-control|connection|content-encoding|content-length|keep-alive|transfer-encoding)$/;
  const kept = [...passed.headers].filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), 'cache-control': 'no-store' };
}
