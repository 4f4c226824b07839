/** Sends lookups for tests. */
import type { NumberForms } from '../../../../widget/forms.ts';
import { KeyedHash } from '../../../../worker/shared/secrets/keyed-hash.ts';
import { send, type Visitor, visitorHeaders } from '../../../harness/client.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';

export interface Answer {
  phone_number: string;
  closest_location: Record<string, unknown> | null;
}

export interface SwapPlan extends Answer {
  source: string;
  swaps: { from: string; to: string; sms: boolean }[];
  forms: NumberForms;
  former?: { from: string; to: string }[];
  parameters?: string[];
  max_age: number;
  overflow?: SwapPlan;
}

export interface AskOptions {
  visitor?: Visitor;
  body?: unknown;
  zip?: string;
  query?: string;
}

/** Places as the network reports them. */
export const AUSTIN = {
  latitude: '30.27',
  longitude: '-97.74',
  country: 'US',
  regionCode: 'TX',
  postalCode: '78701',
};
export const BOULDER = {
  latitude: '40.01',
  longitude: '-105.27',
  country: 'US',
  regionCode: 'CO',
  postalCode: '80302',
};

/** `POST .../closest`, or `.../closest/zip/<zip>`. */
export function ask(companyId: string, options: AskOptions = {}): Promise<Response> {
  const zip = options.zip === undefined ? '' : `/zip/${encodeURIComponent(options.zip)}`;
  return send(`/dni/api/companies/${companyId}/closest${zip}${options.query ?? ''}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...visitorHeaders(options.visitor) },
    body: JSON.stringify(options.body ?? {}),
  });
}

/** Returns the answer's body and the cache state in its headers. */
export async function answerOf(
  companyId: string,
  options: AskOptions = {},
): Promise<Answer & { status: number; cache: string | null }> {
  const response = await ask(companyId, options);
  const body = (await response.json()) as Answer;
  return { ...body, status: response.status, cache: response.headers.get('Leadline-Cache') };
}

/** `POST /dni/swap/<uuid>`, the widget's lane. */
export function askForSwaps(companyId: string, options: Omit<AskOptions, 'zip'> = {}): Promise<Response> {
  return send(`/dni/swap/${companyId}${options.query ?? ''}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', ...visitorHeaders(options.visitor) },
    body: JSON.stringify(options.body ?? {}),
  });
}

/** Returns the hash by which the tested Worker stores data of a visitor. */
export function visitorKey(network: string): string {
  return new KeyedHash('leadline visitor ip').of(network, OPERATOR_TOKEN);
}
