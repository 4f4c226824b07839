/** Reads answers from outside up to a size, so that a long one does not fill the memory. */

/**
 * Reads the bytes of an answer.
 * @returns undefined for one of more than `mostBytes`, whose rest is not read
 */
export async function bytesWithin(response: Response, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the text of an answer, like `bytesWithin`. */
export async function textWithin(response: Response, mostBytes: number): Promise<string | undefined> {
  const bytes = await bytesWithin(response, mostBytes);
  return bytes && new TextDecoder().decode(bytes);
}

/** Parses JSON; undefined for any other text, and for none. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Asks a service that the operator has chosen. A redirect is not followed: nobody else gets what is in the URL, for instance the
 * address of a visitor or the key of the service.
 * @returns undefined for 404, and for an answer that is too long
 * @throws Error for another status, a redirect too, and for no answer in time; without the URL, so that it can be logged
 */
export async function askService(
  url: string,
  {
    headers,
    timeoutMs,
    mostBytes,
  }: { headers?: Record<string, string>; timeoutMs: number; mostBytes: number },
): Promise<string | undefined> {
  const response = await fetch(url, {
    headers: headers ?? {},
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new Error(`The service ${isLate ? 'did not answer in time' : 'could not be reached'}.`);
  });
  if (response.ok) return textWithin(response, mostBytes);
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw new Error(`The service answered ${response.status}.`);
}
