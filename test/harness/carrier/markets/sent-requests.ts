/** A fake Telnyx on a network, and the requests that it gets. */
import type { CarrierRequest } from './fake-carrier.ts';
import { FakeTelnyx } from './fake-telnyx.ts';
import { Network } from './network.ts';

export const NUMBER_ON_SALE = '+15125551000';

export interface TelnyxOnNetwork {
  telnyx: FakeTelnyx;
  network: Network;
  /** Returns the requests of some work. */
  requestsOf: (work: () => Promise<unknown>) => Promise<unknown[]>;
}

/** Opens an account with Telnyx that has one number on sale. */
export function telnyxOnNetwork(): TelnyxOnNetwork {
  const telnyx = new FakeTelnyx();
  telnyx.onSale.push(NUMBER_ON_SALE);
  const network = new Network(telnyx);
  const sent: unknown[] = [];
  network.sent = ({ url, method = 'GET', body = '' }: CarrierRequest) => {
    const { pathname, searchParams } = new URL(url);
    const query = Object.fromEntries(searchParams);
    sent.push({ method, pathname, query, body: body === '' ? null : (JSON.parse(body) as unknown) });
  };
  const requestsOf = async (work: () => Promise<unknown>): Promise<unknown[]> => {
    sent.length = 0;
    await work();
    return sent.splice(0);
  };
  return { telnyx, network, requestsOf };
}

/** Tells whether a request changes a number or gives it back. */
export function isChange(request: unknown): boolean {
  return /"method":"(?:PATCH|DELETE)"/.test(JSON.stringify(request));
}
