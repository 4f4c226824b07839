/** Numbers at Twilio, and at SignalWire with its compatible API. */
import { isObject, onlyKnown } from '../../../../shared/http/input.ts';
import { amountOf, objectsIn, textOf } from '../../accounts/found-numbers.ts';
import { addressesAtTwilio } from '../../accounts/numbers-at-carriers.ts';
import { apiPath } from '../../accounts/carrier-api.ts';
import type { CarrierAccount } from '../../ringing/settings-schema.ts';
import {
  type ApiResult,
  type Ask,
  type CarrierMarket,
  type NumberOnSale,
  type Order,
  type OrderState,
  type OurAddresses,
  type OwnedNumber,
  readAs,
  type Terms,
  type Wanted,
  withoutBody,
} from './carrier-market.ts';
import type { AvailableQuery, Price } from '../schema.ts';

/** Twilio's prices have a host of their own. SignalWire says none. */
const PRICES = 'https://pricing.twilio.com';
/** How far from a branch numbers may be, in miles. */
const MILES = 50;
const KINDS = { local: 'Local', toll_free: 'TollFree', mobile: 'Mobile' } as const;
/** Twilio's words for the kinds in its prices. */
const PRICED_KINDS = { local: 'local', toll_free: 'toll free', mobile: 'mobile' } as const;

/** The settings of a number that we change, by the names in Twilio's answers and requests. */
const SETTINGS = {
  voice_url: 'VoiceUrl',
  voice_method: 'VoiceMethod',
  voice_fallback_url: 'VoiceFallbackUrl',
  voice_fallback_method: 'VoiceFallbackMethod',
  voice_application_sid: 'VoiceApplicationSid',
  trunk_sid: 'TrunkSid',
  status_callback: 'StatusCallback',
  status_callback_method: 'StatusCallbackMethod',
  sms_url: 'SmsUrl',
  sms_method: 'SmsMethod',
  sms_application_sid: 'SmsApplicationSid',
} as const;

export class TwilioMarket implements CarrierMarket {
  readonly #account: CarrierAccount;
  readonly #ask: Ask;
  readonly #root: string;

  constructor(account: CarrierAccount, ask: Ask) {
    this.#account = account;
    this.#ask = ask;
    this.#root = apiPath(account);
  }

  async search(wanted: Wanted): Promise<ApiResult<NumberOnSale[]>> {
    const { country, type } = wanted;
    const path = `${this.#root}/AvailablePhoneNumbers/${country}/${KINDS[type]}.json?${queryOf(wanted).toString()}`;
    const [answer, price] = await Promise.all([this.#ask({ path }), this.price(country, type)]);
    // Twilio has no numbers of a kind in a country that does not have it.
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'done', value: [] };
    return readAs(answer, (body) =>
      isObject(body)
        ? objectsIn(body['available_phone_numbers']).flatMap((entry) => onSale(entry, price) ?? [])
        : undefined,
    );
  }

  async price(country: string, type: AvailableQuery['type']): Promise<Price | null> {
    const { carrier, api } = this.#account;
    if (carrier !== 'twilio') return null;
    const path = `/v1/PhoneNumbers/Countries/${country}`;
    const answer = await this.#ask({ path, ...(api?.base === undefined ? { base: PRICES } : {}) });
    if (answer.kind !== 'done' || !isObject(answer.body)) return null;
    const prices = objectsIn(answer.body['phone_number_prices']);
    const found = prices.find((entry) => entry['number_type'] === PRICED_KINDS[type]);
    const amount = amountOf(found?.['current_price']);
    const currency = textOf(answer.body['price_unit'])?.toUpperCase();
    return amount !== null && currency !== undefined ? { amount, currency } : null;
  }

  async find(number: string): Promise<ApiResult<OwnedNumber | undefined>> {
    const query = new URLSearchParams({ PhoneNumber: number });
    const answer = await this.#ask({ path: `${this.#root}/IncomingPhoneNumbers.json?${query.toString()}` });
    const found = readAs(answer, (body) => {
      const list = isObject(body) ? body['incoming_phone_numbers'] : undefined;
      return Array.isArray(list) ? { entries: objectsIn(list) } : undefined;
    });
    if (found.kind !== 'done') return found;
    const value = found.value.entries.map(ownedNumber).find((each) => each?.number === number);
    return { kind: 'done', value };
  }

  async prepare(): Promise<ApiResult<Terms>> {
    return { kind: 'done', value: { price: null, parts: {} } };
  }

  async order({ number, name, addresses }: Order): Promise<ApiResult<OrderState>> {
    const answer = await this.#ask({
      path: `${this.#root}/IncomingPhoneNumbers.json`,
      fields: {
        PhoneNumber: number,
        ...(name === '' ? {} : { FriendlyName: name }),
        ...fieldsOf(addresses),
      },
    });
    return readAs(answer, (body) => {
      const carrierNumberId = isObject(body) ? textOf(body['sid']) : null;
      return carrierNumberId === null ? undefined : { kind: 'delivered', carrierNumberId };
    });
  }

  /** A purchase is done at once: the account has the number or not. */
  async orderState(): Promise<ApiResult<OrderState>> {
    return { kind: 'done', value: { kind: 'none' } };
  }

  async wire({ carrierNumberId }: OwnedNumber, addresses: OurAddresses): Promise<ApiResult<null>> {
    // An application or a trunk would take the calls instead of the addresses.
    const nobody = { VoiceApplicationSid: '', TrunkSid: '', SmsApplicationSid: '' };
    const answer = await this.#change(carrierNumberId, { ...nobody, ...fieldsOf(addresses) });
    return answer.kind === 'done' ? { kind: 'done', value: null } : answer;
  }

  async putBack(
    { carrierNumberId }: OwnedNumber,
    former: OwnedNumber['settings'],
  ): Promise<ApiResult<undefined>> {
    const fields = Object.entries(SETTINGS).map(([name, field]) => [field, former[name] ?? ''] as const);
    // A method cannot be empty.
    return this.#change(
      carrierNumberId,
      Object.fromEntries(fields.filter(([field, value]) => value !== '' || !field.endsWith('Method'))),
    );
  }

  async release(carrierNumberId: string): Promise<ApiResult<undefined>> {
    const answer = await this.#ask({ path: this.#pathOf(carrierNumberId), method: 'DELETE' });
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'done', value: undefined };
    return withoutBody(answer);
  }

  async #change(carrierNumberId: string, fields: Record<string, string>): Promise<ApiResult<undefined>> {
    return withoutBody(await this.#ask({ path: this.#pathOf(carrierNumberId), fields }));
  }

  #pathOf(carrierNumberId: string): string {
    return `${this.#root}/IncomingPhoneNumbers/${encodeURIComponent(carrierNumberId)}.json`;
  }
}

function queryOf(wanted: Wanted): URLSearchParams {
  const { area_code: areaCode, city, region, postal_code: postalCode, contains, near, limit } = wanted;
  return new URLSearchParams({
    VoiceEnabled: 'true',
    PageSize: String(limit),
    ...onlyKnown({
      AreaCode: areaCode,
      InLocality: city,
      InRegion: region,
      InPostalCode: postalCode,
      Contains: contains,
      NearLatLong: near && `${near.latitude},${near.longitude}`,
      Distance: near && String(MILES),
    }),
  });
}

function onSale(entry: Record<string, unknown>, price: Price | null): NumberOnSale | undefined {
  const number = textOf(entry['phone_number']);
  if (number === null) return undefined;
  const capabilities = isObject(entry['capabilities']) ? entry['capabilities'] : {};
  return {
    number,
    city: textOf(entry['locality']) ?? '',
    region: textOf(entry['region']) ?? '',
    postalCode: textOf(entry['postal_code']) ?? '',
    hasMessages: capabilities['SMS'] === true || capabilities['sms'] === true,
    needsAddress: (textOf(entry['address_requirements']) ?? 'none') !== 'none',
    price,
    setupPrice: null,
  };
}

/** Reads an entry of the account's list; undefined for one without an id. */
function ownedNumber(entry: Record<string, unknown>): OwnedNumber | undefined {
  const carrierNumberId = textOf(entry['sid']);
  const number = textOf(entry['phone_number']);
  if (carrierNumberId === null || number === null) return undefined;
  const settings = Object.keys(SETTINGS).map((name) => [name, textOf(entry[name]) ?? ''] as const);
  return {
    carrierNumberId,
    number,
    name: textOf(entry['friendly_name']) ?? '',
    addresses: addressesAtTwilio(entry),
    settings: Object.fromEntries<string>(settings),
  };
}

function fieldsOf({ call, fallback, status, text }: OurAddresses): Record<string, string> {
  return {
    VoiceUrl: call,
    VoiceMethod: 'POST',
    VoiceFallbackUrl: fallback,
    VoiceFallbackMethod: 'POST',
    StatusCallback: status,
    StatusCallbackMethod: 'POST',
    SmsUrl: text,
    SmsMethod: 'POST',
  };
}
