/** A client of the socket of open consoles. */
import { expect, vi } from 'vitest';
import type { Hint, LiveMessage } from '../../worker/core/live/messages.ts';
import type { TestUser } from './client.ts';
import { workerUrl } from './worker-url.ts';

export interface LiveSocket {
  /** The messages so far. */
  messages: LiveMessage[];
  /** Texts that are no messages. */
  others: string[];
  send(message: unknown): void;
  close(): void;
  /** Resolves to the code with which the socket was closed. */
  closed: Promise<number>;
  /** Returns the hints so far. */
  hints(): Hint[];
  /** Waits for a hint. */
  hint(expected: Hint): Promise<void>;
}

/** The URL and the headers of a request for a socket. */
export interface SocketRequest {
  path: string;
  headers: Record<string, string>;
  origin?: string;
}

/** Opens the socket of a user. */
export function openLive(user: Pick<TestUser, 'authorization'>, path: string): Promise<LiveSocket> {
  return openSocket({ path: `${path}/live`, headers: { Authorization: user.authorization } });
}

/** Opens a socket, and waits for its first message. @throws Error when the request is refused */
export async function openSocket({
  path,
  headers,
  origin = workerUrl(),
}: SocketRequest): Promise<LiveSocket> {
  const url = new URL(path, origin);
  url.protocol = 'ws:';
  const socket = new WebSocket(url, { headers } as never);
  const messages: LiveMessage[] = [];
  const others: string[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    if (text.startsWith('{')) messages.push(JSON.parse(text) as LiveMessage);
    else others.push(text);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`${path} refused the socket.`)));
  });
  await vi.waitUntil(() => messages[0]?.type === 'hello', { timeout: 30_000 });
  const hints = (): Hint[] =>
    messages.flatMap((message) => (message.type === 'changes' ? message.changes : []));
  return {
    messages,
    others,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.close(),
    closed,
    hints,
    hint: (expected) => expect.poll(hints, { timeout: 30_000 }).toContainEqual(expected),
  };
}
