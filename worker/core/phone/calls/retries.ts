import type { CarrierName } from '../ringing/settings-schema.ts';

/**
 * What our addresses end with so that a carrier tries again when nothing answers, or an error: by itself Twilio does so only when
 * it cannot connect (Twilio, "Webhook connection overrides"; such a fragment is neither sent nor signed). Others have no such words.
 */
export const RETRIES: Readonly<Record<CarrierName, string>> = {
  twilio: '#rc=2&rp=all',
  signalwire: '',
  telnyx: '',
};
