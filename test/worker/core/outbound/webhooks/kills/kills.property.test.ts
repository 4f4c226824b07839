/**
 * Each change and each notification is sent to its webhook as one message, whatever happens: an object that is killed at any
 * moment between the cause and the delivery, a receiver that refuses or is silent, before or after it took a message.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingsOf } from '../../../../../../worker/core/company/settings/settings.ts';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import { webhooksFeature } from '../../../../../../worker/core/outbound/webhooks/feature.ts';
import { WEBHOOK_TASKS } from '../../../../../../worker/core/outbound/webhooks/sending.ts';
import { createWebhook } from '../../../../../../worker/core/outbound/webhooks/subscriptions.ts';
import { notificationsFeature } from '../../../../../../worker/core/people/notifications/feature.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

const RUNS = effort(10, 200);
const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ENV = {} as CoreEnv;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const CHANGES = ['https://one.example/changes', 'https://two.example/changes'];
const NOTIFICATIONS = 'https://three.example/notifications';

/** A message as a receiver took it. */
interface Taken {
  url: string;
  id: string;
  body: string;
}

class Run extends MortalCompany {
  readonly taken: Taken[] = [];
  readonly userId: string;

  constructor(seed: number) {
    super(seed, 0.05, [webhooksFeature, notificationsFeature]);
    const user = newUser({ name: 'Al', email: 'al@acme.test', roleId: 'agent', groupId: '1' });
    this.userId = user.userId;
    this.write((context) => {
      settingsOf(context).replace('options', {
        ...settingsOf(context).options(),
        notification_webhook: { url: NOTIFICATIONS, secret: SECRET },
      });
      saveUser(context, user);
      for (const url of CHANGES) {
        createWebhook(context, {
          url,
          events: ['report.ready'],
          description: '',
          leave_out_spam: false,
          flat: false,
          rest_hook: false,
          secret: SECRET,
        });
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
    if (fate === 'killed') this.kill();
    if (fate === 'refused') return new Response(null, { status: 503 });
    if (fate !== 'well') throw new Error('There was no answer.');
    return new Response();
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
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR]), WEBHOOK_TASKS, ENV);
    }
    run.isTroubled = false;
    await run.pass(200 * HOUR, WEBHOOK_TASKS, ENV);

    expect(run.nextTime(WEBHOOK_TASKS), `seed ${String(seed)} ends`).toBeUndefined();
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
