/** Numbers at Telnyx: orders that are delivered later, and numbers that point to an application and a profile. */
import { isSameAddress } from '../../accounts/addresses.ts';
import { refused } from '../../accounts/carrier-api.ts';
import { objectIn, objectsIn, sendsCallsHere, textOf } from '../../accounts/found-numbers.ts';
import {
  addressesAtTelnyx,
  listIn,
  numberIn,
  pathOfNumber,
  type TelnyxEntry,
} from '../../accounts/telnyx-numbers.ts';
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
import { ensureApplication, ensureProfile } from './telnyx-parts.ts';
import { faultOfSearch, onSaleAtTelnyx, priceAtTelnyx, searchAtTelnyx, searchOf } from './telnyx-search.ts';

/** What a number of Telnyx's list says of its messages when Telnyx could not read them. */
const UNREADABLE = 'UNAVAILABLE';
/** The settings of a number for forwarding, by Telnyx's names. */
const FORWARDING = ['call_forwarding_enabled', 'forwards_to', 'forwarding_type'] as const;

export class TelnyxMarket implements CarrierMarket {
  readonly #companyId: string;
  readonly #ask: Ask;

  constructor(companyId: string, ask: Ask) {
    this.#companyId = companyId;
    this.#ask = ask;
  }

  async search(wanted: Wanted): Promise<ApiResult<NumberOnSale[]>> {
    const fault = faultOfSearch(wanted);
    if (fault !== undefined) return refused(fault);
    const { country, type } = wanted;
    const requirements = new URLSearchParams({
      'filter[country_code]': country,
      'filter[action]': 'ordering',
      ...(type === 'mobile' ? {} : { 'filter[phone_number_type]': type }),
    });
    const [answer, needs] = await Promise.all([
      this.#ask({ path: `/v2/available_phone_numbers?${searchAtTelnyx(wanted).toString()}` }),
      this.#ask({ path: `/v2/requirements?${requirements.toString()}` }),
    ]);
    const needed = needs.kind === 'done' ? listIn(needs.body) : undefined;
    const needsAddress = needed?.some((each) => objectsIn(each['requirement_types']).length > 0) === true;
    return readAs(answer, (body) =>
      listIn(body)?.flatMap((entry) => onSaleAtTelnyx(entry, needsAddress) ?? []),
    );
  }

  /** Each number has its own price, which is read before it is ordered. */
  async price(): Promise<null> {
    return null;
  }

  async find(number: string): Promise<ApiResult<OwnedNumber | undefined>> {
    const answer = await this.#ask({ path: pathOfNumber(number) });
    const found = readAs(answer, (body) => listIn(body) && { entry: numberIn(body, number) });
    if (found.kind !== 'done') return found;
    const { entry } = found.value;
    return entry === undefined ? { kind: 'done', value: undefined } : this.#ownedNumber(entry, number);
  }

  /** Reads the price of the number, and makes sure that there is what it is to point to. Telnyx sells only what was searched lately. */
  async prepare({ number, addresses }: Order): Promise<ApiResult<Terms>> {
    const answer = await this.#ask({ path: `/v2/available_phone_numbers?${searchOf(number).toString()}` });
    if (answer.kind !== 'done') return answer;
    const found = listIn(answer.body)?.find((each) => each['phone_number'] === number);
    const application = await ensureApplication(this.#ask, this.#companyId, addresses);
    if (application.kind !== 'done') return application;
    const profile = await ensureProfile(this.#ask, this.#companyId, addresses);
    if (profile.kind !== 'done') return profile;
    const parts = { connection_id: application.value, messaging_profile_id: profile.value };
    return { kind: 'done', value: { price: found === undefined ? null : priceAtTelnyx(found), parts } };
  }

  async order({ number, reference }: Order, { parts }: Terms): Promise<ApiResult<OrderState>> {
    const fields = { phone_numbers: [{ phone_number: number }], customer_reference: reference, ...parts };
    const answer = await this.#ask({ path: '/v2/number_orders', fields });
    return readAs(answer, (body) => {
      const order = objectIn(objectIn(body)['data']);
      return textOf(order['id']) === null ? undefined : stateOf(order);
    });
  }

  async orderState(reference: string): Promise<ApiResult<OrderState>> {
    const query = new URLSearchParams({ 'filter[customer_reference]': reference });
    const answer = await this.#ask({ path: `/v2/number_orders?${query.toString()}` });
    return readAs(answer, (body): OrderState | undefined => {
      const orders = listIn(body);
      if (orders === undefined) return undefined;
      const states = orders.filter((order) => order['customer_reference'] === reference).map(stateOf);
      const best = (['delivered', 'pending', 'failed'] as const).map((kind) =>
        states.find((state) => state.kind === kind),
      );
      return best.find((state) => state !== undefined) ?? { kind: 'none' };
    });
  }

  async wire(owned: OwnedNumber, addresses: OurAddresses): Promise<ApiResult<string | null>> {
    const { carrierNumberId: id, settings } = owned;
    if (!sendsCallsHere(owned.addresses, addresses)) {
      const application = await ensureApplication(this.#ask, this.#companyId, addresses);
      if (application.kind !== 'done') return application;
      const changed = await this.#patch(id, '', { connection_id: application.value });
      if (changed.kind !== 'done') return changed;
      // A number that forwards its calls sends none to its application.
      if (settings['forwarding_type'] === 'always' && settings['call_forwarding_enabled'] !== 'false') {
        const stopped = await this.#forward(id, { ...settings, call_forwarding_enabled: 'false' });
        if (stopped.kind !== 'done') return stopped;
      }
    }
    if (isSameAddress(owned.addresses.text, addresses.text)) return { kind: 'done', value: null };
    const profile = await ensureProfile(this.#ask, this.#companyId, addresses);
    if (profile.kind !== 'done') return profile;
    const changed = await this.#patch(id, '/messaging', { messaging_profile_id: profile.value });
    // Some numbers take no messages. They ring all the same.
    if (changed.kind === 'refused' && changed.status === 422) {
      return { kind: 'done', value: `Its calls come here, its messages do not: ${changed.detail}` };
    }
    return changed.kind === 'done' ? { kind: 'done', value: null } : changed;
  }

  async putBack(
    { carrierNumberId: id, settings }: OwnedNumber,
    former: OwnedNumber['settings'],
  ): Promise<ApiResult<undefined>> {
    const differs = (name: string): boolean => (settings[name] ?? '') !== (former[name] ?? '');
    if (differs('connection_id')) {
      const changed = await this.#connect(id, former['connection_id'] ?? '');
      if (changed.kind !== 'done') return changed;
    }
    if (FORWARDING.some(differs)) {
      const changed = await this.#forward(id, former);
      if (changed.kind !== 'done') return changed;
    }
    if (!differs('messaging_profile_id')) return { kind: 'done', value: undefined };
    const profile = former['messaging_profile_id'] ?? '';
    return withoutBody(await this.#patch(id, '/messaging', { messaging_profile_id: profile }));
  }

  async release(carrierNumberId: string): Promise<ApiResult<undefined>> {
    const path = `/v2/phone_numbers/${encodeURIComponent(carrierNumberId)}`;
    const answer = await this.#ask({ path, method: 'DELETE' });
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'done', value: undefined };
    return withoutBody(answer);
  }

  /** Reads what a number points to. */
  async #ownedNumber(entry: TelnyxEntry, number: string): Promise<ApiResult<OwnedNumber | undefined>> {
    const [id, connection, profile] = ['id', 'connection_id', 'messaging_profile_id'].map((name) =>
      textOf(entry[name]),
    );
    if (id === undefined || id === null || profile === UNREADABLE) {
      return { kind: 'unknown', detail: 'The carrier’s answer cannot be read.' };
    }
    const [voice, application, messages] = await Promise.all([
      this.#part('phone_numbers', id, '/voice'),
      this.#part('texml_applications', connection),
      this.#part('messaging_profiles', profile),
    ]);
    for (const part of [voice, application, messages]) if (part.kind !== 'done') return part;
    const parts = {
      voice: valueIn(voice),
      application: valueIn(application),
      profile: valueIn(messages),
    };
    const forwarding = objectIn(parts.voice?.['call_forwarding']);
    const settings = {
      connection_id: connection ?? '',
      messaging_profile_id: profile ?? '',
      ...Object.fromEntries(FORWARDING.map((name) => [name, settingOf(forwarding[name])])),
    };
    const addresses = addressesAtTelnyx(entry, parts);
    return { kind: 'done', value: { carrierNumberId: id, number, name: '', addresses, settings } };
  }

  /** Reads a part; undefined if the number has none, or one of another kind. */
  async #part(
    list: string,
    id: string | null | undefined,
    rest = '',
  ): Promise<ApiResult<TelnyxEntry | undefined>> {
    if (id === null || id === undefined) return { kind: 'done', value: undefined };
    const answer = await this.#ask({ path: `/v2/${list}/${encodeURIComponent(id)}${rest}` });
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'done', value: undefined };
    return readAs(answer, (body) => objectIn(objectIn(body)['data']));
  }

  /** Points a number to a connection, or to none. */
  async #connect(id: string, connection: string): Promise<ApiResult<undefined>> {
    const changed = await this.#patch(id, '', { connection_id: connection });
    if (changed.kind !== 'done' || connection !== '') return withoutBody(changed);
    // Telnyx does not say how "none" is written: where an empty text changes nothing, null does.
    const now = textOf(objectIn(objectIn(changed.body)['data'])['connection_id']);
    return now === null
      ? { kind: 'done', value: undefined }
      : withoutBody(await this.#patch(id, '', { connection_id: null }));
  }

  async #forward(id: string, settings: OwnedNumber['settings']): Promise<ApiResult<undefined>> {
    const { call_forwarding_enabled: isOn, forwards_to: to, forwarding_type: type } = settings;
    const forwarding = {
      call_forwarding_enabled: isOn !== 'false',
      forwards_to: to ?? '',
      ...(type === '' || type === undefined ? {} : { forwarding_type: type }),
    };
    return withoutBody(await this.#patch(id, '/voice', { call_forwarding: forwarding }));
  }

  #patch(id: string, rest: string, fields: Record<string, unknown>): ReturnType<Ask> {
    const path = `/v2/phone_numbers/${encodeURIComponent(id)}${rest}`;
    return this.#ask({ path, method: 'PATCH', fields });
  }
}

/** Reads the state of an order of one number. A state that is not known may still become a delivery. */
function stateOf(order: TelnyxEntry): OrderState {
  const [line] = objectsIn(order['phone_numbers']);
  const states = [order['status'], line?.['status']];
  if (states.includes('failure'))
    return { kind: 'failed', detail: 'The carrier could not deliver the number.' };
  if (order['status'] === 'success') return { kind: 'delivered', carrierNumberId: null };
  const detail =
    order['requirements_met'] === false
      ? 'The carrier wants documents for this number: give them there. Then it delivers the number.'
      : 'The carrier has the order, and has not delivered the number yet.';
  return { kind: 'pending', detail };
}

/** Writes a setting as text; empty for none. */
function settingOf(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (textOf(value) ?? '');
}

function valueIn(asked: ApiResult<TelnyxEntry | undefined>): TelnyxEntry | undefined {
  return asked.kind === 'done' ? asked.value : undefined;
}
