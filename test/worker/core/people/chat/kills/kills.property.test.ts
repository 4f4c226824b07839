/**
 * Chat channels hear of everything that they may hear of, whatever happens: an object that is killed at any moment, a platform that
 * refuses, throttles, is silent, or takes a message and forgets to say so. No platform but Google Chat can tell a repeated message,
 * so one may show something twice after such a moment.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import {
  CHAT_PLATFORMS,
  type ChatPlatform,
} from '../../../../../../worker/core/outbound/webhooks/chat-platforms.ts';
import { webhooksFeature } from '../../../../../../worker/core/outbound/webhooks/feature.ts';
import { WEBHOOK_TASKS } from '../../../../../../worker/core/outbound/webhooks/sending.ts';
import { createChannel } from '../../../../../../worker/core/people/chat/channels.ts';
import { chatFeature } from '../../../../../../worker/core/people/chat/feature.ts';
import { tellChannels } from '../../../../../../worker/core/people/chat/notices.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';
import { read } from '../judges.ts';

const RUNS = effort(6, 100);
const STEPS = 60;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ENV = { PUBLIC_URL: 'https://leads.example' } as CoreEnv;
const ADDRESSES: Readonly<Record<ChatPlatform, string>> = {
  slack: 'https://hooks.slack.com/services/T000/B000/xxxx',
  teams: 'https://prod-1.westeurope.logic.azure.com/workflows/ab/triggers/manual/paths/invoke?sig=x',
  google_chat: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t',
  discord: 'https://discord.com/api/webhooks/123/abc',
};
const EVENTS = ['trouble'] as const;
/** What may become of a message; the last one needs an object that dies. */
const FATES = ['well', 'well', 'well', 'refused', 'throttled', 'silent', 'lost', 'killed'] as const;
/** How each platform answers for a message that it takes. */
const ANSWERS: Readonly<Record<ChatPlatform, number>> = {
  slack: 200,
  teams: 202,
  google_chat: 200,
  discord: 204,
};

/** A message as its platform took it. */
interface Taken {
  platform: ChatPlatform;
  text: string;
  time: number;
}

class Run extends MortalCompany {
  readonly taken: Taken[] = [];
  /** Until when each platform refuses everything: it has asked for this pause. */
  readonly paused = new Map<ChatPlatform, number>();
  /** The names of messages that Google Chat has. */
  readonly known = new Set<string>();
  early = 0;
  /** Words of messages that are always refused. */
  unwanted: string | undefined;
  readonly #deaths: number;

  constructor(seed: number, deaths = 0.05) {
    super(seed, deaths, [webhooksFeature, chatFeature]);
    this.write((context) => {
      for (const platform of CHAT_PLATFORMS) {
        const input = { name: platform, platform, url: ADDRESSES[platform], events: [...EVENTS] };
        createChannel(context, { ...input, groups: [], locations: [] }, { mayBePrivate: false });
      }
    });
    this.#deaths = deaths;
    this.isTroubled = true;
  }

  tell(name: string): void {
    this.write((context) =>
      tellChannels(context, { type: 'conversions.failing', data: { platform: 'meta', name, detail: '' } }),
    );
  }

  /** Stands for the platforms. */
  async take(request: Request): Promise<Response> {
    const { host, searchParams } = new URL(request.url);
    const platform = CHAT_PLATFORMS.find((each) => new URL(ADDRESSES[each]).host === host) ?? 'slack';
    if ((this.paused.get(platform) ?? 0) > Date.now()) this.early += 1;
    const text = await request.text();
    const isUnwanted = this.unwanted !== undefined && text.includes(this.unwanted);
    const fate = isUnwanted ? 'refused' : this.#fate();
    if (fate === 'refused') return new Response(null, { status: 503 });
    if (fate === 'throttled') {
      this.paused.set(platform, Date.now() + 40_000);
      return new Response(null, { status: 429, headers: { 'Retry-After': '40' } });
    }
    if (fate !== 'silent') this.#keep(platform, text, searchParams.get('requestId'));
    if (fate === 'killed') this.kill();
    if (fate !== 'well') throw new Error('There was no answer.');
    return new Response(null, { status: ANSWERS[platform] });
  }

  #fate(): (typeof FATES)[number] {
    if (!this.isTroubled) return 'well';
    return pick(this.random, this.#deaths > 0 ? FATES : FATES.slice(0, -1));
  }

  /** Shows a message. Google Chat does not show a second one of the same name. */
  #keep(platform: ChatPlatform, body: string, name: string | null): void {
    const { text } = read(platform, body);
    if (name !== null && this.known.has(name)) return;
    this.taken.push({ platform, text, time: Date.now() });
    if (name !== null) this.known.add(name);
  }

  of(platform: ChatPlatform): Taken[] {
    return this.taken.filter((taken) => taken.platform === platform);
  }
}

let run: Run;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 30, 12) });
  vi.stubGlobal('fetch', (request: Request) => run.take(request));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each channel shows each thing, named or counted, whenever the object is killed', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    run = new Run(seed);
    for (let step = 0; step < STEPS; step += 1) {
      run.tell(`thing ${String(step)}.`);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR]), WEBHOOK_TASKS, ENV);
    }
    run.isTroubled = false;
    await run.pass(200 * HOUR, WEBHOOK_TASKS, ENV);

    expect(run.nextTime(WEBHOOK_TASKS), `seed ${String(seed)} ends`).toBeUndefined();
    for (const platform of CHAT_PLATFORMS) {
      const texts = run.of(platform).map(({ text }) => text);
      const named = Array.from({ length: STEPS }, (_, step) => `thing ${String(step)}.`).filter((name) =>
        texts.some((text) => text.includes(name)),
      );
      const counted = texts.reduce(
        (sum, text) => sum + Number(/^([\d,]+) notifications/.exec(text)?.[1] ?? 1),
        0,
      );
      expect(counted, `seed ${String(seed)}: ${platform}`).toBeGreaterThanOrEqual(STEPS);
      // More than ten of a message are only counted.
      const areAllNamed = !texts.some((text) => text.includes('The first 10:'));
      expect(named.length).toBeGreaterThanOrEqual(areAllNamed ? STEPS : 1);
    }
    const rest = run.database.all("SELECT status FROM webhook_deliveries WHERE status <> 'delivered'");
    expect(rest).toEqual([]);
  }
});

test('a platform that asks for a pause gets nothing meanwhile, neither what waited nor what is new', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    run = new Run(seed, 0);
    for (let step = 0; step < STEPS; step += 1) {
      run.tell(`thing ${String(step)}.`);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE]), WEBHOOK_TASKS, ENV);
    }
    expect(run.paused.size).toBeGreaterThan(0);
    expect(run.early, `seed ${String(seed)}`).toBe(0);
  }
});

test('a message that is refused for hours while others arrive is not given up, and arrives at last', async () => {
  run = new Run(1, 0);
  run.isTroubled = false;
  run.unwanted = 'bad thing';
  run.tell('bad thing.');
  for (let step = 0; step < 40; step += 1) {
    run.tell(`thing ${String(step)}.`);
    await run.pass(15 * MINUTE, WEBHOOK_TASKS, ENV);
  }
  const waits = run.database.all<{ status: string }>(
    "SELECT status FROM webhook_deliveries WHERE status <> 'delivered'",
  );
  expect(waits).toEqual(CHAT_PLATFORMS.map(() => ({ status: 'pending' })));
  run.unwanted = undefined;
  await run.pass(30 * HOUR, WEBHOOK_TASKS, ENV);
  for (const platform of CHAT_PLATFORMS) {
    expect(run.of(platform).filter(({ text }) => text.includes('bad thing.'))).toHaveLength(1);
  }
});

test('of a thousand things in ten minutes, eleven messages tell', async () => {
  run = new Run(1, 0);
  run.isTroubled = false;
  for (let step = 0; step < 1_000; step += 1) {
    run.tell(`thing ${String(step)}.`);
    await run.pass(500, WEBHOOK_TASKS, ENV);
  }
  await run.pass(HOUR, WEBHOOK_TASKS, ENV);

  for (const platform of CHAT_PLATFORMS) {
    const texts = run.of(platform).map(({ text }) => text);
    expect(texts.map((text) => /^([\d,]+) notifications/.exec(text)?.[1] ?? 1)).toEqual([
      ...Array.from({ length: 10 }, () => 1),
      '990',
    ]);
    expect(texts[10]).toMatch(/The first 10:[^]*thing 10\.[^]*thing 19\./);
  }
  expect(run.database.one<{ count: number }>('SELECT count(*) AS count FROM chat_notices').count).toBe(80);
});

test('while a platform is away for a day, what waits for it stays bounded, and all of it follows at once', async () => {
  run = new Run(1, 0);
  run.isTroubled = false;
  vi.stubGlobal('fetch', () => Promise.reject(new Error('There was no answer.')));
  for (let step = 0; step < 300; step += 1) {
    run.tell(`thing ${String(step)}.`);
    await run.pass(5 * MINUTE, WEBHOOK_TASKS, ENV);
  }
  const waiting = 'SELECT count(*) AS count FROM webhook_deliveries WHERE next_attempt_time IS NOT NULL';
  expect(run.database.one<{ count: number }>(waiting).count).toBeLessThanOrEqual(4 * 6);

  vi.stubGlobal('fetch', (request: Request) => run.take(request));
  await run.pass(30 * HOUR, WEBHOOK_TASKS, ENV);
  for (const platform of CHAT_PLATFORMS) {
    const times = run.of(platform).map(({ time }) => time);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(MINUTE);
  }
  expect(run.database.one<{ count: number }>(waiting).count).toBe(0);
});
