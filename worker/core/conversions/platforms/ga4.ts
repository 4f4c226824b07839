/** Google Analytics 4, by the Measurement Protocol: one event a request, since a request is about one client. Pure. */
import { type Conversion, type PlatformSettings, textOf, tracesOf } from './conversion.ts';
import { ANALYTICS_URL, ANALYTICS_URL_EU, FACTS, SESSION_MS } from './facts.ts';
import {
  type Access,
  jsonRequest,
  meaningOfStatus,
  memberOf,
  type PlatformAnswer,
  type PlatformRequest,
  type Sender,
  textMember,
} from './requests.ts';

/** A client of the test, whose events the debug address only checks. */
const TEST_CLIENT = '1.1';

export const GA4: Sender = {
  mostTogether: 1,
  // Analytics has no id for events, and would count a repeat.
  isRepeatable: false,
  event: payloadOf,
  request: ([payload = {}], access) => requestTo('/mp/collect', payload, access),
  meaning: ({ status }) =>
    // It answers 2xx to whatever it gets, and says nothing.
    status >= 200 && status < 300
      ? { kind: 'sent', requestId: null }
      : meaningOfStatus(status, `Google Analytics answered ${status}.`),
  test: (access) => {
    const events = [{ name: textOf(access.settings, 'event_name'), params: { value: 0, currency: 'USD' } }];
    const payload = { client_id: TEST_CLIENT, validation_behavior: 'ENFORCE_RECOMMENDATIONS', events };
    return requestTo('/debug/mp/collect', payload, access);
  },
  testResult: resultOf,
};

/** Returns the names of the identifiers in the event of a conversion. */
export function ga4Identifiers({ visit }: Conversion): string[] {
  return Object.keys(tracesOf(FACTS.ga4, visit));
}

function requestTo(path: string, payload: object, { settings, token }: Access): PlatformRequest {
  const base = textOf(settings, 'region') === 'eu' ? ANALYTICS_URL_EU : ANALYTICS_URL;
  const query = new URLSearchParams({
    measurement_id: textOf(settings, 'measurement_id'),
    api_secret: token,
  });
  return jsonRequest(`${base}${path}?${query.toString()}`, payload);
}

function payloadOf(conversion: Conversion, settings: PlatformSettings): object {
  const { id, time, amount, visit } = conversion;
  const { ga_client_id: clientId } = tracesOf(FACTS.ga4, visit);
  return {
    client_id: clientId,
    timestamp_micros: time * 1000,
    consent: {
      ad_user_data: consentWord(visit.ad_user_data),
      ad_personalization: consentWord(visit.ad_personalization),
    },
    events: [
      {
        name: textOf(settings, 'event_name'),
        params: {
          ...sessionOf(conversion, settings),
          engagement_time_msec: 1,
          value: amount.value,
          currency: amount.unit,
          transaction_id: id,
        },
      },
    ],
  };
}

/** Returns the session of the visit in the data stream of the settings, as long as Analytics takes events for it. */
function sessionOf(
  { visit: { ids }, time }: Conversion,
  settings: PlatformSettings,
): { session_id?: string } {
  // The cookie of a stream has its measurement id without the `G-`.
  const stream = textOf(settings, 'measurement_id').replace(/^G-/, '');
  const sessions = ids?.ga_session_ids ?? {};
  const sessionId = Object.hasOwn(sessions, stream) ? sessions[stream] : undefined;
  if (!ids || sessionId === undefined || !/^\d{1,20}$/.test(sessionId)) return {};
  const isOpen = time >= ids.read_time && time - ids.read_time < SESSION_MS;
  return isOpen ? { session_id: sessionId } : {};
}

function consentWord(consent: 'granted' | 'denied' | null | undefined): string {
  return consent === 'granted' ? 'GRANTED' : 'DENIED';
}

function resultOf({ status, body }: PlatformAnswer): { isOk: boolean; detail: string } {
  const messages = memberOf(body, 'validationMessages');
  if (status !== 200) return { isOk: false, detail: `Google Analytics answered ${status}.` };
  const [first] = Array.isArray(messages) ? (messages as unknown[]) : [];
  if (first !== undefined)
    return { isOk: false, detail: textMember(first, 'description') ?? 'The event is invalid.' };
  return {
    isOk: true,
    detail:
      'The event is valid. Google Analytics does not check the API secret: look for the event in its Realtime report.',
  };
}
