/**
 * The visitor's question from the request to the answer, on both lanes. It is most of what the Worker is asked, so it
 * goes past the router and its chain of middlewares, whose work it does itself: they cost more than an answer from memory.
 */
import { refusal } from '../base-app.ts';
import type { LookupEnv } from './lookup-app.ts';
import { JSON_CONTENT_TYPE, parse, readJson } from '../input.ts';
import { enforceLimit } from '../rate-limits.ts';
import { requestIdOf } from '../request-id.ts';
import { lookupAnswer, swapAnswer } from './decision.ts';
import { type CacheState, lookUp, type Question } from './lookup.ts';
import type { NetworkPlace } from './place.ts';
import { MAX_LOOKUP_BODY_BYTES, visitSchema } from './schema.ts';

const TEXT_PLAIN = /^text\/plain\s*(?:;|$)/i;

/** Any site may read the answers and the refusals, without credentials. */
export const READABLE_BY_ANY_SITE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Leadline-Cache, Server-Timing, X-Request-Id, Retry-After',
};

/** Made once: to copy a `Headers` into an answer takes the runtime two thirds of the time of reading a record. */
const HEADERS: Readonly<Record<CacheState, Headers>> = {
  hit: headersOf('hit'),
  miss: headersOf('miss'),
  bypass: headersOf('bypass'),
};

/** The paths of both lanes in an absolute URL, and the query. Parsing the whole URL would take longer than the rest. */
const ASKED =
  /^[^/]*\/\/[^/]*\/dni\/(?:api\/companies\/(?<company>[^/?#]+)\/closest(?:\/zip\/(?<zip>[^/?#]+))?|swap\/(?<swap>[^/?#]+))(?:\?(?<query>[^#]*))?(?:#|$)/;

/** What the URL of a question says. */
interface Asked {
  /** The widget's lane takes `text/plain` and answers what a page needs. */
  isSwap: boolean;
  companyId: string;
  zip: string | undefined;
  noCache: boolean;
}

/** The answer to a visitor's question, a refusal as a problem document; undefined when the request is none. */
export function answerVisitor(
  request: Request,
  env: LookupEnv,
  context: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> | undefined {
  const asked = request.method === 'POST' ? readAsked(request.url) : undefined;
  return asked && answerOrRefuse(request, asked, { env, context });
}

interface Scene {
  env: LookupEnv;
  context: Pick<ExecutionContext, 'waitUntil'>;
}

async function answerOrRefuse(request: Request, asked: Asked, scene: Scene): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  try {
    const response = await answer(request, asked, scene);
    response.headers.set('X-Request-Id', requestId);
    return response;
  } catch (error) {
    return refusal(error, request, { requestId, headers: READABLE_BY_ANY_SITE });
  }
}

async function answer(request: Request, asked: Asked, { env, context }: Scene): Promise<Response> {
  const { headers } = request;
  const ip = headers.get('CF-Connecting-IP') ?? undefined;
  await enforceLimit(env.LOOKUP_RATE_LIMIT, ip);
  const contentType = asked.isSwap ? TEXT_PLAIN : JSON_CONTENT_TYPE;
  const body = await readJson(request, { maxBytes: MAX_LOOKUP_BODY_BYTES, contentType });
  const question: Question = {
    ...asked,
    visit: parse(visitSchema, body),
    request: {
      ip,
      userAgent: headers.get('User-Agent') ?? undefined,
      // Read only where they are needed: the runtime makes them when they are asked for.
      get origin() {
        return headers.get('Origin') ?? undefined;
      },
      get cf() {
        return request.cf as NetworkPlace | undefined;
      },
    },
  };
  // A cache that cannot be written is not the visitor's problem.
  const found = await lookUp(env, question, (work) => context.waitUntil(work.catch(() => undefined)));
  const shown = asked.isSwap ? swapAnswer(found) : lookupAnswer(found);
  return new Response(JSON.stringify(shown), { headers: HEADERS[found.cache] });
}

function readAsked(url: string): Asked | undefined {
  const { company, swap, zip, query } = ASKED.exec(url)?.groups ?? {};
  const companyId = company ?? swap;
  if (companyId === undefined) return undefined;
  const parameters = query === undefined ? undefined : new URLSearchParams(query);
  const isSwap = swap !== undefined;
  return {
    isSwap,
    companyId,
    zip: isSwap ? parameters?.get('zip') || undefined : zip && decoded(zip),
    noCache: isSet(parameters?.get('nocache')),
  };
}

/** A part of a path; what is no valid escape stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isSet(flag: string | null | undefined): boolean {
  return typeof flag === 'string' && flag !== '0' && flag !== 'false';
}

function headersOf(cache: CacheState): Headers {
  return new Headers({
    ...READABLE_BY_ANY_SITE,
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    'Leadline-Cache': cache,
    'Server-Timing': `cache;desc=${cache}`,
  });
}
