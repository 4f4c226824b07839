/**
 * Where the address without a path leads: to the console, or to the page of the first company while there is none. Nothing lists the
 * companies, so the first one leaves a mark in KV. In a deployment that is older than the mark, published settings count too, and a
 * sign-in leaves it.
 */
import type { Env } from '../env.ts';
import { anyCompanyKey, settingsKey } from '../shared/cache-keys.ts';
import { within } from '../shared/limits/bounded-wait.ts';

/** Longest wait for KV. Without an answer, the address leads to the console, as it nearly always does. */
const TIMEOUT_MS = 1_000;
/** How long an isolate remembers that there is no company, so that visits of the address cost little. */
const NONE_MS = 10_000;

const CONSOLE = '/console/';
const FIRST_COMPANY = '/console/new';

type Storage = Pick<Env, 'CACHE' | 'CORE_API_URL'>;

class FrontDoor {
  #hasCompany = false;
  #noneUntil = 0;

  async answer(env: Storage): Promise<Response> {
    // A remote core has companies of its own.
    const isOpen = Boolean(env.CORE_API_URL) || (await this.#isKnown(env));
    const headers = { Location: isOpen ? CONSOLE : FIRST_COMPANY, 'Cache-Control': 'no-store' };
    return new Response(null, { status: 302, headers });
  }

  async note(env: Storage): Promise<void> {
    if (await this.#isKnown(env)) return;
    this.#hasCompany = true;
    await within(env.CACHE.put(anyCompanyKey(), '1'), TIMEOUT_MS, undefined);
  }

  async #isKnown({ CACHE }: Storage): Promise<boolean> {
    if (this.#hasCompany) return true;
    if (Date.now() < this.#noneUntil) return false;
    const found = await within(findCompany(CACHE), TIMEOUT_MS, undefined);
    if (found === false) this.#noneUntil = Date.now() + NONE_MS;
    // A company may have been made meanwhile.
    this.#hasCompany ||= found === true;
    return found ?? true;
  }
}

/** The door of this isolate. */
const door = new FrontDoor();

/** Answers a request for `/`; undefined for any other request. */
export function answerFrontDoor({ url, method }: Request, env: Storage): Promise<Response> | undefined {
  const isPage = method === 'GET' || method === 'HEAD';
  return isPage && new URL(url).pathname === '/' ? door.answer(env) : undefined;
}

/** Notes that the deployment has a company: one was made, or somebody has signed in. The next sign-in makes up for a failure. */
export async function noteCompany(env: Storage): Promise<void> {
  await door.note(env);
}

async function findCompany(cache: KVNamespace): Promise<boolean> {
  if ((await cache.get(anyCompanyKey())) !== null) return true;
  const { keys } = await cache.list({ prefix: settingsKey(''), limit: 1 });
  return keys.length > 0;
}
