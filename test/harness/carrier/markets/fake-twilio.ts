/** Twilio as a market for numbers, and SignalWire with the same names: a number has its addresses itself. */
import {
  type CarrierRequest,
  type Deed,
  ELSEWHERE,
  FakeCarrier,
  isAddress,
  unknownIn,
} from './fake-carrier.ts';

type Entry = Record<string, string>;

/** The settings of a number by the names of Twilio's answers. */
const SETTINGS = [
  'voice_url',
  'voice_method',
  'voice_fallback_url',
  'voice_fallback_method',
  'voice_application_sid',
  'trunk_sid',
  'status_callback',
  'status_callback_method',
  'sms_url',
  'sms_method',
  'sms_application_sid',
] as const;
const FIELDS = new Set(['PhoneNumber', 'FriendlyName', ...SETTINGS.map(fieldOf)]);
const SEARCHED = new Set([
  'AreaCode',
  'Contains',
  'Distance',
  'InLocality',
  'InPostalCode',
  'NearLatLong',
  'PageSize',
  'VoiceEnabled',
]);
const MOST_ON_PAGE = 1_000;
const COUNTED = /IncomingPhoneNumbers\/([^/.]+)\.json$/;

export class FakeTwilio extends FakeCarrier {
  /** The numbers of the account, by their digits. */
  readonly owned = new Map<string, Entry>();
  #ids = 0;

  override own(number: string, settings: Readonly<Record<string, unknown>> = {}): void {
    this.owned.set(number, this.#entry(number, settings as Entry));
  }

  override repoint(number: string): void {
    Object.assign(this.owned.get(number) ?? {}, { voice_url: ELSEWHERE, voice_method: 'GET', sms_url: '' });
  }

  override drop(number: string): void {
    this.owned.delete(number);
  }

  override has(number: string): boolean {
    return this.owned.has(number);
  }

  override settingsOf(number: string): string {
    return JSON.stringify(this.owned.get(number));
  }

  override callsOf(number: string): string {
    const entry = this.owned.get(number);
    return entry?.['voice_application_sid'] || entry?.['trunk_sid'] || (entry?.['voice_url'] ?? '');
  }

  override isPurchase({ url, method }: CarrierRequest): boolean {
    return method === 'POST' && !COUNTED.test(new URL(url).pathname);
  }

  /** Twilio does everything at once. */
  override catchUp(): void {}

  override deedOf(request: CarrierRequest): Deed | undefined {
    if (request.method !== 'POST' && request.method !== 'DELETE') return undefined;
    if (this.isPurchase(request)) {
      const number = new URLSearchParams(request.body).get('PhoneNumber') ?? '';
      return { kind: this.owned.has(number) ? 'change' : 'buy', number };
    }
    const number = this.#find(request.url)?.['phone_number'];
    if (number === undefined) return undefined;
    return { kind: request.method === 'DELETE' ? 'release' : 'change', number };
  }

  protected override act({ url, method, headers, body }: Required<CarrierRequest>): Response {
    const { pathname, searchParams } = new URL(url);
    if (headers['Authorization']?.startsWith('Basic ') !== true) return refusal(401, 20_003, 'Authenticate');
    if (pathname.includes('/AvailablePhoneNumbers/')) return this.#search(searchParams);
    if (pathname.startsWith('/v1/PhoneNumbers/Countries/')) {
      const prices = [{ number_type: 'local', base_price: '1.15', current_price: '1.15' }];
      return Response.json({ phone_number_prices: prices, price_unit: 'usd' });
    }
    const form = new URLSearchParams(body);
    const fields = Object.fromEntries(form);
    if (method === 'POST' && this.#isFaulty(fields)) return refusal(400, 21_001, 'Invalid parameter');
    if (COUNTED.test(pathname)) return this.#change(url, method, fields);
    if (method === 'POST') return this.#buy(fields);
    return this.#list(pathname, searchParams);
  }

  #isFaulty(fields: Entry): boolean {
    const methods = Object.entries(fields).filter(([name]) => name.endsWith('Method'));
    const addresses = Object.entries(fields).filter(([name]) => /Url$|Callback$/.test(name));
    const faults = [
      ...unknownIn(fields, FIELDS).map((name) => `${name} is no field`),
      ...methods
        .filter(([, value]) => value !== 'GET' && value !== 'POST')
        .map(([name]) => `${name} is no method`),
      ...addresses
        .filter(([, value]) => value !== '' && !isAddress(value))
        .map(([name]) => `${name} is no address`),
      ...((fields['FriendlyName'] ?? '').length > 64 ? ['FriendlyName is too long'] : []),
    ];
    for (const fault of faults) this.misunderstood(fault);
    return faults.length > 0;
  }

  #search(query: URLSearchParams): Response {
    this.searches.push(query.toString());
    for (const name of unknownIn(Object.fromEntries(query), SEARCHED))
      this.misunderstood(`${name} is no filter`);
    const found = this.onSale.map((number) => ({
      phone_number: number,
      locality: 'Austin',
      region: 'TX',
      postal_code: '78701',
      capabilities: { voice: true, SMS: true },
      address_requirements: 'none',
    }));
    return Response.json({ available_phone_numbers: found });
  }

  #list(pathname: string, query: URLSearchParams): Response {
    const wanted = query.get('PhoneNumber');
    const size = Math.min(Number(query.get('PageSize') ?? 50), MOST_ON_PAGE, this.mostOnPage);
    const page = Number(query.get('Page') ?? 0);
    const all = [...this.owned.values()].filter(
      (entry) => wanted === null || entry['phone_number'] === wanted,
    );
    const isLast = (page + 1) * size >= all.length;
    return Response.json({
      incoming_phone_numbers: all.slice(page * size, (page + 1) * size),
      next_page_uri: isLast ? null : `${pathname}?PageSize=${size}&Page=${page + 1}&PageToken=PA${page}`,
    });
  }

  /** Sells a number; one that the account has is only changed, as Twilio does it. */
  #buy(fields: Entry): Response {
    const number = fields['PhoneNumber'] ?? '';
    if (!/^\+\d{8,15}$/.test(number)) {
      this.misunderstood(`${number} is no number`);
      return refusal(400, 21_421, 'PhoneNumber is invalid');
    }
    const known = this.owned.get(number);
    if (known === undefined && this.taken.has(number)) {
      return refusal(400, 21_422, 'The number is not available.');
    }
    this.watch({ kind: known === undefined ? 'buy' : 'change', number });
    const entry = known ?? this.#entry(number, {});
    if (known === undefined) this.ledger.push(number);
    this.owned.set(number, Object.assign(entry, settingsIn(fields)));
    return Response.json(entry, { status: 201 });
  }

  #change(url: string, method: string, fields: Entry): Response {
    const entry = this.#find(url);
    const number = entry?.['phone_number'];
    if (entry === undefined || number === undefined) return refusal(404, 20_404, 'Not found');
    if (this.locked.has(number)) return refusal(400, 21_404, 'The number cannot be changed.');
    if (method === 'GET') return Response.json(entry);
    this.watch({ kind: method === 'DELETE' ? 'release' : 'change', number });
    if (method !== 'DELETE') return Response.json(Object.assign(entry, settingsIn(fields)));
    this.owned.delete(number);
    this.released.push(number);
    return new Response(null, { status: 204 });
  }

  #find(url: string): Entry | undefined {
    const id = COUNTED.exec(new URL(url).pathname)?.[1];
    return [...this.owned.values()].find(({ sid }) => sid === id);
  }

  #entry(number: string, settings: Entry): Entry {
    this.#ids += 1;
    const none = SETTINGS.map((name) => [name, name.endsWith('_method') ? 'POST' : '']);
    return {
      sid: `PN${String(this.#ids).padStart(32, '0')}`,
      phone_number: number,
      friendly_name: number,
      ...(Object.fromEntries(none) as Entry),
      ...settings,
    };
  }
}

/** Returns the fields of a request by the names of Twilio's answers: `VoiceUrl` becomes `voice_url`. */
function settingsIn(fields: Entry): Entry {
  const named = SETTINGS.filter((name) => fieldOf(name) in fields).map((name) => [
    name,
    fields[fieldOf(name)],
  ]);
  const name = fields['FriendlyName'];
  return { ...(Object.fromEntries(named) as Entry), ...(name === undefined ? {} : { friendly_name: name }) };
}

function fieldOf(name: string): string {
  return name.replaceAll(/(?:^|_)[a-z]/g, (letter) => letter.replace('_', '').toUpperCase());
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ code, message, status }, { status });
}
