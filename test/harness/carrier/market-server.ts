/** A server with the simulated carrier's market, for an account of a test's company. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newMarket, NumberMarket } from '../../../demo/carrier/number-market.ts';
import { startServer } from '../own-worker.ts';

/** The account of the tests, as the call settings name it. Other tests use others: without an API's address, it would be theirs too. */
export const ACCOUNT = { carrier: 'twilio', account_id: 'AC5' } as const;

/** What `accountAt` puts before the paths. */
const OF_COMPANY = /^\/[\da-f-]{36}(?=\/)/;

export interface MarketServer {
  market: NumberMarket;
  url: string;
  /** The paths and queries that were asked for. */
  asked: string[];
  /** Answers every request with this status from now on; undefined: as the market does. */
  fail: (status: number | undefined) => void;
  close: () => Promise<void>;
}

/** Starts the server of a market in which the account has no numbers. */
export async function startMarket(): Promise<MarketServer> {
  const market = new NumberMarket(ACCOUNT.account_id, newMarket());
  const asked: string[] = [];
  let failure: number | undefined;
  const server = await startServer((request, response) => {
    request.url = (request.url ?? '').replace(OF_COMPANY, '');
    asked.push(request.url);
    if (failure === undefined) void answer(market, request, response);
    else response.writeHead(failure, { 'Content-Type': 'application/json' }).end('{}');
  });
  return {
    market,
    url: server.url,
    asked,
    fail: (status) => {
      failure = status;
    },
    close: server.close,
  };
}

/**
 * Returns the account with its API at a market, as the call settings have it. Each company gets an address of its own, since two
 * companies with the same account cannot have the same number.
 */
export function accountAt(url: string): object {
  const base = `${url}/${crypto.randomUUID()}`;
  return { ...ACCOUNT, secrets: ['s'], api: { user: 'SK1', secret: 'key', base } };
}

async function answer(
  market: NumberMarket,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://carrier.test');
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const { method = 'GET' } = request;
  const { status, body } = market.answer({ method, path: pathname, query: searchParams, form }) ?? {
    status: 404,
  };
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
