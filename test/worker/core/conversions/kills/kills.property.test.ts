/**
 * No conversion is lost or counted twice, whatever happens: a platform that refuses one event and with it all, answers 429 and
 * 5xx, is silent before or after it took a batch, and an object that is killed at any moment. 1,000 random runs in the full tests.
 */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordBy } from '../../../../../worker/core/conversions/outbox/recording.ts';
import { pollingConversions } from '../../../../../worker/core/conversions/outbox/polling.ts';
import { sendingConversions } from '../../../../../worker/core/conversions/outbox/sending.ts';
import { findOccasion } from '../../../../../worker/core/conversions/deciding/occasions.ts';
import { savePlatform, sealSecret } from '../../../../../worker/core/conversions/platform-settings.ts';
import type { Platform } from '../../../../../worker/core/conversions/platforms/facts.ts';
import { createRule, rulesOf } from '../../../../../worker/core/conversions/rules.ts';
import type { ConversionRecord } from '../../../../../worker/core/conversions/schema.ts';
import { commit } from '../../../../../worker/core/engine/commit/commit.ts';
import type { CompanyContext, CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { callBy } from '../../../../../worker/core/engine/context/contexts.ts';
import { Features } from '../../../../../worker/core/engine/context/feature.ts';
import { Memory } from '../../../../../worker/core/engine/context/memory.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import { findCall, insertCall, updateCall } from '../../../../../worker/core/phone/calls/call-store.ts';
import { effort } from '../../../../harness/effort.ts';
import { openDatabase } from '../../../visits/evidence/sqlite-storage.ts';

const RUNS = effort(60, 1_000);
/** Steps with faults; afterwards everything works, so that the outbox empties. */
const TROUBLED_STEPS = 8;
const MOST_STEPS = 400;
const START = Date.UTC(2026, 10, 23, 12);
const COMPANY_ID = '00000000-0000-4000-8000-000000000001';
const ENV = { OPERATOR_TOKEN: 'operator' } as CoreEnv;
const MIGRATIONS = ['001-baseline', '002-pools', '003-attributions', '005-conversions'].map((name) =>
  readFileSync(`worker/core/engine/storage/migrations/${name}.sql`, 'utf8'),
);
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});
const ACTOR = { kind: 'system', name: 'test' } as const;

/** The platforms that are sent to, and what each needs. */
const PLATFORMS: Partial<
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

class Killed extends Error {}

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

class Run {
  readonly platform: Platform;
  readonly random: () => number;
  readonly database: Database;
  readonly counting: Counting;
  company: CompanyContext;
  isTroubled = true;
  #isDead = false;

  constructor(platform: Platform, seed: number) {
    this.platform = platform;
    this.random = randomOf(seed);
    this.database = openDatabase(...MIGRATIONS);
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
    return commit(this.company, callBy(this.company, ACTOR), change);
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
      `SELECT conversion_id AS conversionId, status, detail, value, sent_value AS sentValue FROM conversions`,
    ) as unknown as ConversionRecord[];
  }

  #start(): CompanyContext {
    const { database } = this;
    const alive: Database = Object.create(database) as Database;
    alive.transaction = (change) => {
      // The object dies before a write, or in the middle of it.
      if (this.#isDead || (this.isTroubled && this.random() < 0.05)) throw new Killed();
      return database.transaction(() => {
        const result = change();
        if (this.isTroubled && this.random() < 0.05) throw new Killed();
        return result;
      });
    };
    for (const name of ['one', 'maybe', 'all', 'run', 'hasRoom'] as const) {
      Object.assign(alive, { [name]: database[name].bind(database) });
    }
    const state = { companyId: COMPANY_ID, database: alive };
    const company: unknown = Object.assign(state, {
      exists: () => true,
      wakeBy: () => undefined,
      giveWay: async () => undefined,
    });
    const memory = new Memory(company as CompanyContext);
    Object.assign(state, { memory });
    memory.set(Features, new Features(company as CompanyContext, []));
    return company as CompanyContext;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Tries a piece of work until the object survives it. */
async function survive(run: Run, work: () => Promise<void> | void): Promise<void> {
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

async function prepare(run: Run, sealed: string): Promise<string[]> {
  const { platform } = run;
  const { settings = {}, touch = {} } = PLATFORMS[platform] ?? {};
  await survive(run, () => {
    run.write((context) => {
      savePlatform(context, platform, { enabled: true, settings }, sealed);
      createRule(context, {
        name: 'Calls',
        when: { what: 'call', min_confidence: 0 },
        value: 'lead',
        platforms: [platform],
        state: 'active',
      });
    });
  });
  const calls = Array.from({ length: 1 + Math.floor(run.random() * 12) }, (_, index) => callId(index));
  for (const [index, id] of calls.entries()) {
    await survive(run, () => {
      run.write((context) => {
        insertCall(context.database, callOf(id, index, touch));
        report(context, id);
      });
    });
  }
  return calls;
}

function callId(index: number): string {
  return `00000000-0000-4000-8000-${String(index + 100).padStart(12, '0')}`;
}

function callOf(id: string, index: number, touch: object): Parameters<typeof insertCall>[1] {
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

function report(context: WriteContext, id: string): void {
  const occasion = findOccasion(context.database, 'call', id);
  for (const rule of rulesOf(context).all()) {
    if (occasion !== undefined) recordBy(context, rule, occasion, { isNew: true });
  }
}

/** Does what is due next. @returns whether there was anything */
async function step(run: Run): Promise<boolean> {
  const tasks = [sendingConversions, pollingConversions]
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

test.for(Object.keys(PLATFORMS) as Platform[])(
  '%s gets every conversion once, over random runs with kills',
  { timeout: 600_000 },
  async (platform) => {
    const { secret = '' } = PLATFORMS[platform] ?? {};
    const sealed = await sealSecret({ companyId: COMPANY_ID }, ENV, { platform, secret });
    let unanswered = 0;
    let counted = 0;
    for (let seed = 1; seed <= RUNS / 4; seed += 1) {
      vi.setSystemTime(START);
      const run = new Run(platform, seed);
      vi.stubGlobal('fetch', (url: string, init: { body?: unknown } = {}) => run.answer(url, init));
      const calls = await prepare(run, sealed);
      for (let steps = 0; steps < MOST_STEPS; steps += 1) {
        run.isTroubled = steps < TROUBLED_STEPS;
        // People give a call another value meanwhile.
        const [id = ''] = calls;
        if (steps === 3) await survive(run, () => run.write((context) => revalue(context, id)));
        if (!(await step(run)) && steps > TROUBLED_STEPS) break;
      }
      const rows = run.rows();
      const { values, times } = run.counting;
      const told = rows.filter(({ status }) => status === 'accepted' || status === 'sent');
      const known = told.filter(({ detail }) => detail === null);
      const lost = known.filter(({ conversionId }) => !values.has(conversionId));
      const wrong = known.filter(({ conversionId, sentValue }) => values.get(conversionId) !== sentValue);
      unanswered += told.length - known.length;
      counted += values.size;

      expect([seed, rows.length]).toEqual([seed, calls.length]);
      expect([seed, rows.filter(({ status }) => status === 'waiting' || status === 'skipped')]).toEqual([
        seed,
        [],
      ]);
      expect([seed, lost, wrong]).toEqual([seed, [], []]);
      // Refused ones are not counted, and all that is counted is known.
      expect([seed, [...values.keys()].filter((id) => !told.some((row) => row.conversionId === id))]).toEqual(
        [seed, []],
      );
      const repeats = platform === 'ga4' ? [...times.values()].filter((count) => count > 1) : [];
      const stale =
        platform === 'google_data_manager' ? known.filter(({ value, sentValue }) => value !== sentValue) : [];
      expect([seed, repeats, stale]).toEqual([seed, [], []]);
    }

    expect(counted).toBeGreaterThan(RUNS / 4);
    // Only Analytics knows no ids: what it did not answer about is not sent again.
    expect(unanswered > 0).toBe(platform === 'ga4');
  },
);

function revalue(context: WriteContext, id: string): void {
  const found = findCall(context.database, id)?.record;
  if (found === undefined) return;
  const value = { unit: 'EUR', value: 1_000 };
  updateCall(context.database, found, { ...found, remarks: { ...found.remarks, value } });
  report(context, id);
}
