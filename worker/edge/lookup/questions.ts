/** Answers visitors' lookups on both lanes. */
import { refusal } from '../../shared/http/base-app.ts';
import { senderOfRequest } from '../../shared/limits/networks.ts';
import { enforceLimits } from '../../shared/limits/rate-limits.ts';
import { requestIdOf } from '../../shared/http/ids.ts';
import type { ShortCut, WorkerContext } from '../short-cuts.ts';
import { answerForBot, type Lane, type Leases } from './caches/answers.ts';
import {
  type LookupParameters,
  type CacheState,
  lookUp,
  type Lookup,
  type Question,
  type LookupContext,
} from './lookup.ts';
import type { LookupEnv } from './lookup-app.ts';
import { lookupMemory } from './caches/memory.ts';
import type { NetworkPlace } from './place/place.ts';
import type * as v from 'valibot';
import { isEncoded } from '../../shared/http/content-encoding.ts';
import { JSON_CONTENT_TYPE, parse, parseJson, readJson } from '../../shared/http/input.ts';
import { Problem } from '../../shared/http/problems.ts';
import { beganHere, pageViewSchema, type Visit, visitSchema } from './schema.ts';
import { reportLeases, reportVisit } from './visits/report-visit.ts';
import { sendForm } from './visits/forms.ts';
import { keepTap } from './visits/taps.ts';
import { logFailure } from '../../shared/log.ts';

/** CORS headers: any site may read the answers and refusals, without credentials. */
export const READABLE_BY_ANY_SITE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Leadline-Cache, Server-Timing, X-Request-Id, Retry-After',
};

const REPORT_HEADERS = { ...READABLE_BY_ANY_SITE, 'Cache-Control': 'no-store' };

/** Made once, because the runtime copies a `Headers` into an answer faster than it reads a record (decision 001). */
const HEADERS: Readonly<Record<CacheState, Headers>> = {
  hit: headersOf('hit'),
  miss: headersOf('miss'),
  bypass: headersOf('bypass'),
};

/** The routes of the lookup. */
export const lookupShortCuts: readonly ShortCut<LookupEnv>[] = [
  /** The tracking number and the closest location for a visitor, by IP. `?nocache=1` bypasses the cache. */
  {
    method: 'POST',
    path: '/dni/api/companies/:company/closest',
    answer: (request, parameters, context) => answer('lookup', request, parameters, context),
  },
  /**
   * The widget's lane: JSON as `text/plain`, so that browsers send it without a preflight. `?zip=` forces a place.
   * `?forms=2` is the version of the forms that the script understands; 1 does not know copied numbers.
   * Answers `{phone_number, closest_location, source, swaps: [{from, to, sms}], forms, max_age}`, `max_age` in seconds.
   */
  {
    method: 'POST',
    // Any text after the last slash, so that the script can read the refusal of a malformed company too.
    path: '/dni/swap/:company{.*}',
    answer: (request, parameters, context) => answer('swap', request, parameters, context),
  },
  /** A tap on a swapped link: `{number, target, visit?, page?}`. Answers 204, whatever was sent. */
  {
    method: 'POST',
    path: '/dni/tap/:company',
    answer: (request, parameters, context) => answerReport('tap', keepTap, { request, parameters, context }),
  },
  /** A form that a visitor has sent. Answers 204, whatever was sent. */
  {
    method: 'POST',
    path: '/dni/form/:company',
    answer: (request, parameters, context) =>
      answerReport('form', sendForm, { request, parameters, context }),
  },
  /** The lookup for a postal code instead of the visitor's own place. */
  {
    method: 'POST',
    path: '/dni/api/companies/:company/closest/zip/:zip',
    answer: (request, parameters, context) => answer('lookup', request, parameters, context),
  },
];

/** The first version of the forms that knows copied numbers. */
const COPIES_VERSION = 2;

/** Largest body in bytes; real ones are far smaller. */
const MAX_BODY_BYTES = 32 * 1024;

const CONTENT_TYPES: Readonly<Record<Lane, RegExp>> = {
  lookup: JSON_CONTENT_TYPE,
  // JSON as `text/plain`, so that browsers send it without a preflight.
  swap: /^text\/plain\s*(?:;|$)/i,
};

type Parameters = Readonly<Record<string, string>>;

/** Answers a lookup, or refuses it with a problem document. */
async function answer(
  lane: Lane,
  request: Request,
  parameters: Parameters,
  context: WorkerContext<LookupEnv>,
): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  try {
    const lookupContext = lookupContextOf(context);
    const question = await readQuestion(lane, request, parameters, context.env);
    const found = await lookUp(lookupContext, question);
    const leases = await leasesOf(lookupContext, lane, question, found);
    if (lane !== 'lookup') {
      lookupContext.background(reportPage(lookupContext, question, found));
      if (question.visit.visit !== undefined) {
        lookupContext.background(reportVisit(lookupContext, question, { ...found, leases }));
      }
    }
    const response = new Response(bodyOf(lane, question, { ...found, leases }), {
      headers: HEADERS[found.cache],
    });
    response.headers.set('X-Request-Id', requestId);
    return response;
  } catch (error) {
    return refusal(error, request, { requestId, headers: READABLE_BY_ANY_SITE });
  }
}

/** Reports the page to the company, now and then. */
function reportPage(
  { env, memory }: LookupContext,
  { visit, request }: Question,
  found: Lookup,
): Promise<void> {
  return memory.pageReports.report(env, { ...found, url: visit.url, origin: () => request.origin });
}

/** A report of the widget, and its reader. */
interface Reported {
  request: Request;
  parameters: Parameters;
  context: WorkerContext<LookupEnv>;
}

/** Answers 204 to every report, since a page can do nothing about a refusal and a sender of junk shall learn nothing. */
async function answerReport(
  kind: 'tap' | 'form',
  keep: typeof keepTap,
  { request, parameters: { company = '' }, context }: Reported,
): Promise<Response> {
  try {
    const asking = await readSender(request, context.env, `${kind}:`);
    await keep(lookupContextOf(context), request, { companyId: company, asking });
  } catch (error) {
    if (!(error instanceof Problem)) logFailure({ work: kind }, error);
  }
  return new Response(null, { status: 204, headers: REPORT_HEADERS });
}

/** Builds the context of a lookup. */
export function lookupContextOf({ env, context }: WorkerContext<LookupEnv>): LookupContext {
  // A failed write is logged by its dependency, and the answer does not depend on it.
  const background = (work: Promise<unknown>): void => context.waitUntil(work.catch(() => undefined));
  return { env, memory: lookupMemory, background };
}

/**
 * Reads the sender of a request.
 * @param kind of the request; those of different kinds are counted apart
 * @throws Problem `rate_limited` for a network with too many requests
 */
export async function readSender(request: Request, env: LookupEnv, kind = ''): Promise<Question['request']> {
  const ip = request.headers.get('CF-Connecting-IP') ?? undefined;
  await enforceLimits(ip, { network: env.LOOKUP_RATE_LIMIT, block: env.BLOCK_RATE_LIMIT, kind });
  const { headers } = request;
  return {
    ip,
    sender: senderOfRequest(headers, (text) => lookupMemory.visitors.of(text, env.OPERATOR_TOKEN)),
    userAgent: headers.get('User-Agent') ?? undefined,
    // Getters, since the runtime creates these values on access.
    get origin() {
      return headers.get('Origin') ?? undefined;
    },
    get cf() {
      return request.cf as NetworkPlace | undefined;
    },
  };
}

/** Reads a lookup. @throws Problem as `readSender` and `readVisit` */
async function readQuestion(
  lane: Lane,
  request: Request,
  parameters: Parameters,
  env: LookupEnv,
): Promise<Question> {
  const sender = await readSender(request, env);
  const visit = await readVisit(request, lane);
  return { parameters: lookupParametersOf(lane, request, parameters), visit, request: sender };
}

/** Reads the parameters. The postal code is in the path of the lookup, and in the query of the widget's lane. */
function lookupParametersOf(
  lane: Lane,
  { url }: Request,
  { company = '', zip }: Parameters,
): LookupParameters {
  const query = queryOf(url);
  return {
    companyId: company,
    zip: lane === 'lookup' ? zip : query?.get('zip') || undefined,
    noCache: isSet(query?.get('nocache')),
    takesCopies: Number(query?.get('forms')) >= COPIES_VERSION,
  };
}

/** Leases the visit's numbers, if its decision falls on a pool. The answers to crawlers, and those past the cache, need none. */
export function leasesOf(
  context: LookupContext,
  lane: Lane,
  { request, visit }: Question,
  { decision, compiled, cache }: Lookup,
): Promise<Leases | undefined> | undefined {
  if (!compiled.hasPools || decision === 'bot' || cache === 'bypass') return undefined;
  const { sender } = request;
  const visitId = visit.visit?.[3] ?? null;
  const visitor =
    sender === undefined
      ? undefined
      : { holder: visitId ?? sender.network, network: sender.network, block: sender.block };
  return context.memory.pools.lease(context, { lane, choice: decision, compiled }, visitor).then((leases) => {
    context.background(reportLeases(context, compiled, { visitId, leases }));
    return leases;
  });
}

function bodyOf(
  lane: Lane,
  { parameters, visit }: Question,
  { decision, compiled, leases }: Lookup & { leases: Leases | undefined },
): string {
  if (decision === 'bot') return JSON.stringify(answerForBot(lane, compiled));
  const former = parameters.takesCopies ? (visit.former ?? []) : undefined;
  return lookupMemory.answers.bodyFor(lane, decision, compiled, { leases, former });
}

function queryOf(url: string): URLSearchParams | undefined {
  const start = url.indexOf('?');
  if (start < 0) return undefined;
  const end = url.indexOf('#', start);
  return new URLSearchParams(url.slice(start + 1, end < 0 ? undefined : end));
}

function isSet(flag: string | null | undefined): boolean {
  return typeof flag === 'string' && flag !== '0' && flag !== 'false';
}

function headersOf(cache: CacheState): Headers {
  return new Headers({
    ...READABLE_BY_ANY_SITE,
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Leadline-Cache': cache,
    'Server-Timing': `cache;desc=${cache}`,
  });
}

/**
 * Reads the body.
 * @throws Problem `unsupported_media_type`, `body_too_large`, `invalid_json`, and what `parse` throws
 */
async function readVisit(request: Request, lane: Lane): Promise<Visit> {
  const options = { maxBytes: MAX_BODY_BYTES, contentType: CONTENT_TYPES[lane] };
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  const isUsual =
    declared <= MAX_BODY_BYTES && isOfType(request, options.contentType) && !isEncoded(request.headers);
  const body = isUsual ? jsonOf(await request.text(), declared) : await readJson(request, options);
  if (lane === 'lookup') return parse(visitSchema satisfies v.GenericSchema, body, 'question');
  const view = parse(pageViewSchema satisfies v.GenericSchema, body, 'question');
  if (view.visit === undefined) return view;
  const [touch, session] = view.visit;
  const [keys, referrer] = touch;
  return { ...view, keys, referrer, began: beganHere(touch, session, view.began) };
}

function isOfType({ headers }: Request, contentType: RegExp): boolean {
  return contentType.test(headers.get('Content-Type') ?? '');
}

/** Parses a body. @param bytes length of the body: invalid UTF-8 was replaced by more bytes */
function jsonOf(text: string, bytes: number): unknown {
  if (text.includes('\uFFFD') && Buffer.byteLength(text) > bytes) {
    throw new Problem('invalid_json', 'The body is not UTF-8.');
  }
  return parseJson(text);
}
