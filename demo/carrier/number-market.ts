/**
 * The simulated carrier's market for numbers: it answers the number API with Twilio's paths and names (`twilio_api_v2010.json` of
 * twilio-oai) and keeps a ledger. As Twilio does, it only changes the addresses of a number that is bought again.
 */
import { distanceInKm } from '../../worker/dni/pure/distance.ts';
import { type Area, AREAS } from './areas.ts';

const KM_PER_MILE = 1.609_344;
const DEFAULT_MILES = 25;
const DEFAULT_SIZE = 50;
/** Of each area code these numbers are for sale. 555-0100 to 555-0199 are reserved for fiction. */
const ENDINGS = Array.from({ length: 29 }, (_, index) => String(170 + index).padStart(4, '0'));
const TOLL_FREE_CODES = ['800', '833', '844', '855', '866', '877', '888'];
/** Monthly prices in USD. */
const PRICES = { local: '1.15', 'toll free': '2.15' };

/** A number of the account, by Twilio's names. */
export type Entry = Record<string, string>;

/** What the market remembers. */
export interface MarketState {
  /** The numbers of the account. */
  owned: Record<string, Entry>;
  /** Every purchase. */
  ledger: string[];
  /** Made for ids. */
  count: number;
}

/** A request: method, path below the API's address, query and form. */
export interface MarketRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

/** An answer: a status, and a body unless it is 204. */
export interface MarketAnswer {
  status: number;
  body?: object;
}

interface Offer {
  number: string;
  area: Area | undefined;
}

/** Returns the state of an account without numbers. */
export function newMarket(): MarketState {
  return { owned: {}, ledger: [], count: 0 };
}

/** An account at the market. Its state is changed in place. */
export class NumberMarket {
  readonly state: MarketState;
  /** Numbers that others buy at the last moment. */
  readonly taken = new Set<string>();
  /** The prices in USD, by Twilio's words for the kinds. */
  prices: Record<string, string> = { ...PRICES };
  readonly #root: string;

  constructor(accountId: string, state: MarketState) {
    this.state = state;
    this.#root = `/2010-04-01/Accounts/${accountId}`;
  }

  /** Puts a number into the account that was bought elsewhere. */
  own(number: string, settings: Entry = {}): void {
    this.state.owned[number] = this.#entry(number, settings);
  }

  /** Answers a request; undefined for a path that is not about numbers. */
  answer({ method, path, query, form }: MarketRequest): MarketAnswer | undefined {
    const [, country] = /^\/v1\/PhoneNumbers\/Countries\/([A-Z]{2})$/.exec(path) ?? [];
    if (country !== undefined) return pricesOf(country, this.prices);
    if (!path.startsWith(`${this.#root}/`)) return undefined;
    const rest = path.slice(this.#root.length);
    const [, place, type] = /^\/AvailablePhoneNumbers\/([A-Z]{2})\/(\w+)\.json$/.exec(rest) ?? [];
    if (place !== undefined && type !== undefined) return this.#search(place, type, query);
    const [, sid] = /^\/IncomingPhoneNumbers\/(\w+)\.json$/.exec(rest) ?? [];
    if (sid !== undefined) return this.#change(sid, method, form);
    if (rest !== '/IncomingPhoneNumbers.json') return undefined;
    return method === 'POST' ? this.#buy(form) : this.#list(query);
  }

  #search(country: string, type: string, query: URLSearchParams): MarketAnswer {
    if (country !== 'US' || (type !== 'Local' && type !== 'TollFree')) return notFound();
    const offers = type === 'Local' ? localOffers(query) : tollFreeOffers();
    const contains = patternOf(query.get('Contains'));
    const found = offers
      .filter(({ number }) => this.state.owned[number] === undefined && contains.test(number))
      .slice(0, Number(query.get('PageSize') ?? DEFAULT_SIZE));
    return { status: 200, body: { available_phone_numbers: found.map(offerBody) } };
  }

  #buy(form: URLSearchParams): MarketAnswer {
    const number = form.get('PhoneNumber') ?? '';
    const known = this.state.owned[number];
    if (known === undefined && (this.taken.has(number) || !isOnSale(number))) {
      return refused(21_422, `${number} is not available.`);
    }
    if (known === undefined) this.state.ledger.push(number);
    const entry = Object.assign(known ?? this.#entry(number, {}), settingsIn(form));
    this.state.owned[number] = entry;
    return { status: 201, body: entry };
  }

  #list(query: URLSearchParams): MarketAnswer {
    const wanted = query.get('PhoneNumber');
    const numbers = Object.values(this.state.owned).filter(
      ({ phone_number: number }) => wanted === null || number === wanted,
    );
    return { status: 200, body: { incoming_phone_numbers: numbers, next_page_uri: null } };
  }

  #change(sid: string, method: string, form: URLSearchParams): MarketAnswer {
    const entry = Object.values(this.state.owned).find((each) => each['sid'] === sid);
    if (entry === undefined) return notFound();
    if (method === 'POST') Object.assign(entry, settingsIn(form));
    if (method !== 'DELETE') return { status: 200, body: entry };
    delete this.state.owned[entry['phone_number'] ?? ''];
    return { status: 204 };
  }

  #entry(number: string, settings: Entry): Entry {
    this.state.count += 1;
    return {
      sid: `PN${String(this.state.count).padStart(32, '0')}`,
      phone_number: number,
      friendly_name: number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
      voice_url: '',
      voice_method: 'POST',
      voice_fallback_url: '',
      voice_fallback_method: 'POST',
      voice_application_sid: '',
      trunk_sid: '',
      status_callback: '',
      status_callback_method: 'POST',
      sms_url: '',
      sms_method: 'POST',
      sms_application_sid: '',
      ...settings,
    };
  }
}

/** Returns the local numbers that a search finds, the nearest first. */
function localOffers(query: URLSearchParams): Offer[] {
  const [latitude, longitude] = (query.get('NearLatLong') ?? '').split(',').map(Number);
  const isNear = latitude !== undefined && longitude !== undefined;
  const miles = Number(query.get('Distance') ?? DEFAULT_MILES);
  return AREAS.filter((area) => isWanted(area, query))
    .map((area) => ({ area, km: isNear ? distanceInKm({ latitude, longitude }, area) : 0 }))
    .filter(({ km }) => km <= miles * KM_PER_MILE)
    .toSorted((one, other) => one.km - other.km)
    .flatMap(({ area }) => ENDINGS.map((ending) => ({ number: `+1${area.areaCode}555${ending}`, area })));
}

function isWanted({ areaCode, city, region, postalPrefix }: Area, query: URLSearchParams): boolean {
  const wants = (name: string, isRight: (wanted: string) => boolean): boolean => {
    const wanted = query.get(name);
    return wanted === null || isRight(wanted);
  };
  return (
    wants('AreaCode', (code) => areaCode === code) &&
    wants('InLocality', (name) => city.toLowerCase() === name.toLowerCase()) &&
    wants('InRegion', (name) => region === name.toUpperCase()) &&
    wants('InPostalCode', (code) => code.startsWith(postalPrefix))
  );
}

function tollFreeOffers(): Offer[] {
  return TOLL_FREE_CODES.flatMap((code) =>
    ENDINGS.map((ending) => ({ number: `+1${code}555${ending}`, area: undefined })),
  );
}

function isOnSale(number: string): boolean {
  const [, code = '', ending = ''] = /^\+1(\d{3})555(\d{4})$/.exec(number) ?? [];
  const isArea = AREAS.some(({ areaCode }) => areaCode === code) || TOLL_FREE_CODES.includes(code);
  return isArea && ENDINGS.includes(ending);
}

function offerBody({ number, area }: Offer): object {
  return {
    friendly_name: number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
    phone_number: number,
    locality: area?.city ?? null,
    region: area?.region ?? null,
    postal_code: area === undefined ? null : `${area.postalPrefix}01`,
    iso_country: 'US',
    address_requirements: 'none',
    // Some take no messages.
    capabilities: { voice: true, SMS: Number(number.slice(-1)) % 5 !== 4, MMS: false },
  };
}

function pricesOf(country: string, prices: Readonly<Record<string, string>>): MarketAnswer {
  if (country !== 'US') return notFound();
  const entries = Object.entries(prices).map(([number_type, price]) => ({
    number_type,
    base_price: price,
    current_price: price,
  }));
  return { status: 200, body: { iso_country: 'US', price_unit: 'USD', phone_number_prices: entries } };
}

/** Returns a pattern for Twilio's `Contains`: digits, letters of a keypad, and `*` for any digit. */
function patternOf(contains: string | null): RegExp {
  const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
  const pattern = (contains ?? '').toUpperCase().replaceAll(/[^\d]/g, (sign) => {
    const key = keys.findIndex((letters) => letters.includes(sign));
    return key < 0 ? '\\d' : String(key + 2);
  });
  return new RegExp(pattern);
}

/** Returns the fields of a request by the names of the answers: `VoiceUrl` becomes `voice_url`. */
function settingsIn(form: URLSearchParams): Entry {
  const names = [...form].filter(([name]) => name !== 'PhoneNumber');
  return Object.fromEntries(
    names.map(([name, value]) => [
      name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      value,
    ]),
  );
}

function refused(code: number, message: string): MarketAnswer {
  return { status: 400, body: { code, message, status: 400 } };
}

function notFound(): MarketAnswer {
  return {
    status: 404,
    body: { code: 20_404, message: 'The requested resource was not found', status: 404 },
  };
}
