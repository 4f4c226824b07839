/** `/carriers/<carrier>/<company>/text`: incoming messages, and the status of sent ones. */
import { RETRIES } from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { PhoneBookReader } from './phone-book-reader.ts';
import { receive } from './requests.ts';
import { readMessage } from './message-readers.ts';
import { renderReply } from './twiml.ts';

/** Longer than for calls, since nobody waits on the phone; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 8_000;

const FAILED = Symbol('the object did not answer');

/** Builds the routes for messages. @param books shared with the routes for calls */
export function messageWebhooks(books: PhoneBookReader): Hono<App> {
  const routes = new Hono<App>();

  /** An incoming message -> the answer to STOP, START and HELP. */
  routes.post('/:carrier/:company/text', (c) => save(c, 'text', books));

  /** The status of a sent message, at its own callback address or the general one; the answer is empty. */
  routes.post('/:carrier/:company/text/status', (c) => save(c, 'text/status', books));
  routes.post('/:carrier/:company/text/status/:text', (c) => save(c, 'text/status', books));

  return routes;
}

async function save(
  c: Context<App>,
  webhook: 'text' | 'text/status',
  books: PhoneBookReader,
): Promise<Response> {
  const { carrier = '', company = '', text: id } = c.req.param() as Record<string, string>;
  const request = await receive(
    { env: c.env, request: c.req.raw, context: c.executionCtx, carrier, company },
    books,
  );
  const read = readMessage(request, webhook);
  if (read === undefined) return reply(undefined);
  const messageId = id === undefined ? undefined : asId(id);
  const report = read.kind === 'status' && messageId !== undefined ? { ...read, messageId } : read;
  // Within a promise, because the platform may throw at once.
  const pending = (async () => c.env.COMPANIES.getByName(request.companyId).carrierMessage(report))();
  const saved = await within(pending, OBJECT_TIMEOUT_MS, FAILED);
  if (saved === FAILED) {
    const headers = { 'Retry-After': '5' };
    throw new Problem('service_unavailable', 'The request could not be saved. Send it again.', { headers });
  }
  if (saved.outcome === 'refused') {
    throw new Problem('permission_denied', saved.detail);
  }
  return reply(
    saved.reply && {
      ...saved.reply,
      callback: `${request.base}/text/status/${saved.reply.messageId}${RETRIES[request.carrier]}`,
    },
  );
}

function reply(message: { message: string; callback: string } | undefined): Response {
  return new Response(renderReply(message), {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
