/** The way to a fake carrier. In trouble, it loses requests and answers, delays what a request does, and the object may die meanwhile. */
import type { CarrierRequest, FakeCarrier } from './fake-carrier.ts';

/** What happens to a request in trouble, or to the object while it waits. */
const FATES = [
  '429',
  '503',
  'silent',
  'silent after acting',
  '500 after acting',
  'killed',
  'killed after acting',
  'acts late',
] as const;
type Fate = (typeof FATES)[number] | 'well';

/** The longest time that a purchase lies around before the carrier acts on it. */
const LATEST_PURCHASE_MS = 24 * 60 * 60_000;
/** The longest time that another request without an answer is on its way. */
const LATEST_MS = 40_000;

/** The options of `fetch`. */
type Sent = Omit<CarrierRequest, 'url' | 'body'> & { body?: string | null };

const IMMORTAL = { kill: () => undefined, isDead: () => false };

export class Network {
  /** The share of requests that are in trouble. */
  trouble = 0;
  /** What happens to the next request; afterwards, as the dice have it. */
  next: Fate | undefined;
  /** Learns of each request that was sent, before anything happens to it. */
  sent: (request: CarrierRequest) => void = () => undefined;
  /** What happens at home while a request is on its way. */
  meanwhile: () => void = () => undefined;
  readonly #carrier: FakeCarrier;
  readonly #random: () => number;
  readonly #kill: () => void;
  /** Tells whether the object is dead. The dead send nothing. */
  readonly #isDead: () => boolean;
  readonly #late: { time: number; request: CarrierRequest }[] = [];

  constructor(
    carrier: FakeCarrier,
    random: () => number = Math.random,
    { kill, isDead }: { kill: () => void; isDead: () => boolean } = IMMORTAL,
  ) {
    this.#carrier = carrier;
    this.#random = random;
    this.#kill = kill;
    this.#isDead = isDead;
  }

  /** Sends a request, as `fetch` does. @throws Error if there is no answer */
  async fetch(url: string, { body, ...init }: Sent = {}): Promise<Response> {
    if (this.#isDead()) throw new Error('The object is dead.');
    this.catchUp();
    const request = { ...init, url, body: body ?? '' };
    this.sent(request);
    this.meanwhile();
    return this.#suffer(request, this.#fate());
  }

  /** Lets a request have its fate. */
  #suffer(request: CarrierRequest, fate: Fate): Response {
    if (fate === 'acts late') this.#delay(request);
    const isDone = fate === 'well' || fate.endsWith('after acting');
    const answer = isDone ? this.#carrier.answer(request) : new Response('');
    if (fate.startsWith('silent') || fate === 'acts late') throw new Error('There was no answer.');
    if (fate.startsWith('killed')) this.#kill();
    const status = Number.parseInt(fate, 10);
    return Number.isNaN(status) ? answer : new Response('', { status });
  }

  #fate(): Fate {
    const { next } = this;
    this.next = undefined;
    if (next !== undefined) return next;
    if (this.#random() >= this.trouble) return 'well';
    return FATES[Math.floor(this.#random() * FATES.length)] ?? 'well';
  }

  /** Lets a request act after some time, however the dice fall. */
  delay(request: CarrierRequest, afterMs: number): void {
    this.#late.push({ time: Date.now() + afterMs, request });
  }

  /** Does what is late. */
  catchUp(): void {
    for (const late of this.#late.splice(0)) {
      if (late.time <= Date.now()) this.#carrier.answer(late.request);
      else this.#late.push(late);
    }
    this.#carrier.catchUp(Date.now());
  }

  #delay(request: CarrierRequest): void {
    const latest = this.#carrier.isPurchase(request) ? LATEST_PURCHASE_MS : LATEST_MS;
    // Most are only a little late.
    this.delay(request, this.#random() ** 3 * latest);
  }
}
