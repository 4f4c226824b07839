/** A platform in trouble and a company whose object is killed at any moment, for tests of the outbox. */
import { generateKeyPairSync } from 'node:crypto';
import { vi } from 'vitest';
import { pollingConversions } from '../../../../../worker/core/conversions/outbox/polling.ts';
import { SENDING_CONVERSIONS } from '../../../../../worker/core/conversions/outbox/sending.ts';
import type { Platform } from '../../../../../worker/core/conversions/platforms/facts.ts';
import type { ConversionRecord } from '../../../../../worker/core/conversions/schema.ts';
import { commit } from '../../../../../worker/core/engine/commit/commit.ts';
import type { CompanyContext, CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import type { Feature } from '../../../../../worker/core/engine/context/feature.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import type { insertCall } from '../../../../../worker/core/phone/calls/call-store.ts';
import { Killed, startObject } from '../../engine/context/killed-object.ts';
import { openCompanyDatabase } from '../../../visits/evidence/sqlite-storage.ts';

/** Steps with faults; afterwards everything works, so that the outbox empties. */
export const TROUBLED_STEPS = 8;
export const MOST_STEPS = 400;
export const START = Date.UTC(2026, 10, 23, 12);
export const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
export const ENV = { OPERATOR_TOKEN: 'operator' } as CoreEnv;
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const ACTOR = { kind: 'system', name: 'test' } as const;

/** The platforms that are sent to, and what each needs. */
export const PLATFORMS: Partial<
  Record<Platform, { settings: Record<string, string>; secret: string; touch: object }>
> = {
  meta: {
    settings: { dataset_id: '1', event_name: 'Lead', action_source: 'phone_call' },
    secret: 'token',
    touch: { ids: { fbp: 'fb.1.1700000000000.1', user_agent: null } },
  },
  google_data_manager: {
    settings: { customer_id: '1234567890', conversion_action_id: '1' },
    secret: JSON.stringify({ client_email: 'a@b.iam', private_key: PEM }),
    touch: { click_ids: { gclid: 'Cj0KCQiA_abcdefghijklmnop' } },
  },
  ga4: {
    settings: { measurement_id: 'G-ABC123', event_name: 'lead' },
    secret: 'secret',
    touch: { ids: { ga_client_id: '1.2', user_agent: null } },
  },
  microsoft_uet: {
    settings: { tag_id: '1', event_name: 'call' },
    secret: 'token',
    touch: { click_ids: { msclkid: 'f894f652ea334e739002f7167ab8f8e3' } },
  },
};

/** A seeded generator of numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A platform as it counts: by the id of the event, where it knows one. */
class Counting {
  readonly values = new Map<string, number>();
  readonly times = new Map<string, number>();
  readonly #badValue: number;
  readonly #requests = new Map<string, 'SUCCESS' | 'PARTIAL_SUCCESS'>();

  constructor(badValue: number) {
    this.#badValue = badValue;
  }

  /** Takes a request, or refuses it whole. */
  take(platform: Platform, url: string, body: Record<string, unknown>): Response {
    if (url.includes('requestStatus')) return this.#statusOf(url);
    const events = eventsIn(platform, body);
    const isBad = events.some(({ value }) => value === this.#badValue);
    // Google says it later, Analytics never.
    if (isBad && platform === 'meta') return Response.json({ error: { code: 100 } }, { status: 400 });
    const requestId = String(this.#requests.size + 1);
    this.#requests.set(requestId, isBad ? 'PARTIAL_SUCCESS' : 'SUCCESS');
    const details = events.flatMap(({ value }, index) => (value === this.#badValue ? [{ index }] : []));
    for (const { id, value } of events) {
      if (value === this.#badValue && platform !== 'ga4') continue;
      this.times.set(id, (this.times.get(id) ?? 0) + 1);
      if (platform === 'google_data_manager' || !this.values.has(id)) this.values.set(id, value);
    }
    if (platform === 'microsoft_uet') return Response.json({ error: { details } });
    return Response.json({ requestId, events_received: events.length });
  }

  #statusOf(url: string): Response {
    const requestStatus = this.#requests.get(new URL(url).searchParams.get('requestId') ?? '');
    const reason = 'PROCESSING_ERROR_REASON_INVALID_GCLID';
    const errorInfo = { errorCounts: [{ recordCount: '1', reason }] };
    const status = requestStatus === 'SUCCESS' ? { requestStatus } : { requestStatus, errorInfo };
    return Response.json({ requestStatusPerDestination: [status] });
  }
}

function eventsIn(platform: Platform, body: Record<string, unknown>): { id: string; value: number }[] {
  const list = (name: string): Record<string, never>[] => (body[name] ?? []) as Record<string, never>[];
  switch (platform) {
    case 'meta':
      return list('data').map((event) => ({
        id: event['event_id'] ?? '',
        value: event['custom_data']?.['value'] ?? 0,
      }));
    case 'microsoft_uet':
      return list('data').map((event) => ({
        id: event['eventId'] ?? '',
        value: event['customData']?.['value'] ?? 0,
      }));
    case 'ga4':
      return list('events').map((event) => ({
        id: event['params']?.['transaction_id'] ?? '',
        value: event['params']?.['value'] ?? 0,
      }));
    default:
      return list('events').map((event) => ({
        id: event['transactionId'] ?? '',
        value: event['conversionValue'] ?? 0,
      }));
  }
}

/** What happens to a request, or to the object while it waits. */
const FATES = [
  'well',
  'well',
  '429',
  '503',
  'silent',
  'silent after taking',
  'killed',
  'killed after taking',
] as const;

export class Run {
  readonly platform: Platform;
  readonly random: () => number;
  readonly database: Database;
  readonly counting: Counting;
  readonly #features: readonly Feature[];
  company: CompanyContext;
  isTroubled = true;
  #isDead = false;

  constructor(platform: Platform, seed: number, features: readonly Feature[] = []) {
    this.platform = platform;
    this.#features = features;
    this.random = randomOf(seed);
    this.database = openCompanyDatabase();
    // About every second run has an event that the platform refuses.
    this.counting = new Counting(this.random() < 0.5 ? 3 : -1);
    this.company = this.#start();
    this.database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES (?, 'Acme', 'US', 0)",
      COMPANY_ID,
    );
  }

  /** Starts the object anew: its memory is gone, its database is there. */
  restart(): void {
    this.#isDead = false;
    this.company = this.#start();
  }

  write<Result>(change: (context: WriteContext) => Result): Result {
    return commit(this.company, contextOfActor(this.company, ACTOR), change);
  }

  /** Stands for the network. */
  async answer(url: string, init: { body?: unknown }): Promise<Response> {
    if (url.includes('oauth2')) return Response.json({ access_token: 'token', expires_in: 3600 });
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
    const fate = this.isTroubled ? (FATES[Math.floor(this.random() * FATES.length)] ?? 'well') : 'well';
    const isTaken = fate === 'well' || fate.endsWith('taking');
    const taken = isTaken ? this.counting.take(this.platform, url, body) : undefined;
    this.#isDead = fate.startsWith('killed');
    if (fate === '429') return new Response('', { status: 429, headers: { 'Retry-After': '120' } });
    if (fate === '503') return new Response('', { status: 503 });
    if (fate.startsWith('silent')) throw new Error('There was no answer.');
    return taken ?? new Response('');
  }

  rows(): ConversionRecord[] {
    return this.database.all(
      `SELECT conversion_id AS conversionId, record_id AS recordId, status, reason, detail, value, sent_value AS sentValue FROM conversions`,
    ) as unknown as ConversionRecord[];
  }

  #start(): CompanyContext {
    return startObject(
      this.database,
      COMPANY_ID,
      () => this.#isDead || (this.isTroubled && this.random() < 0.05),
      this.#features,
    );
  }
}

/** Tries a piece of work until the object survives it. */
export async function survive(run: Run, work: () => Promise<void> | void): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      run.restart();
    }
  }
}

/** Does what is due next. @returns whether there was anything */
export async function step(run: Run): Promise<boolean> {
  const tasks = [...SENDING_CONVERSIONS, pollingConversions]
    .map((task) => ({ task, time: task.nextTime(run.company) }))
    .filter(({ time }) => time !== undefined)
    .toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0));
  const [next] = tasks;
  if (next?.time === undefined) return false;
  vi.setSystemTime(Math.max(Date.now(), next.time));
  try {
    await next.task.run(run.company, ENV);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    run.restart();
  }
  return true;
}

export function callId(index: number): string {
  return `00000000-0000-4000-8000-${String(index + 100).padStart(12, '0')}`;
}

/** Returns an answered call after a visit. */
export function callOf(id: string, index: number, touch: object): Parameters<typeof insertCall>[1] {
  const visit = {
    visit_id: '1',
    begun_time: START - 60_000,
    click_ids: {},
    referrer: null,
    ad_user_data: 'granted',
    ...touch,
  } as never;
  return {
    callId: id,
    carrier: 'other',
    carrierCallId: id,
    direction: 'inbound',
    number: '+15125550102',
    caller: `+1206555${1000 + index}`,
    locationId: null,
    source: null,
    startedTime: START,
    outcome: 'answered',
    priorCalls: 0,
    eventId: null,
    modificationTime: START,
    deadline: null,
    report: {
      startedTime: START,
      terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 0 },
      legs: {},
      turns: {},
      systemReport: { talkSeconds: 90, outcome: 'answered' },
    },
    remarks: { tags: [], value: { unit: 'EUR', value: index }, leadStatus: null, note: null },
    attribution: {
      method: 'tap',
      confidence: 1,
      candidates: [],
      candidateCount: 1,
      visit,
      modelVersion: '1',
    },
  };
}
