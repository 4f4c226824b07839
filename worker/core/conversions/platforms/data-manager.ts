/** Google's Data Manager API: events of a web conversion action, and what became of them. Pure. */
import {
  type Conversion,
  hashedEmailForGoogle,
  hashedPhone,
  type PlatformSettings,
  sendsContact,
  textOf,
  tracesOf,
} from './conversion.ts';
import { DATA_MANAGER_URL, FACTS } from './facts.ts';
import {
  type Access,
  jsonRequest,
  type Meaning,
  meaningOfStatus,
  memberOf,
  type PlatformAnswer,
  type PlatformRequest,
  type Sender,
  textMember,
} from './requests.ts';

/** Most identifiers of a person in an event. */
const MOST_IDENTIFIERS = 10;
/**
 * Reasons that Google gives later (developers.google.com/data-manager/api/reference/rest/v1/ProcessingErrorReason): it has the
 * conversion already, the account has to agree to something, Google failed.
 */
const KNOWN = ['DUPLICATE_TRANSACTION_ID'];
const MENDABLE = ['DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED', 'NO_CONSENT'];
const FAILED = ['INTERNAL_ERROR'];

/**
 * What Google says later of the conversions of a request.
 * - `known`: it had them already, and kept the first value
 * - `failed`: it failed itself, so they are to be sent again
 */
export type LateMeaning = Meaning | { kind: 'known' } | { kind: 'failed'; detail: string };

export const DATA_MANAGER: Sender = {
  mostTogether: 20,
  isRepeatable: true,
  event: eventOf,
  request: (events, access) => requestWith(events, access),
  meaning: (answer) => {
    const requestId = textMember(answer.body, 'requestId');
    if (answer.status === 200) return { kind: 'sent', requestId: requestId ?? null };
    const detail = errorOf(answer);
    return isOfDestination(answer.body)
      ? { kind: 'unauthorized', detail }
      : meaningOfStatus(answer.status, detail);
  },
  test: (access, now) => requestWith([testEvent(now)], access, true),
  testResult: (answer) =>
    answer.status === 200
      ? { isOk: true, detail: 'Google took the test; nothing was counted.' }
      : { isOk: false, detail: errorOf(answer) },
};

/** Returns the names of the identifiers in the event of a conversion. */
export function dataManagerIdentifiers(conversion: Conversion, settings: PlatformSettings): string[] {
  const contact = userIdentifiers(conversion, settings).flatMap((identifier) => Object.keys(identifier));
  return [...Object.keys(tracesOf(FACTS.google_data_manager, conversion.visit)), ...contact];
}

/** Returns the address at which Google says what became of a request. */
export function requestStatusUrl(requestId: string): string {
  return `${DATA_MANAGER_URL}/requestStatus:retrieve?requestId=${encodeURIComponent(requestId)}`;
}

/** Returns what became of a request; undefined while Google works on it. */
export function meaningOfRequestStatus({ status, body }: PlatformAnswer): LateMeaning | undefined {
  if (status !== 200) return { kind: 'later', detail: errorOf({ status, body }) };
  const [destination] = listOf(memberOf(body, 'requestStatusPerDestination'));
  const state = textMember(destination, 'requestStatus');
  if (state === 'SUCCESS') return { kind: 'accepted', requestId: null };
  if (state !== 'FAILED' && state !== 'PARTIAL_SUCCESS') return undefined;
  const reasons = listOf(memberOf(destination, 'errorInfo', 'errorCounts')).map((each) =>
    (textMember(each, 'reason') ?? 'unknown').replace('PROCESSING_ERROR_REASON_', ''),
  );
  const areAll = (kinds: readonly string[]): boolean =>
    reasons.length > 0 && reasons.every((reason) => kinds.includes(reason));
  if (areAll(KNOWN)) return { kind: 'known' };
  const detail = `Google refused it: ${reasons.join(', ') || state}.`;
  if (areAll(FAILED)) return { kind: 'failed', detail };
  return areAll([...MENDABLE, ...FAILED]) ? { kind: 'unauthorized', detail } : { kind: 'refused', detail };
}

/** Tells whether Google refuses the account or the conversion action of a request, and not its events. */
function isOfDestination(body: unknown): boolean {
  const violations = listOf(memberOf(body, 'error', 'details')).flatMap((detail) =>
    listOf(memberOf(detail, 'fieldViolations')),
  );
  return violations.some((violation) => /^destinations?\b/i.test(textMember(violation, 'field') ?? ''));
}

function requestWith(
  events: readonly object[],
  { settings, token }: Access,
  validateOnly = false,
): PlatformRequest {
  const login = textOf(settings, 'login_customer_id');
  const body = {
    destinations: [
      {
        operatingAccount: accountOf(textOf(settings, 'customer_id')),
        ...(login === '' ? {} : { loginAccount: accountOf(login) }),
        productDestinationId: textOf(settings, 'conversion_action_id'),
      },
    ],
    events,
    encoding: 'HEX',
    ...(validateOnly ? { validateOnly } : {}),
  };
  return jsonRequest(`${DATA_MANAGER_URL}/events:ingest`, body, { Authorization: `Bearer ${token}` });
}

function accountOf(customerId: string): object {
  return { accountType: 'GOOGLE_ADS', accountId: customerId.replaceAll('-', '') };
}

function eventOf(conversion: Conversion, settings: PlatformSettings): object {
  const { id, time, amount, visit, isFirst } = conversion;
  const identifiers = userIdentifiers(conversion, settings);
  return {
    transactionId: id,
    eventTimestamp: new Date(time).toISOString(),
    // The click was on the web, which counts for an action of the type UPLOAD_CLICKS.
    eventSource: 'WEB',
    adIdentifiers: adIdentifiers(conversion),
    ...(identifiers.length === 0 ? {} : { userData: { userIdentifiers: identifiers } }),
    conversionValue: amount.value,
    currency: amount.unit,
    consent: {
      adUserData: consentWord(visit.ad_user_data),
      adPersonalization: consentWord(visit.ad_personalization),
    },
    ...(isFirst === null ? {} : { userProperties: { customerType: isFirst ? 'NEW' : 'RETURNING' } }),
  };
}

function adIdentifiers({ visit }: Conversion): object {
  const browser = visit.ids?.user_agent ?? null;
  const { gclid, gbraid, wbraid } = tracesOf(FACTS.google_data_manager, visit);
  // One click has one of them.
  const click = gclid === undefined ? (gbraid === undefined ? { wbraid } : { gbraid }) : { gclid };
  const sessionAttributes = (gclid ?? gbraid ?? wbraid) ? undefined : sessionOf(visit);
  return {
    ...Object.fromEntries(Object.entries(click).filter(([, value]) => value !== undefined)),
    ...(sessionAttributes === undefined ? {} : { sessionAttributes }),
    ...(browser === null ? {} : { landingPageDeviceInfo: { userAgent: browser } }),
  };
}

/** Describes a visit from Google without a click id, as base64url of JSON; undefined for other visits. */
function sessionOf(visit: Conversion['visit']): string | undefined {
  const { gad_source: source, gad_campaignid: campaign } = tracesOf(FACTS.google_data_manager, visit);
  if (source === undefined && campaign === undefined) return undefined;
  const browser = visit.ids?.user_agent ?? null;
  const attributes = {
    ...(source === undefined ? {} : { gad_source: source }),
    ...(campaign === undefined ? {} : { gad_campaignid: campaign }),
    ...(visit.begun_time === null ? {} : { session_start_time_usec: String(visit.begun_time * 1000) }),
    ...(visit.referrer === null ? {} : { landing_page_referrer: `https://${visit.referrer}/` }),
    ...(browser === null ? {} : { landing_page_user_agent: browser }),
  };
  return Buffer.from(JSON.stringify(attributes)).toString('base64url');
}

function userIdentifiers({ phone, emails }: Conversion, settings: PlatformSettings): object[] {
  if (!sendsContact(FACTS.google_data_manager, settings)) return [];
  return [
    ...(phone?.startsWith('+') === true ? [{ phoneNumber: hashedPhone(phone) }] : []),
    ...emails.map((email) => ({ emailAddress: hashedEmailForGoogle(email) })),
  ].slice(0, MOST_IDENTIFIERS);
}

function testEvent(now: number): object {
  return {
    transactionId: `test${now}`,
    eventTimestamp: new Date(now).toISOString(),
    eventSource: 'WEB',
    userData: { userIdentifiers: [{ emailAddress: hashedEmailForGoogle('test@example.com') }] },
    conversionValue: 0,
    currency: 'USD',
    consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
  };
}

function consentWord(consent: 'granted' | 'denied' | null | undefined): string {
  return consent === 'granted' ? 'CONSENT_GRANTED' : 'CONSENT_DENIED';
}

function errorOf({ status, body }: PlatformAnswer): string {
  return textMember(body, 'error', 'message') ?? `Google answered ${status}.`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
