/** Microsoft's UET Conversions API (beta). Pure. */
import {
  type Conversion,
  hashedEmailForMicrosoft,
  hashedPhone,
  type PlatformSettings,
  sendsContact,
  textOf,
  tracesOf,
} from './conversion.ts';
import { FACTS, UET_URL } from './facts.ts';
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

export const UET: Sender = {
  mostTogether: 20,
  isRepeatable: true,
  event: eventOf,
  request: (events, access) => requestWith(events, access),
  meaning,
  // An empty batch tells a wrong token from a right one, and has nothing to count.
  test: (access) => requestWith([], access),
  testResult: (answer) =>
    answer.status === 401 || answer.status === 403 || answer.status === 404 || answer.status >= 500
      ? { isOk: false, detail: errorOf(answer) }
      : { isOk: true, detail: 'Microsoft knows the tag and its token.' },
};

/** Returns the names of the identifiers in the event of a conversion. */
export function uetIdentifiers(conversion: Conversion, settings: PlatformSettings): string[] {
  return Object.keys(userData(conversion, settings));
}

function requestWith(data: readonly object[], { settings, token }: Access): PlatformRequest {
  return jsonRequest(
    `${UET_URL}/${textOf(settings, 'tag_id')}/events`,
    { data, continueOnValidationError: true },
    { Authorization: `Bearer ${token}` },
  );
}

function eventOf(conversion: Conversion, settings: PlatformSettings): object {
  const { id, time, amount, visit } = conversion;
  return {
    eventType: 'custom',
    eventId: id,
    eventName: textOf(settings, 'event_name'),
    eventTime: Math.floor(time / 1000),
    adStorageConsent: visit.ad_user_data === 'granted' ? 'G' : 'D',
    userData: userData(conversion, settings),
    customData: { value: amount.value, currency: amount.unit, transactionId: id },
  };
}

function userData(
  { visit, phone, emails: [email] }: Conversion,
  settings: PlatformSettings,
): Record<string, string> {
  const isKnown = sendsContact(FACTS.microsoft_uet, settings);
  return {
    ...tracesOf(FACTS.microsoft_uet, visit),
    ...(isKnown && phone?.startsWith('+') === true ? { ph: hashedPhone(phone) } : {}),
    ...(isKnown && email !== undefined ? { em: hashedEmailForMicrosoft(email) } : {}),
  };
}

function meaning(answer: PlatformAnswer): Meaning {
  const { status, body } = answer;
  if (status < 200 || status >= 300) return meaningOfStatus(status, errorOf(answer));
  const faults = faultsIn(body);
  if (faults.length === 0) return { kind: 'accepted', requestId: null };
  const [first] = faults;
  return {
    kind: 'refused',
    detail: first?.detail ?? 'Microsoft refused the event.',
    indexes: faults.map(({ index }) => index),
  };
}

/** Reads the faults of single events. An event with a warning (`isWarning`) is taken. */
function faultsIn(body: unknown): { index: number; detail: string | undefined }[] {
  const details = memberOf(body, 'error', 'details');
  return (Array.isArray(details) ? (details as unknown[]) : []).flatMap((fault) => {
    const index = memberOf(fault, 'index');
    if (typeof index !== 'number' || memberOf(fault, 'isWarning') === true) return [];
    return [{ index, detail: textMember(fault, 'errorMessage') ?? textMember(fault, 'message') }];
  });
}

function errorOf({ status, body }: PlatformAnswer): string {
  return textMember(body, 'error', 'message') ?? `Microsoft answered ${status}.`;
}
