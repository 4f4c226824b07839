/**
 * Each notification is told once by mail, whatever happens: an object that is killed at any moment between the cause and the
 * delivery, a mail service that refuses or is silent, before or after it took a message. Quiet hours and digests are kept.
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
import { zoneClock } from '../../../../../../worker/core/engine/times/local-clock.ts';
import { saveChoices } from '../../../../../../worker/core/people/notifications/choices.ts';
import { afterQuiet, type Times } from '../../../../../../worker/core/people/notifications/due-times.ts';
import { MOST_NAMED } from '../../../../../../worker/core/people/notifications/messages.ts';
import { notify } from '../../../../../../worker/core/people/notifications/notifications.ts';
import { sendingMail } from '../../../../../../worker/core/people/notifications/sending.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { effort } from '../../../../../harness/effort.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { pick, type Random, randomOf } from '../../../reports/random/random-company.ts';

const RUNS = effort(15, 300);
const STEPS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Before the clocks change in America. */
const START = Date.UTC(2026, 9, 30, 12, 7);
const ZONE = 'America/Chicago';
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

/** A message as the mail service took it. */
interface Taken {
  id: string;
  to: string;
  subject: string;
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

class Run {
  readonly random: Random;
  readonly database: Database = openDatabase(...MIGRATIONS);
  readonly taken: Taken[] = [];
  readonly people: Person[];
  readonly env: CoreEnv;
  company: CompanyContext;
  isTroubled = false;
  #isDead = false;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.database.run("INSERT INTO company VALUES ('company', 'Acme', 'US', 0)");
    this.company = this.#start();
    this.env = {
      MAIL_FROM: 'leads@acme.test',
      PUBLIC_URL: 'https://leads.test',
      OPERATOR_TOKEN: 'operator',
      EMAIL: { send: async (mail: Parameters<Run['take']>[0]) => this.take(mail) },
    } as unknown as CoreEnv;
    this.write((context) => {
      settingsOf(context).writeMissing();
    });
    this.people = PEOPLE.map((person) => {
      const user = newUser({ name: person.email, email: person.email, roleId: 'manager', groupId: '1' });
      this.write((context) => {
        saveUser(context, user);
        saveChoices(context, { ...person, userId: user.userId, kinds: {}, timeZone: ZONE });
      });
      return { ...person, userId: user.userId };
    });
    this.isTroubled = true;
  }

  /** Stands for the mail service: it works, refuses, or is silent with or without having taken the message. */
  async take(mail: {
    to: string;
    subject: string;
    text: string;
    headers: Record<string, string>;
  }): Promise<void> {
    const fate = this.isTroubled ? pick(this.random, ['well', 'well', 'refused', 'lost', 'killed']) : 'well';
    if (fate !== 'refused') {
      const { to, subject, text } = mail;
      this.taken.push({ id: mail.headers['X-Leadline-Message'] ?? '', to, subject, text, time: Date.now() });
    }
    this.#isDead = fate === 'killed';
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
      const next = sendingMail.nextTime(this.company) ?? Infinity;
      if (next > end) {
        vi.setSystemTime(end);
        return;
      }
      vi.setSystemTime(Math.max(next, Date.now()));
      try {
        await sendingMail.run(this.company, this.env);
      } catch (error) {
        this.#restart(error);
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
    const isKilled = (): boolean => this.#isDead || (this.isTroubled && this.random() < 0.1);
    return startObject(this.database, 'company', isKilled);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

test('each notification is told once by mail, whenever the object is killed', async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    vi.setSystemTime(START);
    const run = new Run(seed);
    const told = new Map<string, string>();
    for (let step = 0; step < STEPS; step += 1) {
      const person = pick(run.random, run.people);
      const name = `report ${String(step)}.`;
      run.write((context) => {
        notify(context, { type: 'report.ready', userId: person.userId, data: { name, console_path: '/' } });
      });
      told.set(name, person.email);
      await run.pass(pick(run.random, [0, 3_000, 10_000, MINUTE, HOUR, 7 * HOUR]));
    }
    run.isTroubled = false;
    await run.pass(72 * HOUR);

    expect(sendingMail.nextTime(run.company), `seed ${String(seed)} ends`).toBeUndefined();
    // The service may have taken a message twice, with the same id: mail programs show it once.
    const messages = [...Map.groupBy(run.taken, ({ id }) => id).values()];
    for (const copies of messages) expect(new Set(copies.map(({ text }) => text)).size).toBe(1);
    for (const { email } of PEOPLE) {
      const own = messages.flatMap(([first]) => (first?.to === email ? [first] : []));
      const names = [...told].flatMap(([name, to]) => (to === email ? [name] : []));
      expect(sum(own.map(countOf)), `seed ${String(seed)}: ${email}`).toBe(names.length);
      // A message names ten of its notifications, and counts the others.
      const named = names.map((name) => own.filter(({ text }) => text.includes(name)).length);
      expect(Math.max(...named)).toBe(1);
      expect(sum(named)).toBe(sum(own.map((message) => Math.min(countOf(message), MOST_NAMED))));
    }
    for (const { time, to } of run.taken) expect(isAllowed(time, to), `${to} at ${String(time)}`).toBe(true);
  }
});

/** Returns the number of notifications that a message tells of. */
function countOf({ subject }: Taken): number {
  return Number(/^(\d+) notifications: /.exec(subject)?.[1] ?? 1);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Tells whether a person may be sent something at this time. */
function isAllowed(time: number, email: string): boolean {
  const quietHours = PEOPLE.find((person) => person.email === email)?.quietHours ?? null;
  const clock = zoneClock(ZONE);
  return clock !== undefined && afterQuiet(time, quietHours, clock) === time;
}
