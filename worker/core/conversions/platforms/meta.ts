/** Meta's Conversions API. Pure. */
import { sha256Hex } from '../../engine/storage/sha256.ts';
import {
  type Conversion,
  hashedEmail,
  type PlatformSettings,
  sendsContact,
  textOf,
  tracesOf,
} from './conversion.ts';
import { FACTS, META_URL } from './facts.ts';
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

/**
 * Meta's error codes (developers.facebook.com/docs/graph-api/guides/error-handling): the token, the permissions, or a dataset that is
 * not there; and too many requests.
 */
const TOKEN_CODES: ReadonlySet<unknown> = new Set([3, 10, 33, 102, 104, 190, 803]);
const PERMISSION_CODES = { from: 200, to: 299 };
/** `error_subcode` of code 100: the dataset does not exist, or the token may not use it. */
const NO_OBJECT = 33;
const LATER_CODES: ReadonlySet<unknown> = new Set([1, 2, 4, 17, 32, 341, 368, 613, 80_004]);

export const META: Sender = {
  mostTogether: 20,
  isRepeatable: true,
  event: eventOf,
  request: (events, access) => requestWith(events, access),
  meaning,
  test: (access, now) => {
    const code = textOf(access.settings, 'test_event_code');
    if (code === '') return 'Enter the test event code from Events Manager first.';
    return requestWith([testEvent(access.settings, now)], access, code);
  },
  testResult: ({ status, body }) =>
    status === 200
      ? { isOk: true, detail: 'Meta took the test event. It is shown under Test events.' }
      : { isOk: false, detail: errorOf({ status, body }) },
};

/** Returns the names of the identifiers in the event of a conversion. */
export function metaIdentifiers(conversion: Conversion, settings: PlatformSettings): string[] {
  const data = userData(conversion, settings);
  return ['fbc', 'fbp', 'ph', 'em'].filter((name) => name in data);
}

function requestWith(data: readonly object[], { settings, token }: Access, code?: string): PlatformRequest {
  // The token goes into the body: addresses are logged.
  return jsonRequest(`${META_URL}/${textOf(settings, 'dataset_id')}/events`, {
    data,
    access_token: token,
    ...(code === undefined ? {} : { test_event_code: code }),
  });
}

function eventOf(conversion: Conversion, settings: PlatformSettings): object {
  const { id, time, amount } = conversion;
  return {
    event_name: textOf(settings, 'event_name'),
    event_time: Math.floor(time / 1000),
    action_source: textOf(settings, 'action_source'),
    event_id: id,
    user_data: userData(conversion, settings),
    custom_data: { value: amount.value, currency: amount.unit },
    // Ads by interests are another choice of the visitor than the counting of conversions.
    opt_out: conversion.visit.ad_personalization !== 'granted',
  };
}

function userData(conversion: Conversion, settings: PlatformSettings): Record<string, unknown> {
  const { visit } = conversion;
  const { fbp } = tracesOf(FACTS.meta, visit);
  const fbc = clickOf(conversion);
  const browser = visit.ids?.user_agent ?? null;
  return {
    ...(fbc === undefined ? {} : { fbc }),
    ...(fbp === undefined ? {} : { fbp }),
    ...(browser === null ? {} : { client_user_agent: browser }),
    ...(sendsContact(FACTS.meta, settings) ? contactOf(conversion) : {}),
  };
}

/** Returns the id of the click: that of the cookie, else one from the landing page. */
function clickOf({ visit, time }: Conversion): string | undefined {
  const { fbc, fbclid } = tracesOf(FACTS.meta, visit);
  return fbc ?? (fbclid === undefined ? undefined : fbcOf(fbclid, visit.begun_time ?? time));
}

function contactOf({ phone, emails, leadId }: Conversion): Record<string, string[]> {
  return {
    ...(phone?.startsWith('+') === true ? { ph: [hashedDigits(phone)] } : {}),
    ...(emails.length > 0 ? { em: emails.map(hashedEmail) } : {}),
    ...(leadId === null ? {} : { external_id: [sha256Hex(leadId)] }),
  };
}

/** Builds the id of a click as Meta's cookie has it. @param time of the click, in milliseconds since the epoch */
export function fbcOf(fbclid: string, time: number): string {
  return `fb.1.${time}.${fbclid}`;
}

/** Returns the hash of a phone number as Meta wants it, without the plus. */
export function hashedDigits(phone: string): string {
  return sha256Hex(phone.replace(/^\+/, ''));
}

function testEvent(settings: PlatformSettings, now: number): object {
  return {
    event_name: textOf(settings, 'event_name'),
    event_time: Math.floor(now / 1000),
    action_source: textOf(settings, 'action_source'),
    event_id: `test-${now}`,
    user_data: { external_id: [sha256Hex('leadline test')], client_user_agent: 'Leadline' },
    custom_data: { value: 0, currency: 'USD' },
  };
}

function meaning(answer: PlatformAnswer, count: number): Meaning {
  const { status, body } = answer;
  const requestId = textMember(body, 'fbtrace_id') ?? null;
  if (status === 200) {
    return { kind: memberOf(body, 'events_received') === count ? 'accepted' : 'sent', requestId };
  }
  const code = memberOf(body, 'error', 'code');
  const detail = errorOf(answer);
  if (memberOf(body, 'error', 'is_transient') === true || LATER_CODES.has(code))
    return { kind: 'later', detail };
  if (isOfAccess(body)) return { kind: 'unauthorized', detail };
  return meaningOfStatus(status, detail);
}

/** Tells whether Meta refuses the token or the dataset, and not the events. */
function isOfAccess(body: unknown): boolean {
  const code = memberOf(body, 'error', 'code');
  if (code === 100) return memberOf(body, 'error', 'error_subcode') === NO_OBJECT;
  const isPermission =
    typeof code === 'number' && code >= PERMISSION_CODES.from && code <= PERMISSION_CODES.to;
  return isPermission || TOKEN_CODES.has(code);
}

function errorOf({ status, body }: PlatformAnswer): string {
  const text = textMember(body, 'error', 'error_user_msg') ?? textMember(body, 'error', 'message');
  return text ?? `Meta answered ${status}.`;
}
