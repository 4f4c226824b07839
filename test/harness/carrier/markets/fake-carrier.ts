/** What the fake carriers that sell numbers have in common: an account, what it was charged for, and who changes what. */

/** A request to a carrier's API. */
export interface CarrierRequest {
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Something that a request is about to do with a number of the account, or with one that is on sale. */
export interface Deed {
  kind: 'buy' | 'change' | 'release';
  number: string;
}

/** Where calls go that somebody else has set up. */
export const ELSEWHERE = 'https://elsewhere.example/voice';

/** A carrier with one account. */
export abstract class FakeCarrier {
  /** Everything that the account was charged for by requests to the API, in order. */
  readonly ledger: string[] = [];
  /** Numbers that requests have given back. */
  readonly released: string[] = [];
  /** Numbers that a search finds. */
  readonly onSale: string[] = [];
  /** Numbers that others have bought. */
  readonly taken = new Set<string>();
  /** Numbers whose changes the carrier refuses. */
  readonly locked = new Set<string>();
  /** The queries of searches, and the paths of all requests. */
  readonly searches: string[] = [];
  readonly paths: string[] = [];
  /** Requests that no carrier would understand. A test expects none. */
  readonly faults: string[] = [];
  /** The most entries of a page, whatever is asked for. */
  mostOnPage = 1_000;
  /** Learns of each deed before it is done. */
  watch: (deed: Deed) => void = () => undefined;

  /** Puts a number into the account that was bought elsewhere. */
  abstract own(number: string, settings?: Readonly<Record<string, unknown>>): void;
  /** Somebody sends the calls and messages of a number elsewhere, at the carrier's portal. */
  abstract repoint(number: string): void;
  /** Somebody gives a number back, at the carrier's portal. */
  abstract drop(number: string): void;
  abstract has(number: string): boolean;
  /** Everything that the account has set for a number, byte for byte. */
  abstract settingsOf(number: string): string;
  /** Returns where the calls of a number go. */
  abstract callsOf(number: string): string;
  /** Acts on a request. */
  protected abstract act(request: Required<CarrierRequest>): Response;
  /** Tells whether a request may buy a number. */
  abstract isPurchase(request: CarrierRequest): boolean;
  /** Does what is due by itself, such as the delivery of orders. */
  abstract catchUp(now: number): void;

  /** Says what a request is about to do with which number; undefined if it changes none. */
  abstract deedOf(request: CarrierRequest): Deed | undefined;

  answer({ url, method = 'GET', headers = {}, body = '' }: CarrierRequest): Response {
    this.paths.push(new URL(url).pathname);
    return this.act({ url, method, headers, body });
  }

  /** Notes a request that no carrier understands. */
  protected misunderstood(what: string): void {
    this.faults.push(what);
  }
}

/** Lists the members of an object that are not among some names. */
export function unknownIn(fields: object, names: ReadonlySet<string>): string[] {
  return Object.keys(fields).filter((name) => !names.has(name));
}

/** Tells whether a text is an address that a carrier can send to. */
export function isAddress(text: unknown): boolean {
  return typeof text === 'string' && /^https?:\/\/[^\s]{3,2000}$/.test(text);
}
