/**
 * Each change and each notification is sent to its webhook as one message, whatever happens: an object that is killed at any
 * moment between the cause and the delivery, a receiver that refuses or is silent, before or after it took a message.
 */
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '../../../../../../worker/core/company/settings/settings.ts';
import { commit } from '../../../../../../worker/core/engine/commit/commit.ts';
import type {
  CompanyContext,
  CoreEnv,
} from '../../../../../../worker/core/engine/context/company-context.ts';
import { callBy } from '../../../../../../worker/core/engine/context/contexts.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../../worker/core/engine/storage/database.ts';
import { webhooksFeature } from '../../../../../../worker/core/outbound/webhooks/feature.ts';
import { WEBHOOK_TASKS } from '../../../../../../worker/core/outbound/webhooks/sending.ts';
import { createWebhook } from '../../../../../../worker/core/outbound/webhooks/subscriptions.ts';
import { notificationsFeature } from '../../../../../../worker/core/people/notifications/feature.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { pick, type Random, randomOf } from '../../../reports/random/random-company.ts';

const RUNS = effort(10, 200);
const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const CHANGES = ['https://one.example/changes', 'https://two.example/changes'];
const NOTIFICATIONS = 'https://three.example/notifications';

/** A message as a receiver took it. */
interface Taken {
  url: string;
  id: string;
  body: string;
}

class Run {
  readonly random: Random;
  readonly database: Database = openDatabase(...MIGRATIONS);
  readonly taken: Taken[] = [];
  readonly userId: string;
  company: CompanyContext;
  isTroubled = false;
  /** Counts the objects; only the last one lives. */
  #living = 0;
  #isDead = false;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)",
    );
    this.company = this.#start();
    const user = newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' });
    this.userId = user.userId;
    this.write((context) => {
      settingsOf(context).writeMissing();
      settingsOf(context).replace('options', {
        ...settingsOf(context).options(),
        notification_webhook: { url: NOTIFICATIONS, secret: SECRET },
      });
      saveUser(context, user);
      for (const url of CHANGES) {
        createWebhook(context, { url, events: ['report.ready'], description: '', secret: SECRET });
      }
    });
    this.isTroubled = true;
  }

  /** Stands for the receivers: they work, refuse, or are silent with or without having taken the message. */
  async take(request: Request): Promise<Response> {
    const fates = ['well', 'well', 'well', 'well', 'refused', 'silent', 'lost', 'killed'] as const;
    const fate = this.isTroubled ? pick(this.random, fates) : 'well';
    const { url, headers } = request;
    const taken = { url, id: headers.get('webhook-id') ?? '', body: await request.text() };
    if (fate === 'well' || fate === 'lost' || fate === 'killed') this.taken.push(taken);
    if (fate === 'killed') this.#isDead = true;
    if (fate === 'refused') return new Response(null, { status: 503 });
    if (fate !== 'well') throw new Error('There was no answer.');
    return new Response();
  }

  write(change: (context: WriteContext) => void): void {
    for (;;) {
      try {
        commit(this.company, callBy(this.company, { kind: 'system', name: 'test' }), change);
        return;
      } catch (error) {
        this.#restart(error);
      }
    }
  }

  nextTime(): number | undefined {
    const times = WEBHOOK_TASKS.flatMap((task) => task.nextTime(this.company) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Lets the time pass, does what is due meanwhile, all at once, and starts again whenever the object is killed. */
  async pass(ms: number): Promise<void> {
    const end = Date.now() + ms;
    for (let turns = 0; turns < 10_000; turns += 1) {
      const next = this.nextTime() ?? Infinity;
      if (next > end) {
        vi.setSystemTime(end);
        return;
      }
      vi.setSystemTime(Math.max(next, Date.now()));
      const due = WEBHOOK_TASKS.filter((task) => (task.nextTime(this.company) ?? Infinity) <= Date.now());
      const results = await Promise.allSettled(due.map((task) => task.run(this.company, {} as CoreEnv)));
      const failures = results.flatMap((result): unknown[] =>
        result.status === 'rejected' ? [result.reason] : [],
      );
      for (const failure of failures) this.#restart(failure);
      // Something may happen before the work goes on.
      if (failures.length > 0 && this.random() < 0.5) return;
    }
    throw new Error('The work does not end.');
  }

  #restart(error: unknown): void {
    if (!(error instanceof Killed)) throw error;
    this.#isDead = false;
    this.company = this.#start();
  }

  #start(): CompanyContext {
    this.#living += 1;
    const own = this.#living;
    const isKilled = (): boolean =>
      own !== this.#living || this.#isDead || (this.isTroubled && this.random() < 0.05);
    return startObject(this.database, 'company', isKilled, [webhooksFeature, notificationsFeature]);
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

test('each change and each notification arrives once at each webhook, whenever the object is killed', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    run = new Run(seed);
    const changes: string[] = [];
    const notifications: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const name = `report ${String(step)}.`;
      const isChange = run.random() < 0.5;
      run.write((context) => {
        if (isChange) context.emit({ type: 'report.ready', data: { name } });
        else notify(context, { type: 'report.ready', userId: run.userId, data: { name } });
      });
      (isChange ? changes : notifications).push(name);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR]));
    }
    run.isTroubled = false;
    await run.pass(200 * HOUR);

    expect(run.nextTime(), `seed ${String(seed)} ends`).toBeUndefined();
    for (const url of [...CHANGES, NOTIFICATIONS]) {
      const arrived = run.taken.filter((taken) => taken.url === url);
      // It may have taken a message twice, with the same id: receivers are told to drop repetitions.
      const messages = [...Map.groupBy(arrived, ({ id }) => id).values()];
      expect(messages.filter((copies) => new Set(copies.map(({ body }) => body)).size !== 1)).toEqual([]);
      const names = messages.map(([first]) => nameIn(first?.body));
      const caused = url === NOTIFICATIONS ? notifications : changes;
      expect(names.toSorted(byText), `seed ${String(seed)}: ${url}`).toEqual(caused.toSorted(byText));
    }
    const rest = run.database.all("SELECT status FROM webhook_deliveries WHERE status <> 'delivered'");
    expect(rest).toEqual([]);
  }
});

function nameIn(body = '{}'): string {
  return (JSON.parse(body) as { data: { name: string } }).data.name;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}
