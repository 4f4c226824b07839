/** The parts of Telnyx's records that the fake Telnyx has. Its library has the same types (test/oracles/telnyx-requests.oracle.ts). */

type OrderStatus = 'pending' | 'success' | 'failure';
type Method = 'get' | 'post';

export interface NumberOrder {
  id?: string;
  connection_id?: string;
  created_at?: string;
  customer_reference?: string;
  messaging_profile_id?: string;
  phone_numbers?: { phone_number?: string; status?: OrderStatus }[];
  record_type?: string;
  requirements_met?: boolean;
  status?: OrderStatus;
}

export interface TelnyxNumber {
  id: string;
  phone_number: string;
  status: 'purchase-pending' | 'purchase-failed' | 'active' | 'deleted';
}

export interface CallForwardingOfNumber {
  call_forwarding_enabled?: boolean;
  forwarding_type?: 'always' | 'on-failure';
  forwards_to?: string;
}

/** A TeXML application: where the calls of numbers are asked about. */
export interface TelnyxApplication {
  id?: string;
  active?: boolean;
  created_at?: string;
  friendly_name?: string;
  inbound?: { shaken_stir_enabled?: boolean };
  outbound?: { outbound_voice_profile_id?: string };
  record_type?: string;
  status_callback?: string;
  status_callback_method?: Method;
  voice_fallback_url?: string;
  voice_method?: Method;
  voice_url?: string;
}

/** Where the messages of numbers are sent. */
export interface MessagingProfile {
  id?: string;
  created_at?: string;
  enabled?: boolean;
  name?: string;
  record_type?: 'messaging_profile';
  webhook_api_version?: '1' | '2' | '2010-04-01';
  webhook_url?: string | null;
  whitelisted_destinations?: string[];
}

/** Which account pays for calls to phones. */
export interface VoiceProfile {
  id?: string;
  name: string;
  enabled?: boolean;
  created_at?: string;
}
