/** Bought numbers, and an account at a carrier, as the API answers them. */
import type { Bought, BoughtNumbers, Offer } from '../../../../console/screens/numbers/bought/bought.ts';
import type { ApiAnswers } from '../../rendered.ts';

const TIME = '2026-01-02T03:04:05Z';

/** Returns a number that was bought for $1.15 and rings. */
export function bought(number: string, parts: Partial<Bought> = {}): Bought {
  return {
    number_id: `00000000-0000-4000-8000-0${number.slice(1)}`,
    number,
    carrier: 'twilio',
    account_id: 'AC1',
    name: '',
    state: 'active',
    is_bought: true,
    task: null,
    is_pending: false,
    wiring: 'ready',
    checked_time: null,
    has_former: false,
    monthly_price: 1.15,
    currency: 'USD',
    detail: null,
    release_time: null,
    order_id: null,
    place: '',
    location_id: null,
    source: null,
    used_for: null,
    creation_time: TIME,
    last_modification_time: TIME,
    ...parts,
  };
}

/** Returns a number that is sold for $1.15. */
export function offer(number: string, parts: Partial<Offer> = {}): Offer {
  return {
    number,
    city: 'Austin',
    region: 'TX',
    postal_code: '78701',
    has_messages: true,
    needs_address: false,
    monthly_price: 1.15,
    setup_price: 0,
    currency: 'USD',
    ...parts,
  };
}

const CALL_SETTINGS = {
  carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: 1, api: { user: 'SK1' } }],
  defaults: {},
  locations: {},
  numbers: {},
  blocked: [],
  unlisted_numbers: [],
};

/** The answers about the account of a company and its numbers. @param more replaces members */
export function boughtAnswers(numbers: readonly Bought[], more: Partial<BoughtNumbers> = {}): ApiAnswers {
  const cost = numbers
    .filter(({ state }) => state !== 'refused')
    .reduce((sum, { monthly_price: price }) => sum + price, 0);
  return {
    'GET /numbers': { numbers, monthly_cost: cost, monthly_cap: 100, orders_left: 100, ...more },
    'GET /calls/settings': CALL_SETTINGS,
    'GET /calls/places': { locations: [] },
  };
}

/** Those of a company whose account has no credentials for the carrier's API. */
export const NO_ACCOUNT_ANSWERS: ApiAnswers = {
  'GET /calls/settings': {
    ...CALL_SETTINGS,
    carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: 1, api: null }],
  },
};
