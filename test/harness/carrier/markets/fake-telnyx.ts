/**
 * Telnyx as a market for numbers: orders are delivered later or fail, a number points to an application and a profile, and only what
 * was searched lately is sold. Written from Telnyx's types and documents, strict where they are.
 */

import { type CarrierRequest, type Deed, FakeCarrier, unknownIn } from './fake-carrier.ts';
import { type OwnNumber, TelnyxNumbers, voiceOf } from './fake-telnyx-numbers.ts';
import { type Parts, timeOf } from './fake-telnyx-parts.ts';
import { type Fields, found, pageOf, refusal } from './telnyx-answers.ts';
import type { NumberOrder } from './telnyx-records.ts';

/** How an order goes on after it was accepted. */
export interface Delivery {
  delayMs: number;
  isDelivered: boolean;
  /** The list of numbers has it already while the order is pending. */
  isListed: boolean;
}

interface Order extends Omit<Delivery, 'delayMs'> {
  order: NumberOrder;
  number: string;
  dueTime: number;
}

/** A request after its address was read. */
interface Read {
  method: string;
  pathname: string;
  id: string | undefined;
  fields: Fields;
  query: URLSearchParams;
}

/** How long a number may be ordered after a search has found it. */
const SEARCHED_MS = 30 * 60_000;
const FILTERS = new Set([
  'filter[country_code]',
  'filter[phone_number_type]',
  'filter[features]',
  'filter[limit]',
  'filter[national_destination_code]',
  'filter[locality]',
  'filter[administrative_area]',
  'filter[best_effort]',
  'filter[quickship]',
  'filter[phone_number][contains]',
  'filter[phone_number][starts_with]',
]);
const ORDERED = new Set(['phone_numbers', 'connection_id', 'messaging_profile_id', 'customer_reference']);
const NUMBER = /^\/v2\/phone_numbers\/(\d+)(\/voice|\/messaging)?$/;

export class FakeTelnyx extends FakeCarrier {
  readonly numbers = new TelnyxNumbers();
  readonly orders: Order[] = [];
  /** What numbers cost in a month, if it is not 1.00. */
  readonly costs = new Map<string, string>();
  /** Decides how an order goes on. */
  deliver: (number: string) => Delivery = () => ({ delayMs: 0, isDelivered: true, isListed: false });
  readonly #searched = new Map<string, number>();
  readonly #lists: Readonly<Record<string, (request: Read) => Response>> = {
    available_phone_numbers: ({ query }) => this.#search(query),
    requirements: ({ query }) => this.#page([], query),
    number_orders: ({ method, fields, query }) =>
      method === 'POST' ? this.#order(fields) : this.#listOrders(query),
    outbound_voice_profiles: ({ query }) => this.#page(this.numbers.voiceProfiles, query),
    texml_applications: (request) => this.#part(this.numbers.applications, request),
    messaging_profiles: (request) => this.#part(this.numbers.profiles, request),
    phone_numbers: (request) => this.#ofNumbers(request),
  };

  override own(number: string, settings: Fields = {}): void {
    const { forwarding, ...rest } = settings;
    const own = this.numbers.add(number, { connection_id: this.numbers.elsewhere(), ...rest });
    Object.assign(own.forwarding, forwarding);
  }

  override repoint(number: string): void {
    const entry = this.numbers.find(number)?.entry ?? {};
    Object.assign(entry, { connection_id: this.numbers.elsewhere(), messaging_profile_id: null });
  }

  override drop(number: string): void {
    Object.assign(this.numbers.find(number)?.entry ?? {}, { status: 'deleted' });
  }

  override has(number: string): boolean {
    return this.numbers.find(number) !== undefined;
  }

  override settingsOf(number: string): string {
    const own = this.numbers.find(number);
    const application = this.numbers.applications.find(own?.entry.connection_id);
    const profile = this.numbers.profiles.find(own?.entry.messaging_profile_id);
    return JSON.stringify([own, application, profile]);
  }

  override callsOf(number: string): string {
    return this.numbers.callsOf(number);
  }

  override isPurchase({ url, method }: CarrierRequest): boolean {
    return method === 'POST' && new URL(url).pathname === '/v2/number_orders';
  }

  override deedOf(request: CarrierRequest): Deed | undefined {
    const { method, url, body = '' } = request;
    if (this.isPurchase(request)) return { kind: 'buy', number: numberOrdered(JSON.parse(body) as Fields) };
    const number = this.numbers.byId(NUMBER.exec(new URL(url).pathname)?.[1])?.entry.phone_number;
    if (number === undefined || (method !== 'PATCH' && method !== 'DELETE')) return undefined;
    return { kind: method === 'DELETE' ? 'release' : 'change', number };
  }

  /** Delivers the orders that are due, or lets them fail. */
  override catchUp(now: number): void {
    for (const open of this.orders) {
      if (open.order.status === 'pending' && open.dueTime <= now) this.#finish(open);
    }
  }

  protected override act({ url, method, headers, body }: Required<CarrierRequest>): Response {
    this.catchUp(Date.now());
    const { pathname, searchParams: query } = new URL(url);
    if (headers['Authorization']?.startsWith('Bearer ') !== true) {
      return refusal(401, '10009', 'Authentication failed');
    }
    const isWriting = method === 'POST' || method === 'PATCH';
    if (isWriting && headers['Content-Type'] !== 'application/json') {
      return this.#faulty([`${pathname} is no JSON`]);
    }
    const fields = isWriting ? (JSON.parse(body) as Fields) : {};
    const [, , list = '', id] = pathname.split('/');
    const answer = this.#lists[list];
    return answer === undefined
      ? this.#faulty([`${method} ${pathname} is no address`])
      : answer({ method, pathname, id, fields, query });
  }

  #finish(open: Order): void {
    const { number, order } = open;
    const listed = this.numbers.find(number, 'purchase-pending');
    const isDelivered = open.isDelivered && !this.has(number) && !this.taken.has(number);
    order.status = isDelivered ? 'success' : 'failure';
    for (const line of order.phone_numbers ?? []) line.status = order.status;
    if (!isDelivered) {
      Object.assign(listed?.entry ?? {}, { status: 'purchase-failed' });
      return;
    }
    this.ledger.push(number);
    Object.assign((listed ?? this.numbers.add(number, {})).entry, {
      status: 'active',
      connection_id: order.connection_id,
      messaging_profile_id: this.numbers.mute.has(number) ? null : order.messaging_profile_id,
    });
  }

  /** Notes a request that is not understood, and refuses it. */
  #faulty(faults: readonly string[]): Response {
    for (const fault of faults) this.misunderstood(fault);
    return refusal(422, '10015', faults.join(', '));
  }

  #page(all: readonly object[], query: URLSearchParams): Response {
    return pageOf(all, query, this.mostOnPage) ?? this.#faulty(['page[size] is too large']);
  }

  #search(query: URLSearchParams): Response {
    this.searches.push(query.toString());
    const unknown = unknownIn(Object.fromEntries(query), FILTERS);
    if (unknown.length > 0) return this.#faulty(unknown.map((name) => `${name} is no filter`));
    if (query.get('filter[country_code]') === null) return this.#faulty(['filter[country_code] is required']);
    const limit = Number(query.get('filter[limit]') ?? 100);
    const areaCode = query.get('filter[national_destination_code]') ?? '';
    const start = query.get('filter[phone_number][starts_with]') ?? '';
    const part = query.get('filter[phone_number][contains]') ?? '';
    const hits = this.onSale.filter((number) => {
      const national = number.slice(2);
      // A pattern leaves out an area code that is given.
      const rest = national.slice(areaCode.length);
      const isWanted = national.startsWith(areaCode) && rest.startsWith(start) && rest.includes(part);
      return isWanted && this.#isOnSale(number);
    });
    for (const number of hits.slice(0, limit)) this.#searched.set(number, Date.now());
    return Response.json({
      data: hits.slice(0, limit).map((number) => this.#onSale(number, query)),
      meta: { total_results: hits.length, best_effort_results: 0 },
    });
  }

  #onSale(number: string, query: URLSearchParams): object {
    return {
      record_type: 'available_phone_number',
      phone_number: number,
      best_effort: query.get('filter[best_effort]') === 'true',
      cost_information: {
        currency: 'USD',
        monthly_cost: this.costs.get(number) ?? '1.00000',
        upfront_cost: '1.00000',
      },
      features: [{ name: 'voice' }, ...(this.numbers.mute.has(number) ? [] : [{ name: 'sms' }])],
      region_information: [
        { region_type: 'country_code', region_name: 'US' },
        { region_type: 'state', region_name: 'TX' },
        { region_type: 'rate_center', region_name: 'AUSTIN' },
      ],
    };
  }

  /** Accepts an order, which is delivered later or fails. */
  #order(fields: Fields): Response {
    const number = numberOrdered(fields);
    const { applications, profiles } = this.numbers;
    const faults = unknownIn(fields, ORDERED).map((name) => `${name} is no field`);
    if (!/^\+\d{8,15}$/.test(number)) faults.push(`${number} is no number`);
    if (applications.find(fields['connection_id']) === undefined) faults.push('connection_id does not exist');
    if (profiles.find(fields['messaging_profile_id']) === undefined) faults.push('no such messaging profile');
    if (faults.length > 0) return this.#faulty(faults);
    const searched = this.#searched.get(number) ?? Number.NEGATIVE_INFINITY;
    if (searched < Date.now() - SEARCHED_MS || !this.#isOnSale(number)) {
      return refusal(422, '10027', 'The number is not available.');
    }
    this.watch({ kind: 'buy', number });
    const { delayMs, ...delivery } = this.deliver(number);
    const order: NumberOrder = {
      ...fields,
      id: `12ade33a-21c0-473b-b055-${String(this.orders.length).padStart(12, '0')}`,
      record_type: 'number_order',
      requirements_met: true,
      status: 'pending',
      created_at: timeOf(this.orders.length),
      phone_numbers: [{ phone_number: number, status: 'pending' }],
    };
    this.orders.push({ ...delivery, order, number, dueTime: Date.now() + delayMs });
    if (delivery.isListed) this.numbers.add(number, { status: 'purchase-pending' });
    return found(order);
  }

  /** Tells whether a number is neither in the account, nor ordered, nor sold to others. */
  #isOnSale(number: string): boolean {
    const isOrdered = this.orders.some((each) => each.order.status === 'pending' && each.number === number);
    return !isOrdered && !this.has(number) && !this.taken.has(number);
  }

  #listOrders(query: URLSearchParams): Response {
    const reference = query.get('filter[customer_reference]');
    const orders = this.orders.map(({ order }) => order);
    const wanted = orders.filter((order) => order.customer_reference === reference);
    return this.#page(wanted.toReversed(), query);
  }

  #part<Entry extends object>(parts: Parts<Entry>, { method, id, fields, query }: Read): Response {
    const entry = id === undefined ? undefined : parts.find(id);
    if (id !== undefined && entry === undefined) return refusal(404, '10005', 'Resource not found');
    if (method === 'GET') {
      const name = query.get('filter[friendly_name]') ?? query.get('filter[name]');
      return entry === undefined ? this.#page(parts.named(name), query) : found(entry);
    }
    const faults = parts.faultsOf(fields, entry === undefined);
    if (faults.length > 0) return this.#faulty(faults);
    return found(entry === undefined ? parts.make(fields) : Object.assign(entry, fields));
  }

  #ofNumbers({ method, pathname, fields, query }: Read): Response {
    const { numbers } = this;
    if (pathname === '/v2/phone_numbers/voice') return this.#page(numbers.list.map(voiceOf), query);
    if (pathname === '/v2/phone_numbers') {
      const wanted = numbers.containing(query.get('filter[phone_number]'));
      return this.#page(
        wanted.map((own) => numbers.named(own)),
        query,
      );
    }
    const [, id, rest = ''] = NUMBER.exec(pathname) ?? [];
    const own = numbers.byId(id);
    if (own === undefined) return refusal(404, '10005', 'Resource not found');
    if (method === 'GET') return found(rest === '/voice' ? voiceOf(own) : numbers.named(own));
    const fault = method === 'PATCH' ? numbers.faultOf(rest, fields) : undefined;
    return fault === undefined ? this.#change(own, rest, { method, fields }) : this.#faulty([fault]);
  }

  #change(own: OwnNumber, rest: string, { method, fields }: Pick<Read, 'method' | 'fields'>): Response {
    const { entry } = own;
    const { phone_number: number } = entry;
    const isRelease = method === 'DELETE';
    if (this.locked.has(number) || (isRelease && entry.deletion_lock_enabled)) {
      return refusal(422, '10021', 'The number is locked.');
    }
    this.watch({ kind: isRelease ? 'release' : 'change', number });
    if (!isRelease) return this.numbers.change(own, rest, fields);
    entry.status = 'deleted';
    this.released.push(number);
    return found(entry);
  }
}

function numberOrdered(fields: Fields): string {
  const [first] = Array.isArray(fields['phone_numbers']) ? (fields['phone_numbers'] as Fields[]) : [];
  const number = first?.['phone_number'];
  return typeof number === 'string' ? number : '';
}
