/** The company's DNI settings on the edge: memory, then KV, then the company's Durable Object. */
import QuickLRU from 'quick-lru';
import type { VersionedDniSettings } from '../dni/schema.ts';
import type { LookupEnv } from './lookup-app.ts';
import { Problem } from '../problems.ts';
import { within } from '../bounded-wait.ts';
import { settingsKey } from '../cache-keys.ts';
import { type CompiledSettings, compileSettings } from './compiled-settings.ts';

/** Settings this young are used as they are. A change is seen everywhere after this and KV's own minute. */
const FRESH_MS = 30_000;
/** Settings this young are still used, while newer ones are fetched behind the answer. */
const USABLE_MS = 10 * 60_000;
/** How long "there is no such company" is believed. */
const UNKNOWN_MS = 5_000;
/** A KV read that misses Cloudflare's own cache takes 100 to 400 ms; past this we ask the Durable Object. */
const KV_TIMEOUT_MS = 1_000;
/** A Durable Object may have to start on another continent. */
const DURABLE_OBJECT_TIMEOUT_MS = 3_000;
/** Companies whose settings an isolate remembers; a large one takes about 1 MB. */
const REMEMBERED_COMPANIES = 50;

interface Remembered {
  /** Undefined: the company is not known or has no settings. */
  compiled: CompiledSettings | undefined;
  readTime: number;
}

const memory = new QuickLRU<string, Remembered>({ maxSize: REMEMBERED_COMPANIES });

const FAILED = Symbol('the source did not answer');

/**
 * The company's settings.
 * @param background runs work after the answer (`waitUntil`)
 * @returns undefined when the company is not known or has no settings
 * @throws Problem `service_unavailable` when no source answers and none has been read before
 */
export async function readSettings(
  env: LookupEnv,
  companyId: string,
  background: (work: Promise<unknown>) => void,
): Promise<CompiledSettings | undefined> {
  const remembered = memory.get(companyId);
  const age = remembered === undefined ? Infinity : Date.now() - remembered.readTime;
  if (remembered !== undefined && remembered.compiled === undefined && age < UNKNOWN_MS) return undefined;
  if (remembered?.compiled !== undefined) {
    if (age < FRESH_MS) return remembered.compiled;
    if (age < USABLE_MS) {
      background(refresh(env, companyId));
      return remembered.compiled;
    }
  }
  return refresh(env, companyId);
}

/** Forgets a company's settings, after they were replaced through this isolate. */
export function forgetSettings(companyId: string): void {
  memory.delete(companyId);
}

async function refresh(env: LookupEnv, companyId: string): Promise<CompiledSettings | undefined> {
  const read = await load(env, companyId);
  const remembered = memory.get(companyId);
  if (read === FAILED) {
    if (remembered?.compiled !== undefined) return remembered.compiled;
    throw new Problem('service_unavailable', 'The settings of the company cannot be read at the moment.', {
      headers: { 'Retry-After': '5' },
    });
  }
  const compiled = read && newest(remembered?.compiled, read);
  memory.set(companyId, { compiled, readTime: Date.now() });
  return compiled;
}

/** KV may lag behind what this isolate has seen already; and the same version need not be compiled again. */
function newest(seen: CompiledSettings | undefined, read: VersionedDniSettings): CompiledSettings {
  return seen !== undefined && seen.version >= read.version ? seen : compileSettings(read);
}

async function load(
  env: LookupEnv,
  companyId: string,
): Promise<VersionedDniSettings | undefined | typeof FAILED> {
  const published = await within(readPublished(env.CACHE, companyId), KV_TIMEOUT_MS, FAILED);
  if (published !== FAILED && published !== null) return published;
  return within(askCompany(env, companyId), DURABLE_OBJECT_TIMEOUT_MS, FAILED);
}

/** What the company's Durable Object published; it was checked before it was saved. */
async function readPublished(cache: KVNamespace, companyId: string): Promise<VersionedDniSettings | null> {
  return cache.get<VersionedDniSettings>(settingsKey(companyId), 'json');
}

async function askCompany(env: LookupEnv, companyId: string): Promise<VersionedDniSettings | undefined> {
  return env.COMPANIES.getByName(companyId).dniSettings();
}
