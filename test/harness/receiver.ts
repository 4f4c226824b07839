/** Starts receivers of webhooks, which end with the test. */
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { startServer } from './own-worker.ts';

/** A received message. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  deliveries: ReceivedMessage[];
}

/** Starts a plain HTTP server that ends with the test. */
export async function startServerForTest(listener: RequestListener): Promise<{ url: string }> {
  const server = await startServer(listener);
  onTestFinished(() => server.close());
  return server;
}

/** Starts a receiver that answers with these statuses in turn, then always with the last one. */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
  const deliveries: ReceivedMessage[] = [];
  const server = await startServerForTest((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body });
      response.writeHead(statuses[Math.min(deliveries.length, statuses.length) - 1] ?? 200).end();
    });
  });
  return { url: `${server.url}/hooks`, deliveries };
}
