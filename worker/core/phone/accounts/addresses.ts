/** The webhook addresses of a company, which its numbers get at the carrier. Pure. */
import { RETRIES } from '../calls/carrier-events.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/** What a carrier sends to an address: calls, calls that the first address did not take, ends of calls, messages. */
export const ADDRESS_USES = ['call', 'fallback', 'status', 'text'] as const;
export type AddressUse = (typeof ADDRESS_USES)[number];

/** Uses whose address has the carrier's retry policy. The fallback is the retry itself, and messages are not retried. */
const RETRIED: ReadonlySet<AddressUse> = new Set(['call', 'status']);

/** Returns the address for each use. @param origin of this deployment for carriers */
export function addressesOf(
  carrier: CarrierName,
  { origin, companyId }: { origin: string; companyId: string },
): { use: AddressUse; address: string }[] {
  return ADDRESS_USES.map((use) => ({
    use,
    address: `${origin}/carriers/${carrier}/${companyId}/${use}${RETRIED.has(use) ? RETRIES[carrier] : ''}`,
  }));
}

/** Tells whether an address that the carrier has is ours. The retry policy after `#` may be another one. */
export function isSameAddress(found: string | null, ours: string): boolean {
  return found !== null && found.replace(/#.*/, '') === ours.replace(/#.*/, '');
}
