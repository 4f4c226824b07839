/** Requests of Telnyx's own library, which reads the fake Telnyx as it reads the real one. */
import Telnyx from 'telnyx';
import type { NumberOrderWithPhoneNumbers } from 'telnyx/resources/number-orders';
import type { MessagingMessagingProfile } from 'telnyx/resources/messaging-profiles/messaging-profiles';
import type { OutboundVoiceProfile } from 'telnyx/resources/outbound-voice-profiles';
import type { NumbersPhoneNumberDetailed } from 'telnyx/resources/phone-numbers/phone-numbers';
import type { CallForwarding } from 'telnyx/resources/phone-numbers/voice';
import type { TexmlApplication } from 'telnyx/resources/texml-applications';
import { expect, test } from 'vitest';
import { ourAddresses } from '../../worker/core/phone/inventory/markets/markets.ts';
import {
  isChange,
  NUMBER_ON_SALE,
  type TelnyxOnNetwork,
  telnyxOnNetwork,
} from '../harness/carrier/markets/sent-requests.ts';
import type {
  CallForwardingOfNumber,
  MessagingProfile,
  NumberOrder,
  TelnyxApplication,
  TelnyxNumber,
  VoiceProfile,
} from '../harness/carrier/markets/telnyx-records.ts';
import { asRecorded, recordingOf } from './recording.ts';

const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
const ADDRESSES = ourAddresses('telnyx', { origin: 'https://leadline.example', companyId: COMPANY_ID });
const NAME = `Leadline leadline.example ${COMPANY_ID}`;
const VOICE_PROFILE = '1293384261075731499';

/** Compiles as long as the records of the fake are those of the library. */
const RECORDS: [
  (record: NumberOrder) => NumberOrderWithPhoneNumbers,
  (record: TelnyxApplication) => TexmlApplication,
  (record: MessagingProfile) => MessagingMessagingProfile,
  (record: VoiceProfile) => OutboundVoiceProfile,
  (record: TelnyxNumber) => Pick<NumbersPhoneNumberDetailed, 'id' | 'phone_number' | 'status'>,
  (record: CallForwardingOfNumber) => CallForwarding,
] = [
  (order) => order,
  (application) => application,
  (profile) => profile,
  (profile) => profile,
  (number) => number,
  (forwarding) => forwarding,
];

/** Opens an account for the library. */
function openTelnyx(): TelnyxOnNetwork & { library: Telnyx } {
  const opened = telnyxOnNetwork();
  const fetchOfLibrary: typeof fetch = async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers ?? {}));
    return opened.network.fetch(String(url instanceof Request ? url.url : url), {
      method: (init.method ?? 'GET').toUpperCase(),
      headers: {
        Authorization: headers['authorization'] ?? '',
        'Content-Type': headers['content-type'] ?? '',
      },
      body: typeof init.body === 'string' ? init.body : null,
    });
  };
  const options = { baseURL: 'https://carrier.example/v2', fetch: fetchOfLibrary, maxRetries: 0 };
  return { ...opened, library: new Telnyx({ apiKey: 'key', ...options }) };
}

async function search(library: Telnyx): Promise<void> {
  await library.availablePhoneNumbers.list({
    filter: {
      country_code: 'US',
      phone_number_type: 'local',
      features: ['voice'],
      limit: 20,
      national_destination_code: '512',
      locality: 'Austin',
      administrative_area: 'TX',
      best_effort: true,
      phone_number: { contains: '222' },
    },
  });
  await library.requirements.list({
    filter: { country_code: 'US', action: 'ordering', phone_number_type: 'local' },
  });
}

async function order(library: Telnyx): Promise<void> {
  await library.availablePhoneNumbers.list({
    filter: {
      country_code: 'US',
      national_destination_code: '512',
      phone_number: { starts_with: '5551000' },
      limit: 10,
    },
  });
  await library.texmlApplications.list({ filter: { friendly_name: NAME }, 'page[size]': 250 });
  await library.outboundVoiceProfiles.list({ sort: 'created_at', 'page[size]': 250 });
  const application = await library.texmlApplications.create({
    friendly_name: NAME,
    active: true,
    voice_url: ADDRESSES.call,
    voice_fallback_url: ADDRESSES.fallback,
    voice_method: 'post',
    status_callback: ADDRESSES.status,
    status_callback_method: 'post',
    inbound: { shaken_stir_enabled: true },
    outbound: { outbound_voice_profile_id: VOICE_PROFILE },
  });
  await library.messagingProfiles.list({ filter: { name: NAME }, 'page[size]': 250 });
  const profile = await library.messagingProfiles.create({
    name: NAME,
    enabled: true,
    webhook_url: ADDRESSES.text,
    webhook_api_version: '2',
    whitelisted_destinations: ['*'],
  });
  await library.numberOrders.create({
    phone_numbers: [{ phone_number: NUMBER_ON_SALE }],
    customer_reference: 'leadline-1',
    connection_id: application.data?.id ?? '',
    messaging_profile_id: profile.data?.id ?? '',
  });
  await library.numberOrders.list({ filter: { customer_reference: 'leadline-1' } });
}

/** Wires a number to an application and a profile, puts it back, and gives it back. */
async function wireAndRelease({ telnyx, library }: ReturnType<typeof openTelnyx>): Promise<void> {
  telnyx.own(NUMBER_ON_SALE, {
    forwarding: { forwards_to: '+12125550199', forwarding_type: 'always' },
  });
  const listed = await library.phoneNumbers.list({ filter: { phone_number: '15125551000' } });
  const { id = '', connection_id: former } = listed.data?.[0] ?? {};
  const application = await library.texmlApplications.create({
    friendly_name: NAME,
    voice_url: ADDRESSES.call,
  });
  const profile = await library.messagingProfiles.create({ name: NAME, whitelisted_destinations: ['*'] });
  const forward = (isOn: boolean): Promise<unknown> =>
    library.phoneNumbers.voice.update(id, {
      call_forwarding: {
        call_forwarding_enabled: isOn,
        forwards_to: '+12125550199',
        forwarding_type: 'always',
      },
    });
  await library.phoneNumbers.update(id, { connection_id: application.data?.id ?? '' });
  await forward(false);
  await library.phoneNumbers.messaging.update(id, { messaging_profile_id: profile.data?.id ?? '' });
  await library.phoneNumbers.update(id, { connection_id: former ?? '' });
  await forward(true);
  await library.phoneNumbers.messaging.update(id, { messaging_profile_id: '' });
  await library.phoneNumbers.delete(id);
}

test('Telnyx’s library sends the recorded requests', async () => {
  const opened = openTelnyx();
  const account = openTelnyx();
  const wired = await account.requestsOf(() => wireAndRelease(account));

  await expect(
    asRecorded({
      search: await opened.requestsOf(() => search(opened.library)),
      order: await opened.requestsOf(() => order(opened.library)),
      changes: wired.filter(isChange),
    }),
  ).toMatchFileSnapshot(recordingOf('telnyx-requests'));
  expect(RECORDS).toHaveLength(6);
  const delivered = await opened.library.phoneNumbers.list({ filter: { phone_number: '15125551000' } });
  expect(delivered.data).toMatchObject([
    { phone_number: NUMBER_ON_SALE, status: 'active', connection_name: NAME },
  ]);
  const released = await account.library.phoneNumbers.list({ filter: { phone_number: '15125551000' } });
  expect(released.data).toMatchObject([{ phone_number: NUMBER_ON_SALE, status: 'deleted' }]);
});

test('Telnyx’s library reads 60 numbers of the fake Telnyx, page by page', async () => {
  const { telnyx, library } = openTelnyx();
  for (let index = 0; index < 60; index += 1) telnyx.own(`+1512555${2000 + index}`);
  const numbers: string[] = [];
  for await (const each of library.phoneNumbers.list({ 'page[size]': 25 })) numbers.push(each.phone_number);

  expect(new Set(numbers).size).toBe(60);
});
