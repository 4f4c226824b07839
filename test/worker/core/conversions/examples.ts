/** Conversions that are turned into requests to the platforms, and what the platforms answer. */
import type { Conversion } from '../../../../worker/core/conversions/platforms/conversion.ts';
import { DATA_MANAGER } from '../../../../worker/core/conversions/platforms/data-manager.ts';
import { META } from '../../../../worker/core/conversions/platforms/meta.ts';
import { type Access, requestOf } from '../../../../worker/core/conversions/platforms/requests.ts';

export const TIME = Date.UTC(2026, 10, 23, 16, 52, 22, 500);
export const PHONE = '+18005550100';
export const EMAILS = [' Jo.Doe+x@Gmail.com ', 'jo.doe+x@Example.com', 'J.D@googlemail.com'];
export const GCLID = 'Cj0KCQiA_abcdefghijklmnop';
export const FBCLID = 'IwAR0abcdefghijklmnop';
export const MSCLKID = 'f894f652ea334e739002f7167ab8f8e3';

/** What cookies of Meta and Analytics held. */
export const IDS = {
  fbp: null,
  fbc: null,
  ga_client_id: '123.456',
  ga_session_ids: { ABC123: '789', OTHER: '5' },
  user_agent: 'Browser/1',
  read_time: TIME - 60_000,
};

export const DATA_MANAGER_SETTINGS = {
  customer_id: '123-456-7890',
  login_customer_id: '987-654-3210',
  conversion_action_id: '111',
};

/** What becomes of a request at Data Manager. */
export const REQUEST_STATUSES: [status: object, kind: string | undefined][] = [
  [{ requestStatus: 'SUCCESS' }, 'accepted'],
  [{ requestStatus: 'PROCESSING' }, undefined],
  [failed('EVENT_TOO_OLD'), 'refused'],
  [failed('DUPLICATE_TRANSACTION_ID'), 'known'],
  [failed('INTERNAL_ERROR'), 'failed'],
  [failed('DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'), 'unauthorized'],
  [failed('NO_CONSENT', 'INTERNAL_ERROR'), 'unauthorized'],
  [failed('INTERNAL_ERROR', 'INVALID_GCLID'), 'refused'],
  [failed('DUPLICATE_TRANSACTION_ID', 'INVALID_GCLID'), 'refused'],
];

export function conversion(
  visit: Partial<Conversion['visit']> = {},
  more: Partial<Conversion> = {},
): Conversion {
  return {
    id: `c${'0'.repeat(31)}`,
    time: TIME,
    amount: { unit: 'EUR', value: 49.9 },
    visit: {
      visit_id: '1',
      begun_time: TIME - 60_000,
      source: 'paid_search',
      channel: 'paid_search',
      first_source: 'paid_search',
      site: 'Google',
      medium: 'cpc',
      campaign: null,
      term: null,
      content: null,
      first_campaign: null,
      landing_page: '/',
      referrer: 'www.google.com',
      click_ids: { gclid: GCLID, fbclid: FBCLID, msclkid: MSCLKID },
      ad_user_data: 'granted',
      ad_personalization: 'denied',
      ids: IDS,
      ...visit,
    },
    phone: PHONE,
    emails: EMAILS,
    leadId: 'lead-1',
    isFirst: true,
    ...more,
  };
}

export const access = (settings: Access['settings']): Access => ({
  settings: { contact_data: true, ...settings },
  token: 'token',
});

/** Reads the body of a request to a platform. */
export function bodyOf(request: { body: string } | string): Record<string, unknown> {
  return typeof request === 'string' ? {} : (JSON.parse(request.body) as Record<string, unknown>);
}

/** The product's documents for Data Manager, by what is told. */
export function dataManagerDocuments(): Record<string, Record<string, unknown>> {
  const told = (visit: Partial<Conversion['visit']>, more: Partial<Conversion>): Record<string, unknown> =>
    bodyOf(requestOf(DATA_MANAGER, [conversion(visit, more)], access(DATA_MANAGER_SETTINGS)));
  return {
    'a click': told({}, {}),
    'a click in an app': told(
      { click_ids: { wbraid: 'abcdefghijklmnop' } },
      { amount: { unit: 'USD', value: 0 } },
    ),
    'a visit without a click id': told(
      { click_ids: { gad_source: '1', gad_campaignid: '222' } },
      { time: TIME - 1 },
    ),
    'contact data alone': told({ click_ids: {}, ids: null }, {}),
    'a caller without a number': told({}, { phone: null, emails: [], isFirst: false }),
    'a test': bodyOf(DATA_MANAGER.test(access(DATA_MANAGER_SETTINGS), TIME)),
  };
}

/** The product's event for Meta. */
export function metaEvent(): Record<string, unknown> & { user_data: Record<string, unknown> } {
  const settings = { event_name: 'Lead', action_source: 'phone_call', dataset_id: '1' };
  const { data } = bodyOf(requestOf(META, [conversion()], access(settings))) as {
    data: ReturnType<typeof metaEvent>[];
  };
  return data[0] ?? { user_data: {} };
}

function failed(...reasons: string[]): object {
  return {
    requestStatus: 'FAILED',
    errorInfo: {
      errorCounts: reasons.map((reason) => ({
        recordCount: '1',
        reason: `PROCESSING_ERROR_REASON_${reason}`,
      })),
    },
  };
}
