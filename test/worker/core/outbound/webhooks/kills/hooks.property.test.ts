/**
 * REST hooks over everything that may happen: platforms that refuse, throttle, hang, take a message without saying so, repeat a
 * subscription, and forget one (410); keys that end; an object that is killed at any moment. Each change arrives at each hook of
 * its time as one message, and nothing arrives at one that was forgotten.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import { webhooksFeature } from '../../../../../../worker/core/outbound/webhooks/feature.ts';
import { subscribe } from '../../../../../../worker/core/outbound/webhooks/rest-hooks.ts';
import { WEBHOOK_TASKS } from '../../../../../../worker/core/outbound/webhooks/sending.ts';
import { listWebhooks } from '../../../../../../worker/core/outbound/webhooks/webhook-store.ts';
import { webhooksOf } from '../../../../../../worker/core/outbound/webhooks/company-webhooks.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';
import { readHook } from '../rest-hooks/judge.ts';

const RUNS = effort(4, 200);
const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ENV = {} as CoreEnv;
const START = Date.UTC(2026, 9, 30, 12);
const WANTED = {
  events: ['report.ready' as const],
  description: '',
  leave_out_spam: false,
  flat: false,
  rest_hook: true,
};
const AUTOMATIONS = ['rows', 'chat', 'crm'];
/** The key of the last automation ends in the middle. */
const END = START + 4 * HOUR;

/** A hook as its platform knows it. */
interface Subscribed {
  automation: string;
  url: string;
  secrets: string[];
  /** The messages that it took, by their `webhook-id`. */
  taken: Map<string, { id: string; name: string }>;
  /** The changes since it subscribed. */
  due: string[];
  isForgotten: boolean;
  /** The last request. */
  time: number;
}

class Run extends MortalCompany {
  readonly hooks: Subscribed[] = [];
  readonly faults: unknown[] = [];

  constructor(seed: number) {
    super(seed, 0.05, [webhooksFeature]);
    for (const automation of AUTOMATIONS) this.subscribe(automation);
    this.isTroubled = true;
  }

  /** Subscribes an automation at a new address. Half of the answers are lost, so the platform asks again. */
  subscribe(automation: string): void {
    const url = `https://hooks.example/${automation}/${String(this.hooks.length)}`;
    const expiresTime = automation === AUTOMATIONS.at(-1) ? END : null;
    const key = { keyId: `key of ${automation}`, name: automation, scopes: [], expiresTime };
    const secrets: string[] = [];
    const ids = new Set<string>();
    do {
      const made = this.write((context) => {
        const acting = { ...context, actor: { kind: 'key', key, user: undefined } } as typeof context;
        const hook = subscribe(acting, { ...WANTED, url });
        webhooksOf(context).forget();
        return hook;
      });
      secrets.push(...made.secrets.map(({ secret }) => secret));
      ids.add(made.webhookId);
    } while (this.random() < 0.5);
    if (ids.size > 1) this.faults.push(`${url} was subscribed ${ids.size} times.`);
    this.hooks.push({ automation, url, secrets, taken: new Map(), due: [], isForgotten: false, time: 0 });
  }

  /** Reports a change, which is due to every hook that still lives. */
  report(name: string): void {
    this.write((context) => context.emit({ type: 'report.ready', data: { name } }));
    for (const hook of this.hooks) if (!hook.isForgotten) hook.due.push(name);
  }

  /** Stands for the platforms. */
  async take(request: Request): Promise<Response> {
    const hook = this.hooks.find(({ url }) => url === request.url);
    const body = await request.text();
    if (hook === undefined) {
      this.faults.push(request.url);
      return new Response(null, { status: 404 });
    }
    hook.time = Date.now();
    if (hook.isForgotten) return new Response(null, { status: 410 });
    const headers = Object.fromEntries(request.headers);
    try {
      this.#judge(hook, { headers, body });
    } catch (error) {
      this.faults.push(error);
      return new Response(null, { status: 400 });
    }
    return this.#answer(hook, { headers, body });
  }

  /** Reads a message with the secrets of the hook. @throws Error when it is none of them, or not a message */
  #judge({ secrets }: Subscribed, message: { headers: Record<string, string>; body: string }) {
    const errors: unknown[] = [];
    for (const secret of secrets) {
      try {
        return readHook(secret, message);
      } catch (error) {
        errors.push(error);
      }
    }
    throw errors[0];
  }

  #answer(hook: Subscribed, message: { headers: Record<string, string>; body: string }): Response {
    const fates = [
      'well',
      'well',
      'well',
      'well',
      'refused',
      'throttled',
      'silent',
      'lost',
      'killed',
    ] as const;
    const fate = this.isTroubled ? pick(this.random, fates) : 'well';
    const id = message.headers['webhook-id'] ?? '';
    if (fate === 'refused') return new Response(null, { status: 503 });
    if (fate === 'throttled') return new Response(null, { status: 429, headers: { 'Retry-After': '400' } });
    if (fate === 'silent') throw new Error('There was no answer.');
    if (this.isTroubled && this.random() < 0.02) {
      hook.isForgotten = true;
      return new Response(null, { status: 410 });
    }
    const { id: change, name } = this.#judge(hook, message);
    hook.taken.set(id, { id: change, name: String(name) });
    if (fate === 'killed') this.kill();
    if (fate !== 'well') throw new Error('There was no answer.');
    return new Response();
  }
}

let run: Run;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.stubGlobal('fetch', (request: Request) => run.take(request));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each change arrives once at each hook of its time, whatever platforms do and whenever the object is killed', async () => {
  let forgotten = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    vi.setSystemTime(START);
    run = new Run(seed);
    for (let step = 0; step < STEPS; step += 1) {
      run.report(`report ${String(step)}.`);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR]), WEBHOOK_TASKS, ENV);
      for (const automation of AUTOMATIONS.slice(0, -1)) {
        if (run.hooks.every((hook) => hook.automation !== automation || hook.isForgotten))
          run.subscribe(automation);
      }
    }
    run.isTroubled = false;
    await run.pass(200 * HOUR, WEBHOOK_TASKS, ENV);
    // The next change finds out which hooks are forgotten.
    run.report('the last report.');
    await run.pass(HOUR, WEBHOOK_TASKS, ENV);

    const at = `seed ${String(seed)}`;
    expect(run.faults, `${at}: requests`).toEqual([]);
    expect(run.nextTime(WEBHOOK_TASKS), `${at} ends`).toBeUndefined();
    const living = run.hooks.filter(({ automation, isForgotten }) => automation !== 'crm' && !isForgotten);
    forgotten += run.hooks.length - living.length - 1;
    const listed = listWebhooks(run.database).map(({ url }) => url);
    expect(listed.toSorted(), `${at}: hooks`).toEqual(living.map(({ url }) => url).toSorted());
    for (const hook of run.hooks) {
      const messages = [...hook.taken.values()];
      const names = messages.map(({ name }) => name).toSorted();
      // A message may have been taken twice, with the same id: receivers are told to drop repetitions.
      expect(new Set(messages.map(({ id }) => id)).size, `${at}: ${hook.url}`).toBe(messages.length);
      const wanted = living.includes(hook) ? hook.due : hook.due.filter((name) => names.includes(name));
      expect(names, `${at}: ${hook.url}`).toEqual(wanted.toSorted());
    }
    const late = run.hooks.filter(({ automation, time }) => automation === 'crm' && time > END);
    expect(late, `${at}: after the end of the key`).toEqual([]);
    const rest = run.database.all("SELECT status FROM webhook_deliveries WHERE status <> 'delivered'");
    expect(rest).toEqual([]);
  }
  expect(forgotten).toBeGreaterThan(0);
});
