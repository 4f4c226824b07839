/**
 * Each notification is told once by mail and once on each browser, whatever happens: an object that is killed at any moment
 * between the cause and the delivery, a service that refuses or is silent, before or after it took a message. Quiet hours and
 * digests are kept.
 */
import { createECDH, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ece from 'http_ece';
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
import { sha256Hex } from '../../../../../../worker/core/engine/storage/sha256.ts';
import { zoneClock } from '../../../../../../worker/core/engine/times/local-clock.ts';
import { saveChoices } from '../../../../../../worker/core/people/notifications/choices.ts';
import { afterQuiet, type Times } from '../../../../../../worker/core/people/notifications/due-times.ts';
import { MOST_NAMED } from '../../../../../../worker/core/people/notifications/messages.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { sendingMail, sendingPush } from '../../../../../../worker/core/people/notifications/sending.ts';
import { addDevice } from '../../../../../../worker/core/people/push/devices.ts';
import { issueToken } from '../../../../../../worker/core/people/tokens/tokens.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { pick, type Random, randomOf } from '../../../reports/random/random-company.ts';

const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Before the clocks change in America. */
const START = Date.UTC(2026, 9, 30, 12, 7);
const ZONE = 'America/Chicago';
const BROWSERS = 2;
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

/** A message as the other end took it. */
interface Taken {
  id: string;
  /** The mailbox or the browser. */
  to: string;
  title: string;
  /** All that it says. */
  text: string;
  time: number;
}

interface Person extends Times {
  userId: string;
  email: string;
}

const PEOPLE: readonly Omit<Person, 'userId'>[] = [
  { email: 'any@acme.test', quietHours: null, digestAt: null },
  { email: 'night@acme.test', quietHours: { from: '21:00', until: '07:30' }, digestAt: null },
  { email: 'digest@acme.test', quietHours: null, digestAt: '08:00' },
];

/** A channel whose other end may get a message twice, since it shows messages of one id once. */
interface Channel {
  task: typeof sendingMail;
  /** Most notifications that a message names. It counts the others. */
  mostNamed: number;
  /** Connects a person. @returns where their messages arrive */
  connect(run: Run, person: Person): string[];
  /** What the worker is set up with. */
  env(run: Run): object;
}

const mail: Channel = {
  task: sendingMail,
  mostNamed: MOST_NAMED,
  connect: (_run, { email }) => [email],
  env: (run) => {
    const send = async ({ to, subject, text, headers }: EmailMessageBuilder): Promise<EmailSendResult> => {
      const id = headers?.['X-Leadline-Message'] ?? '';
      run.take({ id, to: String(to), title: subject, text: text ?? '' });
      return { messageId: id };
    };
    return { EMAIL: { send } };
  },
};

const push: Channel = {
  task: sendingPush,
  mostNamed: 1,
  connect: (run, { userId, email }) =>
    Array.from({ length: BROWSERS }, (_, index) => {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `https://push.example/${email}/${String(index)}`;
      run.write((context) => {
        const { token } = issueToken(context, userId);
        const device = {
          endpoint,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
          name: 'Phone',
        };
        addDevice(context, { userId, tokenHash: sha256Hex(token) }, device);
      });
      run.browsers.set(endpoint, (body) => {
        const text = ece
          .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
          .toString();
        return { ...(JSON.parse(text) as { tag: string; title: string }), text };
      });
      return endpoint;
    }),
  env: (run) => {
    vi.stubGlobal('fetch', async (url: string, { body }: { body: Uint8Array }) => {
      const { tag, title, text } = run.browsers.get(url)!(Buffer.from(body));
      run.take({ id: tag, to: url, title, text });
      return new Response(null, { status: 201 });
    });
    return {};
  },
};

class Run {
  readonly random: Random;
  readonly database: Database = openDatabase(...MIGRATIONS);
  readonly taken: Taken[] = [];
  readonly browsers = new Map<string, (body: Buffer) => { tag: string; title: string; text: string }>();
  /** Each person, and where their messages arrive. */
  readonly people: (Person & { ends: string[] })[];
  readonly env: CoreEnv;
  readonly #task: Channel['task'];
  company: CompanyContext;
  isTroubled = false;
  /** Counts the objects; only the last one lives. */
  #living = 0;
  #isDead = false;

  constructor(seed: number, channel: Channel) {
    this.random = randomOf(seed);
    this.#task = channel.task;
    this.database.run("INSERT INTO company VALUES ('company', 'Acme', 'US', 0)");
    this.company = this.#start();
    this.env = {
      MAIL_FROM: 'leads@acme.test',
      PUBLIC_URL: 'https://leads.test',
      OPERATOR_TOKEN: 'operator',
      ...channel.env(this),
    } as unknown as CoreEnv;
    this.write((context) => {
      settingsOf(context).writeMissing();
    });
    this.people = PEOPLE.map((choices) => {
      const { email } = choices;
      const user = newUser({ name: email, email, roleId: 'manager', groupId: '1' });
      const person = { ...choices, userId: user.userId };
      this.write((context) => {
        saveUser(context, user);
        saveChoices(context, { ...person, kinds: {}, timeZone: ZONE });
      });
      return { ...person, ends: channel.connect(this, person) };
    });
    this.isTroubled = true;
  }

  /** Stands for the other end: it works, refuses, or is silent with or without having taken the message. */
  take(message: Omit<Taken, 'time'>): void {
    const fate = this.isTroubled ? pick(this.random, ['well', 'well', 'refused', 'lost', 'killed']) : 'well';
    if (fate !== 'refused') this.taken.push({ ...message, time: Date.now() });
    if (fate === 'killed') this.#isDead = true;
    if (fate !== 'well') throw new Error('There was no answer.');
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

  /** Lets the time pass, does what is due meanwhile, and starts again whenever the object is killed. */
  async pass(ms: number): Promise<void> {
    const end = Date.now() + ms;
    for (let turns = 0; turns < 10_000; turns += 1) {
      const next = this.#task.nextTime(this.company) ?? Infinity;
      if (next > end) {
        vi.setSystemTime(end);
        return;
      }
      vi.setSystemTime(Math.max(next, Date.now()));
      try {
        await this.#task.run(this.company, this.env);
      } catch (error) {
        this.#restart(error);
        // Something may happen before the work goes on.
        if (this.random() < 0.5) return;
      }
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
      own !== this.#living || this.#isDead || (this.isTroubled && this.random() < 0.1);
    return startObject(this.database, 'company', isKilled);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each notification is told once by mail, whenever the object is killed', async () => {
  expect(await tellOnce(mail, effort(15, 300))).toBeGreaterThan(0);
});

test('each notification is told once on each browser, whenever the object is killed', async () => {
  expect(await tellOnce(push, effort(5, 100))).toBeGreaterThan(0);
});

/** Checks random runs. @returns how often a message arrived again */
async function tellOnce(channel: Channel, runs: number): Promise<number> {
  let repetitions = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    vi.setSystemTime(START);
    const run = new Run(seed, channel);
    const told = new Map<string, Person>();
    for (let step = 0; step < STEPS; step += 1) {
      const person = pick(run.random, run.people);
      const name = `report ${String(step)}.`;
      run.write((context) => {
        notify(context, { type: 'report.ready', userId: person.userId, data: { name, console_path: '/' } });
      });
      told.set(name, person);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR, 7 * HOUR]));
    }
    run.isTroubled = false;
    await run.pass(72 * HOUR);

    expect(channel.task.nextTime(run.company), `seed ${String(seed)} ends`).toBeUndefined();
    for (const person of run.people) {
      const names = [...told].flatMap(([name, { userId }]) => (userId === person.userId ? [name] : []));
      for (const end of person.ends) {
        // It may have taken a message twice, with the same id: mail programs and browsers show it once.
        const arrived = run.taken.filter(({ to }) => to === end);
        const messages = [...Map.groupBy(arrived, ({ id }) => id).values()];
        repetitions += arrived.length - messages.length;
        for (const copies of messages) expect(new Set(copies.map(({ text }) => text)).size).toBe(1);
        const own = messages.flatMap(([first]) => first ?? []);
        expect(sum(own.map(countOf)), `seed ${String(seed)}: ${end}`).toBe(names.length);
        const named = names.map((name) => own.filter(({ text }) => text.includes(name)).length);
        expect(Math.max(...named)).toBe(1);
        expect(sum(named)).toBe(sum(own.map((message) => Math.min(countOf(message), channel.mostNamed))));
        for (const { time } of arrived)
          expect(isAllowed(time, person), `${end} at ${String(time)}`).toBe(true);
      }
    }
  }
  return repetitions;
}

/** Returns the number of notifications that a message tells of. */
function countOf({ title }: Taken): number {
  return Number(/^(\d+) notifications: /.exec(title)?.[1] ?? 1);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Tells whether a person may be sent something at this time. */
function isAllowed(time: number, { quietHours }: Person): boolean {
  const clock = zoneClock(ZONE);
  return clock !== undefined && afterQuiet(time, quietHours, clock) === time;
}
