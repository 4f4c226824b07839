/** `/carriers/<carrier>/<company>/text`: incoming messages, and the status of sent ones. */
import { RETRIES } from '../../core/phone/interface.ts';
import { Hono } from 'hono/tiny';
import type { Context } from 'hono';
import { within } from '../../shared/limits/bounded-wait.ts';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { accepted, receive } from './requests.ts';
import { readMessage } from './message-readers.ts';
import { renderReply, twimlResponse } from './twiml.ts';

/** Longer than for calls, since nobody waits on the phone; carriers give up after 15 s. */
const OBJECT_TIMEOUT_MS = 8_000;

export const messageWebhooks = new Hono<App>();

/** An incoming message -> the answer to STOP, START and HELP. */
messageWebhooks.post('/:carrier/:company/text', (c) => save(c, 'text'));

/** The status of a sent message, at its own callback address or the general one; the answer is empty. */
messageWebhooks.post('/:carrier/:company/text/status', (c) => save(c, 'text/status'));
messageWebhooks.post('/:carrier/:company/text/status/:text', (c) => save(c, 'text/status'));

async function save(c: Context<App>, webhook: 'text' | 'text/status'): Promise<Response> {
  const request = await receive(c);
  const read = readMessage(request, webhook);
  if (read === undefined) return twimlResponse(renderReply(undefined));
  const { text: id } = c.req.param() as Record<string, string>;
  const messageId = id === undefined ? undefined : asId(id);
  const report = read.kind === 'status' && messageId !== undefined ? { ...read, messageId } : read;
  // Within a promise, because the platform may throw at once.
  const pending = (async () => c.env.COMPANIES.getByName(request.companyId).carrierMessage(report))();
  const { reply } = accepted(await within(pending, OBJECT_TIMEOUT_MS, undefined));
  return twimlResponse(
    renderReply(
      reply && {
        message: reply.message,
        callback: `${request.base}/text/status/${reply.messageId}${RETRIES[request.carrier]}`,
      },
    ),
  );
}
