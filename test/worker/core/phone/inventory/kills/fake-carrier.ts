/** A carrier with Twilio's names and a ledger, in trouble: it loses answers before and after it has acted, and acts late. */

/** What happens to a request, or to the object while it waits. */
const FATES = [
  'well',
  'well',
  'well',
  '503',
  'silent',
  'silent after acting',
  '500 after acting',
  'killed',
  'killed after acting',
  'acts late',
] as const;

/** The longest time that an order lies around before the carrier acts on it. */
const LATEST_MS = 3 * 60 * 60_000;

export type Entry = Record<string, string>;

/** The carrier's side of the network. */
export class FakeCarrier {
  /** Numbers of the account, by their digits. */
  readonly owned = new Map<string, Entry>();
  /** Everything that the account was charged for. */
  readonly ledger: string[] = [];
  /** Numbers that were given back. */
  readonly released: string[] = [];
  /** Numbers that a search finds, and the searches. */
  readonly onSale: string[] = [];
  readonly searches: string[] = [];
  readonly paths: string[] = [];
  /** Numbers that others have bought. */
  readonly taken = new Set<string>();
  readonly #late: { time: number; act: () => void }[] = [];
  readonly #random: () => number;
  readonly #kill: () => void;
  isTroubled = true;
  /** Hours after which every purchase is acted on; undefined: as the dice have it. */
  hoursLate: number | undefined;
  #ids = 0;

  constructor(random: () => number, kill: () => void) {
    this.#random = random;
    this.#kill = kill;
  }

  /** Puts a number into the account that was bought elsewhere. */
  own(number: string, settings: Entry = {}): void {
    this.owned.set(number, this.#entry(number, settings));
  }

  /** Answers a request. @throws Error if there is no answer */
  async answer(url: string, { method = 'GET', body }: { method?: string; body?: string }): Promise<Response> {
    this.catchUp();
    const fate = this.isTroubled ? (FATES[Math.floor(this.#random() * FATES.length)] ?? 'well') : 'well';
    const act = (): Response => this.#act(new URL(url), method, new URLSearchParams(body ?? ''));
    if (this.hoursLate !== undefined && method === 'POST') {
      this.#late.push({ time: Date.now() + this.hoursLate * 60 * 60_000, act });
      throw new Error('There was no answer.');
    }
    return this.#suffer(fate, act);
  }

  /** Lets a request have its fate. */
  #suffer(fate: (typeof FATES)[number], act: () => Response): Response {
    const [name, isActed] = [
      fate.replace(' after acting', ''),
      fate === 'well' || fate.endsWith('after acting'),
    ];
    if (fate === 'acts late') this.#late.push({ time: Date.now() + this.#random() * LATEST_MS, act });
    const answer = isActed ? act() : new Response('');
    if (name === 'silent' || name === 'acts late') throw new Error('There was no answer.');
    if (name === 'killed') this.#kill();
    return name === '500' || name === '503' ? new Response('', { status: Number(name) }) : answer;
  }

  /** Acts on what is late. */
  catchUp(now = Date.now()): void {
    for (const order of this.#late.splice(0)) {
      if (order.time <= now) order.act();
      else this.#late.push(order);
    }
  }

  #act({ pathname, searchParams }: URL, method: string, form: URLSearchParams): Response {
    this.paths.push(pathname);
    const id = /IncomingPhoneNumbers\/([^/.]+)\.json$/.exec(pathname)?.[1];
    if (id !== undefined) return this.#change(id, method, form);
    if (pathname.includes('/AvailablePhoneNumbers/')) return this.#search(searchParams);
    if (pathname.startsWith('/v1/PhoneNumbers/Countries/')) {
      const prices = [{ number_type: 'local', base_price: '1.15', current_price: '1.15' }];
      return Response.json({ phone_number_prices: prices, price_unit: 'usd' });
    }
    if (method === 'POST') return this.#buy(form);
    const wanted = searchParams.get('PhoneNumber');
    const numbers = [...this.owned.values()].filter(
      (entry) => wanted === null || entry['phone_number'] === wanted,
    );
    return Response.json({ incoming_phone_numbers: numbers, next_page_uri: null });
  }

  #search(query: URLSearchParams): Response {
    this.searches.push(query.toString());
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

  /** Sells a number; one that the account has is only changed, as Twilio does it. */
  #buy(form: URLSearchParams): Response {
    const number = form.get('PhoneNumber') ?? '';
    const known = this.owned.get(number);
    if (known === undefined && this.taken.has(number)) {
      return Response.json({ code: 21_422, message: 'The number is not available.' }, { status: 400 });
    }
    const entry = known ?? this.#entry(number, {});
    if (known === undefined) this.ledger.push(number);
    this.owned.set(number, Object.assign(entry, settingsIn(form)));
    return Response.json(entry, { status: 201 });
  }

  #change(id: string, method: string, form: URLSearchParams): Response {
    const entry = [...this.owned.values()].find(({ sid }) => sid === id);
    if (entry === undefined) return Response.json({ code: 20_404, message: 'Not found' }, { status: 404 });
    if (method === 'DELETE') {
      this.owned.delete(entry['phone_number'] ?? '');
      this.released.push(entry['phone_number'] ?? '');
      return new Response(null, { status: 204 });
    }
    return Response.json(Object.assign(entry, settingsIn(form)));
  }

  #entry(number: string, settings: Entry): Entry {
    this.#ids += 1;
    return {
      sid: `PN${String(this.#ids).padStart(32, '0')}`,
      phone_number: number,
      friendly_name: number,
      voice_url: '',
      voice_method: 'POST',
      voice_fallback_url: '',
      status_callback: '',
      sms_url: '',
      ...settings,
    };
  }
}

/** Returns the fields of a request by the names of Twilio's answers: `VoiceUrl` becomes `voice_url`. */
function settingsIn(form: URLSearchParams): Entry {
  const names = [...form].filter(([name]) => name !== 'PhoneNumber');
  return Object.fromEntries(
    names.map(([name, value]) => [
      name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      value,
    ]),
  );
}
