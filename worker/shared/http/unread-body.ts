/** Somewhat more than the largest body of the API. */
const MAX_DRAINED_BYTES = 2 * 1024 * 1024;

/**
 * Reads, up to a bound, a body that a refusal left unread. A runtime that is done before the body has come closes the
 * connection, and the client's next request on it, or the proxy's between edge and core, is lost. Errors of the body are ignored.
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
