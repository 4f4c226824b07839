/** Reads a company's phone book at the edge: from memory, then KV, then the company's Durable Object. */
import { OpenPhoneBook, PHONE_BOOK_PURPOSE, type PhoneBook } from '../../core/phone/interface.ts';
import { LRUCache } from 'lru-cache';
import { within } from '../../shared/limits/bounded-wait.ts';
import { phoneBookKey } from '../../shared/cache-keys.ts';
import type { Env } from '../../env.ts';
import { FailureLimit } from '../../shared/limits/rate-limits.ts';
import { unseal } from '../../shared/secrets/sealing.ts';

/** A phone book this young is used without a check. */
const FRESH_MS = 30_000;
/** A phone book this young is not reloaded after a wrong signature, so that not every forged request calls the Durable Object. */
const CERTAIN_MS = 5_000;
/** A KV read that misses Cloudflare's own cache may take several hundred milliseconds; after this the Durable Object is called. */
const KV_TIMEOUT_MS = 1_000;
const DURABLE_OBJECT_TIMEOUT_MS = 2_000;
/** Companies whose phone book an isolate remembers. */
const REMEMBERED = 50;

/** Unknown company ids that an isolate remembers, and for how long. */
const REMEMBERED_UNKNOWN = 5_000;
const UNKNOWN_MS = 5_000;

const FAILED = Symbol('the object did not answer');

interface Remembered {
  book: OpenPhoneBook;
  readTime: number;
}

/** The sender of a request. */
export interface Requester {
  env: Env;
  /** The keyed hash of the network, the same as in lookups; undefined where the platform does not set the address. */
  network: string | undefined;
}

/** Reads and remembers phone books. */
export class PhoneBookReader {
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });
  readonly #unknown = new LRUCache<string, true>({ max: REMEMBERED_UNKNOWN, ttl: UNKNOWN_MS });
  /** Each unknown id starts a Durable Object; those in lookups and in carriers' requests are counted together. */
  readonly #unknownLimit = new FailureLimit('company');

  /**
   * Returns the phone book; undefined when the company is unknown or no source answers.
   * @throws Problem `rate_limited` for a network that has requested too many unknown companies
   */
  async read(companyId: string, requester: Requester): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known !== undefined && Date.now() - known.readTime < FRESH_MS) return known.book;
    if (this.#unknown.has(companyId)) return undefined;
    const published = await within(readPublished(requester.env, companyId), KV_TIMEOUT_MS, undefined);
    const read = published ?? (await this.#askCompany(companyId, requester, known !== undefined));
    return read === undefined ? known?.book : this.#remember(companyId, read);
  }

  /** Reads the current phone book from the company if the remembered one may be older; undefined when there is no newer one. */
  async readNewer(companyId: string, { env }: Requester): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known === undefined || Date.now() - known.readTime < CERTAIN_MS) return undefined;
    const read = await callCompany(env, companyId);
    if (read === undefined || read === FAILED) return undefined;
    const isNewer = read.version > known.book.book.version;
    const book = this.#remember(companyId, read);
    return isNewer ? book : undefined;
  }

  /** Calls the company's Durable Object, unless the network has requested too many unknown ids. A known company is always called. */
  async #askCompany(
    companyId: string,
    { env, network }: Requester,
    isKnown: boolean,
  ): Promise<PhoneBook | undefined> {
    if (!isKnown && network !== undefined) this.#unknownLimit.check(network);
    const read = await callCompany(env, companyId);
    if (read === FAILED) return undefined;
    if (read === undefined && !isKnown) {
      this.#unknown.set(companyId, true);
      if (network !== undefined) await this.#unknownLimit.count(env.AUTH_RATE_LIMIT, network);
    }
    return read;
  }

  /** Remembers a phone book, unless this isolate has a newer one than KV. */
  #remember(companyId: string, read: PhoneBook): OpenPhoneBook {
    const known = this.#remembered.get(companyId);
    const isKnown = known !== undefined && known.book.book.version >= read.version;
    const book = isKnown ? known.book : new OpenPhoneBook(read);
    this.#remembered.set(companyId, { book, readTime: Date.now() });
    return book;
  }
}

async function readPublished(env: Env, companyId: string): Promise<PhoneBook | undefined> {
  const { OPERATOR_TOKEN: secret } = env;
  if (secret === undefined || secret === '') return undefined;
  const sealed = await env.CACHE.get(phoneBookKey(companyId), 'arrayBuffer');
  const text = sealed === null ? undefined : await unseal(sealed, secret, PHONE_BOOK_PURPOSE);
  return text === undefined ? undefined : (JSON.parse(text) as PhoneBook);
}

async function callCompany(env: Env, companyId: string): Promise<PhoneBook | undefined | typeof FAILED> {
  // Within a promise, because the platform may throw at once.
  const pending = (async () => env.COMPANIES.getByName(companyId).phoneBookOfCompany())();
  return within(pending, DURABLE_OBJECT_TIMEOUT_MS, FAILED);
}
