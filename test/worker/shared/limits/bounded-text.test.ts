/** Answers from outside are read up to a size. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askService, jsonOf, textWithin } from '../../../../worker/shared/limits/bounded-text.ts';

/** An answer without an end, and how many pieces of 1,000 bytes were read of it. */
function endless(): { response: Response; read: () => number; isCancelled: () => boolean } {
  let pieces = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pieces += 1;
      controller.enqueue(new Uint8Array(1_000).fill(120));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { response: new Response(body), read: () => pieces, isCancelled: () => isCancelled };
}

test('of an endless answer no more is read than the bound', async () => {
  const { response, read, isCancelled } = endless();

  expect(await textWithin(response, 5_000)).toBeUndefined();
  expect(read()).toBeLessThan(10);
  expect(isCancelled()).toBe(true);
});

test('an answer of exactly the bound is whole', async () => {
  expect(await textWithin(new Response('äöü'), 6)).toBe('äöü');
  expect(await textWithin(new Response('äöü'), 5)).toBeUndefined();
  expect(await textWithin(new Response(null), 5)).toBe('');
});

test('only JSON is parsed', () => {
  expect([jsonOf('{"a":1}'), jsonOf('{'), jsonOf(''), jsonOf(undefined)]).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
  ]);
});

describe('a service that the operator has chosen', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function ask(path: string, answer: RequestListener): Promise<string | undefined> {
    const listening = createServer(answer);
    server = listening;
    await new Promise<void>((resolve) => {
      listening.listen(0, '127.0.0.1', resolve);
    });
    const { port } = listening.address() as AddressInfo;
    return askService(`http://127.0.0.1:${port}${path}`, { timeoutMs: 10_000, mostBytes: 100 });
  }

  test('is not left for another one: a redirect is not followed', async () => {
    const asked: (string | undefined)[] = [];
    const answer = ask('/192.0.2.1', (request, response) => {
      asked.push(request.url);
      response.writeHead(302, { Location: '/elsewhere/192.0.2.1' }).end();
    });

    await expect(answer).rejects.toThrow('The service answered 302.');
    expect(asked).toEqual(['/192.0.2.1']);
  });

  test('is not named by the error if it cannot be reached', async () => {
    const options = { timeoutMs: 10_000, mostBytes: 100 };

    for (const url of ['http://127.0.0.1:1/192.0.2.1', 'https://[192.0.2.1']) {
      await expect(askService(url, options)).rejects.toThrow(/^The service could not be reached\.$/);
    }
  });

  test('says nothing with a long answer, and with 404', async () => {
    expect(await ask('/', (_, response) => response.end('x'.repeat(101)))).toBeUndefined();
    expect(await ask('/', (_, response) => response.writeHead(404).end())).toBeUndefined();
    expect(await ask('/', (_, response) => response.end('{}'))).toBe('{}');
  });
});
