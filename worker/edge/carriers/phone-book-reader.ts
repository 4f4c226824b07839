/** The companies' phone books on the edge. */
import { OpenPhoneBook, PHONE_BOOK_PURPOSE, type PhoneBook } from '../../core/phone/interface.ts';
import type { Env } from '../../env.ts';
import { phoneBookKey } from '../../shared/cache-keys.ts';
import { unseal } from '../../shared/secrets/sealing.ts';
import { Problem } from '../../shared/http/problems.ts';
import { PublishedReader, type Requester } from '../published-reader.ts';

/** A call should ring the people who are on duty now, so an older phone book is used only when no newer one can be read. */
const USABLE_MS = 30_000;
/** Carriers ask again at once when a request failed; by then the company's object may have started. */
const RETRY_MS = 0;
const OBJECT_TIMEOUT_MS = 2_000;
/** Phone books that an isolate keeps. */
const REMEMBERED = 50;

export class PhoneBookReader extends PublishedReader<Env, PhoneBook, OpenPhoneBook> {
  constructor() {
    super({
      name: 'phone book',
      readKv: readSealed,
      askCompany: async (env, companyId) => env.COMPANIES.getByName(companyId).phoneBookOfCompany(),
      open: (_, book) => new OpenPhoneBook(book),
      sizeOf: () => 1,
      maxSize: REMEMBERED,
      usableMs: USABLE_MS,
      retryMs: RETRY_MS,
      objectTimeoutMs: OBJECT_TIMEOUT_MS,
    });
  }

  /** Reads as `read` does, but resolves to undefined if neither KV nor the object answers. */
  async readIfAble(companyId: string, requester: Requester<Env>): Promise<OpenPhoneBook | undefined> {
    try {
      return await this.read(companyId, requester);
    } catch (error) {
      if (error instanceof Problem && error.code === 'service_unavailable') return undefined;
      throw error;
    }
  }
}

async function readSealed(env: Env, companyId: string): Promise<PhoneBook | undefined> {
  const { OPERATOR_TOKEN: secret } = env;
  if (secret === undefined || secret === '') return undefined;
  const sealed = await env.CACHE.get(phoneBookKey(companyId), 'arrayBuffer');
  const text = sealed === null ? undefined : await unseal(sealed, secret, PHONE_BOOK_PURPOSE);
  return text === undefined ? undefined : (JSON.parse(text) as PhoneBook);
}
