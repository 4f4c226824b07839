/** `/carriers/<carrier>/<company>/text`: texts that come in, and how those of ours go on. */
import { RETRIES } from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { PhoneBookReader } from './phone-book-reader.ts';
import { receive } from './requests.ts';
import { readText } from './text-readers.ts';
import { renderReply } from './twiml.ts';

/** Nobody waits for a text as for a call; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 8_000;

const FAILED = Symbol('the object did not answer');

/** @param books shared with the lane of calls */
export function textLane(books: PhoneBookReader): Hono<App> {
  const routes = new Hono<App>();

  /** A text comes in -> what is answered to the words STOP, START and HELP. */
  routes.post('/:carrier/:company/text', (c) => keep(c, 'text', books));

  /** How a text of ours goes on, at the address that the carrier was given for it or for all; there is nothing to be done. */
  routes.post('/:carrier/:company/text/status', (c) => keep(c, 'text/status', books));
  routes.post('/:carrier/:company/text/status/:text', (c) => keep(c, 'text/status', books));

  return routes;
}

async function keep(
  c: Context<App>,
  place: 'text' | 'text/status',
  books: PhoneBookReader,
): Promise<Response> {
  const { carrier = '', company = '', text: id } = c.req.param() as Record<string, string>;
  const request = await receive({ env: c.env, request: c.req.raw, carrier, company }, books);
  const read = readText(request, place);
  if (read === undefined) return reply(undefined);
  const textId = id === undefined ? undefined : asId(id);
  const text = read.kind === 'status' && textId !== undefined ? { ...read, textId } : read;
  // Within a promise, because the platform may throw at once.
  const told = (async () => c.env.COMPANIES.getByName(request.companyId).carrierText(text))();
  const kept = await within(told, OBJECT_TIMEOUT_MS, FAILED);
  if (kept === FAILED) {
    const headers = { 'Retry-After': '5' };
    throw new Problem('service_unavailable', 'It could not be kept; send it again.', { headers });
  }
  if (kept.outcome === 'refused') {
    throw new Problem('permission_denied', kept.detail);
  }
  return reply(
    kept.reply && {
      ...kept.reply,
      callback: `${request.base}/text/status/${kept.reply.textId}${RETRIES[request.carrier]}`,
    },
  );
}

function reply(message: { message: string; callback: string } | undefined): Response {
  return new Response(renderReply(message), {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
