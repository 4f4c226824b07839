/** What is kept per visitor: the decision (per company) and the resolved place. Memory in front of KV. */
import QuickLRU from 'quick-lru';
import type { LookupEnv } from './lookup-app.ts';
import { within } from '../bounded-wait.ts';
import { answerKey, placeKey } from '../cache-keys.ts';
import type { Decision } from './decision.ts';
import type { Place } from './place.ts';

/** Past this a visitor is answered afresh: a slow cache is no reason to keep a page waiting. */
const KV_TIMEOUT_MS = 500;
/** Decisions that an isolate remembers; one takes about 1 kB. */
const REMEMBERED_ANSWERS = 5_000;
/** An address seldom moves; a week bounds how long a wrong place is believed. */
const PLACE_TTL_S = 7 * 24 * 60 * 60;
const DAY_S = 24 * 60 * 60;

/** A decision as it is kept. */
export interface KeptAnswer {
  decision: Decision;
  /** Milliseconds since the epoch, after which it is decided anew. */
  expires: number;
}

const memory = new QuickLRU<string, KeptAnswer>({ maxSize: REMEMBERED_ANSWERS });

/** Whose answer it is. */
export interface AnswerOwner {
  companyId: string;
  /** The visitor's keyed hash. */
  visitor: string;
  /** The forced postal code, if there was one. */
  zip?: string | undefined;
}

/** The kept answer, from this isolate's memory alone. */
export function rememberedAnswer(owner: AnswerOwner): KeptAnswer | undefined {
  const kept = memory.get(answerKey(owner.companyId, owner.visitor, owner.zip));
  return kept !== undefined && kept.expires > Date.now() ? kept : undefined;
}

/** The kept answer from KV, or undefined when there is none or KV does not answer. Never throws. */
export async function readAnswer(env: LookupEnv, owner: AnswerOwner): Promise<KeptAnswer | undefined> {
  const key = answerKey(owner.companyId, owner.visitor, owner.zip);
  const kept = await within(readJsonFrom<KeptAnswer>(env.CACHE, key), KV_TIMEOUT_MS, null);
  if (kept === null || kept.expires <= Date.now()) return undefined;
  memory.set(key, kept);
  return kept;
}

/**
 * Keeps a decision for `days`. In memory at once; the returned promise is the write to KV, which may fail without
 * harm: the visitor is then decided about again.
 */
export function keepAnswer(
  env: LookupEnv,
  owner: AnswerOwner,
  decision: Decision,
  days: number,
): Promise<void> {
  const key = answerKey(owner.companyId, owner.visitor, owner.zip);
  const kept: KeptAnswer = { decision, expires: Date.now() + days * DAY_S * 1000 };
  memory.set(key, kept);
  return env.CACHE.put(key, JSON.stringify(kept), { expirationTtl: days * DAY_S });
}

/** The kept place of a visitor, or undefined when there is none or KV does not answer. Never throws. */
export async function readPlace(env: LookupEnv, visitor: string): Promise<Place | undefined> {
  const place = await within(readJsonFrom<Place>(env.CACHE, placeKey(visitor)), KV_TIMEOUT_MS, null);
  return place ?? undefined;
}

/** Keeps a resolved place for a week, for all companies. */
export function keepPlace(env: LookupEnv, visitor: string, place: Place): Promise<void> {
  return env.CACHE.put(placeKey(visitor), JSON.stringify(place), { expirationTtl: PLACE_TTL_S });
}

async function readJsonFrom<Kept>(cache: KVNamespace, key: string): Promise<Kept | null> {
  return cache.get<Kept>(key, 'json');
}
