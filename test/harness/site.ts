/** Serves the pages of a test as a website. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The answer to a path: HTML, or HTML with headers and a status. */
export type Answer = string | { status?: number; headers?: Record<string, string>; body?: string };

/** A form that a page has posted. The boundary between the parts of a body, which is random, is `boundary`. */
export interface Post {
  path: string;
  type: string | undefined;
  body: string;
}

export interface Site {
  origin: string;
  port: number;
  posts: Post[];
  /** Puts a page under a path. */
  put(path: string, answer: Answer): void;
  /** Resolves to the next request for a path. */
  asked(path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a site on a free port of this machine, under each of its names.
 * @param inHead goes first into the head of each page
 * @param handle sees the requests for which there is no page
 */
export async function startSite(
  inHead = '',
  handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(404).end(),
): Promise<Site> {
  const pages = new Map<string, Answer>();
  const waiting = new Map<string, () => void>();
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    waiting.get(path)?.();
    const answer = pages.get(path);
    // `handle` reads the body itself.
    if (answer === undefined) return handle(request, response);
    if (request.method === 'POST') void keepPost(posts, path, request);
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    const isPage = headers['Content-Type'] === undefined;
    return void response
      .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
      .end(isPage ? body.replace('<head>', () => `<head>${inHead}`) : body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '0.0.0.0', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    posts,
    put: (path, answer) => void pages.set(path, answer),
    asked: (path) => new Promise((resolve) => void waiting.set(path, resolve)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function keepPost(posts: Post[], path: string, request: IncomingMessage): Promise<void> {
  const body = await text(request);
  const type = request.headers['content-type'];
  const [, boundary = ''] = /boundary=(.+)/.exec(type ?? '') ?? [];
  const plain = (given: string): string => (boundary === '' ? given : given.replaceAll(boundary, 'boundary'));
  posts.push({ path, type: type && plain(type), body: plain(body) });
}
