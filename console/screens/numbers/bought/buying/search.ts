/** Asks a carrier which numbers it sells. */
import { useState } from 'preact/hooks';
import type { AvailableNumbers } from '../../../../../worker/core/phone/inventory/answer-schema.ts';
import { ask } from '../../../../api/api.ts';
import { type Saving, useLatest } from '../../../../forms/saving.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import type { Offer } from '../bought.ts';
import { boughtPath } from '../use-bought.ts';

/** The most numbers of an answer. */
const LIMIT = '50';

/** By what numbers are searched. */
export const WAYS = [
  ['near', 'Near a location'],
  ['area_code', 'Area code'],
  ['city', 'City'],
  ['postal_code', 'Postal code'],
  ['contains', 'Digits or letters in it'],
] as const;
export type Way = (typeof WAYS)[number][0];

export const KINDS = [
  ['local', 'Local'],
  ['toll_free', 'Toll-free'],
  ['mobile', 'Mobile'],
] as const;

/** A question to the carrier. */
export interface NumberQuery {
  way: Way;
  /** What is searched for; empty for any. */
  wanted: string;
  kind: string;
  country: string;
}

/** The numbers found, and the question. */
export interface Found {
  query: NumberQuery;
  offers: readonly Offer[];
}

export function useSearch({
  carrier,
  account_id,
}: Account): Saving<[query: NumberQuery]> & { found: Found | undefined } {
  const [found, setFound] = useState<Found>();
  const searching = useLatest(async (query: NumberQuery) => {
    const { way, wanted, kind, country } = query;
    const parameters = new URLSearchParams({
      carrier,
      account_id,
      country,
      type: kind,
      limit: LIMIT,
      ...(wanted === '' ? {} : { [way]: wanted }),
    });
    const { body } = await ask<AvailableNumbers>(boughtPath(`/available?${parameters}`));
    setFound({ query, offers: body.numbers });
  });
  return { ...searching, found };
}
