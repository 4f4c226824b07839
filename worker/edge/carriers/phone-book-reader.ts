/** The company's phone book on the edge: memory, then KV, then the company's Durable Object. */
import { OpenPhoneBook, PHONE_BOOK_PURPOSE, type PhoneBook } from '../../core/phone/interface.ts';
import { LRUCache } from 'lru-cache';
import { within } from '../../shared/limits/bounded-wait.ts';
import { phoneBookKey } from '../../shared/cache-keys.ts';
import type { Env } from '../../env.ts';
import { FailureLimit } from '../../shared/limits/rate-limits.ts';
import { unseal } from '../../shared/secrets/sealing.ts';

/** A phone book this young is used as it is. */
const FRESH_MS = 30_000;
/** One this young is not asked for again because a signature was wrong, so that forged requests do not each ask the object. */
const CERTAIN_MS = 5_000;
/** A KV read that misses Cloudflare's own cache may take several hundred milliseconds; past this the object is asked. */
const KV_TIMEOUT_MS = 1_000;
const DURABLE_OBJECT_TIMEOUT_MS = 2_000;
/** Companies whose phone book an isolate remembers. */
const REMEMBERED = 50;

/** Ids of no company that an isolate remembers, and for how long. */
const REMEMBERED_UNKNOWN = 5_000;
const UNKNOWN_MS = 5_000;

const FAILED = Symbol('the object did not answer');

interface Remembered {
  book: OpenPhoneBook;
  readTime: number;
}

/** Whose request it is. */
export interface Asker {
  env: Env;
  /** The keyed hash of the network that asks, as the lookup counts it; undefined where the platform does not say. */
  network: string | undefined;
}

export class PhoneBookReader {
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });
  readonly #unknown = new LRUCache<string, true>({ max: REMEMBERED_UNKNOWN, ttl: UNKNOWN_MS });
  /** Each id that is nobody's starts an object to ask: those of lookups and of carriers' requests count together. */
  readonly #unknownLimit = new FailureLimit('company');

  /**
   * The phone book; undefined when the company is not known, or nobody answers.
   * @throws Problem `rate_limited` for a network that has asked for too many unknown companies
   */
  async read(companyId: string, asker: Asker): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known !== undefined && Date.now() - known.readTime < FRESH_MS) return known.book;
    if (this.#unknown.has(companyId)) return undefined;
    const published = await within(readPublished(asker.env, companyId), KV_TIMEOUT_MS, undefined);
    const read = published ?? (await this.#askCompany(companyId, asker, known !== undefined));
    return read === undefined ? known?.book : this.#remember(companyId, read);
  }

  /** The phone book as the company has it now, if what is known may be older; undefined when there is no newer one. */
  async readNewer(companyId: string, { env }: Asker): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known === undefined || Date.now() - known.readTime < CERTAIN_MS) return undefined;
    const read = await ask(env, companyId);
    if (read === undefined || read === FAILED) return undefined;
    const isNewer = read.version > known.book.book.version;
    const book = this.#remember(companyId, read);
    return isNewer ? book : undefined;
  }

  /** Whoever guesses ids is stopped before an object is started for the next one; a company that was known is asked. */
  async #askCompany(
    companyId: string,
    { env, network }: Asker,
    isKnown: boolean,
  ): Promise<PhoneBook | undefined> {
    if (!isKnown && network !== undefined) this.#unknownLimit.check(network);
    const read = await ask(env, companyId);
    if (read === FAILED) return undefined;
    if (read === undefined && !isKnown) {
      this.#unknown.set(companyId, true);
      if (network !== undefined) await this.#unknownLimit.count(env.AUTH_RATE_LIMIT, network);
    }
    return read;
  }

  /** KV may lag behind what this isolate has seen already. */
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

async function ask(env: Env, companyId: string): Promise<PhoneBook | undefined | typeof FAILED> {
  // Within a promise, because the platform may throw at once.
  const asked = (async () => env.COMPANIES.getByName(companyId).phoneBookOfCompany())();
  return within(asked, DURABLE_OBJECT_TIMEOUT_MS, FAILED);
}
