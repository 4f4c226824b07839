/** Somewhat more than the largest body of the API. */
const MAX_DRAINED_BYTES = 2 * 1024 * 1024;

/**
 * Reads, up to a limit, a body that a refusal left unread. A runtime that answers before the body has arrived closes the
 * connection, and the next request on it, from the client or a proxy between edge and core, is lost. Errors are ignored.
 */
export async function drainUnreadBody(request: Request): Promise<void> {
  if (request.bodyUsed) return;
  const { body } = request;
  if (body === null || body.locked) return;
  await drain(body).catch(() => undefined);
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MAX_DRAINED_BYTES) return;
  }
}
