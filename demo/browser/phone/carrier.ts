/** The page's line to the carrier in a box, which signs what is sent and has the product answer it. */
import { CARRIER_API, LANE } from '../../carrier/account.ts';

/** A request of the carrier with what was answered. */
export interface Exchange {
  /** Where in the lane. */
  path: string;
  fields: Record<string, string>;
  /** As it was sent: absolute, and with what signs it. */
  url: string;
  signature: string;
  status: number;
  document: string;
}

/** What the product made of it; members as the API answers them. */
export interface Known {
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

/** Sends a request to the company's lane. @param path below the lane, or absolute as an answer of the product names it */
export async function sendAsCarrier(path: string, fields: Record<string, string>): Promise<Exchange> {
  // What stands behind `#` is for the carrier: how often it is to try.
  const below = path.replace(location.origin + LANE, '').replace(/#.*/, '');
  const response = await fetch(`${CARRIER_API}/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: below, fields }),
  });
  const answer = (await response.json()) as Omit<Exchange, 'path' | 'fields'> & { detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `The carrier in a box answered ${response.status}.`);
  return { path: below, fields, ...answer };
}

/** @param about the number that was called or written to, and the call's id or who wrote */
export async function whatIsKnown(about: {
  number: string;
  from: string;
  call?: string;
}): Promise<Known | undefined> {
  const response = await fetch(`${CARRIER_API}/known?${new URLSearchParams(about)}`);
  return response.ok ? ((await response.json()) as Known) : undefined;
}

/** An id as a carrier makes them. */
export function newCarrierId(prefix: 'CA' | 'SM'): string {
  return prefix + crypto.randomUUID().replaceAll('-', '');
}
