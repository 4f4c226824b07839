/** Generates a closed-loop load: a number of connections, each with one pending request. */
import { Agent, request } from 'node:http';

/** The result of a round. */
export interface Measurement {
  requestsPerSecond: number;
  /** The 99th percentile of latency in milliseconds. */
  p99: number;
}

interface Load {
  url: string;
  body: string;
  connections: number;
  requests: number;
  /** Returns the headers of the request with this index. */
  headers(index: number): Record<string, string>;
}

/**
 * Sends `requests` POST requests and measures.
 * @throws Error when an answer is not 200
 */
export async function measure(load: Load): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const latencies: number[] = [];
  let next = 0;
  const started = performance.now();
  const connection = async (): Promise<void> => {
    while (next < load.requests) {
      const sent = performance.now();
      await post(agent, load, next++);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: load.requests / seconds,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  };
}

function post(agent: Agent, load: Load, index: number): Promise<void> {
  const headers = { ...load.headers(index), 'Content-Length': String(Buffer.byteLength(load.body)) };
  return new Promise((resolve, reject) => {
    const sent = request(load.url, { agent, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${load.url} answered ${response.statusCode}`));
      response.resume();
      response.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end(load.body);
  });
}
