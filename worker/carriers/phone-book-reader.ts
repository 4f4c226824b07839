/** The company's phone book on the edge: memory, then KV, then the company's Durable Object. */
import { LRUCache } from 'lru-cache';
import { within } from '../bounded-wait.ts';
import { phoneBookKey } from '../cache-keys.ts';
import { OpenPhoneBook, type PhoneBook } from '../core/calls/phone-book.ts';
import { PHONE_BOOK_PURPOSE } from '../core/calls/published.ts';
import type { Env } from '../env.ts';
import { unseal } from '../sealing.ts';

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

interface Remembered {
  book: OpenPhoneBook;
  readTime: number;
}

export class PhoneBookReader {
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });
  readonly #unknown = new LRUCache<string, true>({ max: REMEMBERED_UNKNOWN, ttl: UNKNOWN_MS });

  /** The phone book; undefined when the company is not known, or nobody answers. */
  async read(env: Env, companyId: string): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known !== undefined && Date.now() - known.readTime < FRESH_MS) return known.book;
    if (this.#unknown.has(companyId)) return undefined;
    const published = await within(readPublished(env, companyId), KV_TIMEOUT_MS, undefined);
    const read = published ?? (await ask(env, companyId));
    if (read !== undefined) return this.#remember(companyId, read);
    if (known === undefined) this.#unknown.set(companyId, true);
    return known?.book;
  }

  /** The phone book as the company has it now, if what is known may be older; undefined when there is no newer one. */
  async readNewer(env: Env, companyId: string): Promise<OpenPhoneBook | undefined> {
    const known = this.#remembered.get(companyId);
    if (known === undefined || Date.now() - known.readTime < CERTAIN_MS) return undefined;
    const read = await ask(env, companyId);
    if (read === undefined) return undefined;
    const isNewer = read.version > known.book.book.version;
    const book = this.#remember(companyId, read);
    return isNewer ? book : undefined;
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

async function ask(env: Env, companyId: string): Promise<PhoneBook | undefined> {
  // Within a promise, because the platform may throw at once.
  const asked = (async () => env.COMPANIES.getByName(companyId).phoneBookOfCompany())();
  return within(asked, DURABLE_OBJECT_TIMEOUT_MS, undefined);
}
