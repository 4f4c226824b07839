/** Sends requests through the simulated carrier, which signs them and forwards them to the product. */
import { CARRIER_API, LANE } from '../../carrier/account.ts';

/** A request of the carrier and its answer. */
export interface Exchange {
  /** Path below the carrier's webhook address. */
  path: string;
  fields: Record<string, string>;
  /** The absolute URL that was signed. */
  url: string;
  signature: string;
  status: number;
  document: string;
}

/** The product's records of a call or message, as the API returns them. */
export interface Records {
  call: {
    outcome: string | null;
    source: string | null;
    location_id: string | null;
    ring_seconds: number;
    talk_seconds: number | null;
  } | null;
  lead: { lead_id: string; name?: string; source_tags?: string[]; assigned_to?: { name: string } } | null;
  texts: { text_id: string; direction: 'inbound' | 'outbound'; message: string; status: string }[];
}

/** Sends a carrier request. @param path below the webhook address, or an absolute URL from an answer of the product */
export async function sendAsCarrier(path: string, fields: Record<string, string>): Promise<Exchange> {
  // The part after `#` is for the carrier: its retry policy.
  const below = path.replace(location.origin + LANE, '').replace(/#.*/, '');
  const response = await fetch(`${CARRIER_API}/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: below, fields }),
  });
  const answer = (await response.json()) as Omit<Exchange, 'path' | 'fields'> & { detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `The simulated carrier answered ${response.status}.`);
  return { path: below, fields, ...answer };
}

/** Fetches the records. @param about the called or texted number, the sender, and the carrier's id of the call */
export async function fetchRecords(about: {
  number: string;
  from: string;
  call?: string;
}): Promise<Records | undefined> {
  const response = await fetch(`${CARRIER_API}/known?${new URLSearchParams(about)}`);
  return response.ok ? ((await response.json()) as Records) : undefined;
}

/** Makes an id in the carrier's format. */
export function newCarrierId(prefix: 'CA' | 'SM'): string {
  return prefix + crypto.randomUUID().replaceAll('-', '');
}
