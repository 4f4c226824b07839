/** A company whose notifications are sent by mail or pushed, with the other end, both of which may fail at any moment. */
import { createECDH, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ece from 'http_ece';
import { vi } from 'vitest';
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
import { saveChoices } from '../../../../../../worker/core/people/notifications/choices.ts';
import type { Times } from '../../../../../../worker/core/people/notifications/due-times.ts';
import { MOST_NAMED } from '../../../../../../worker/core/people/notifications/messages.ts';
import { sendingMail, sendingPush } from '../../../../../../worker/core/people/notifications/sending.ts';
import { addDevice } from '../../../../../../worker/core/people/push/devices.ts';
import { issueToken } from '../../../../../../worker/core/people/tokens/tokens.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { openDatabase } from '../../../../visits/evidence/sqlite-storage.ts';
import { Killed, startObject } from '../../../engine/context/killed-object.ts';
import { pick, type Random, randomOf } from '../../../reports/random/random-company.ts';

/** Before the clocks change in America. */
export const START = Date.UTC(2026, 9, 30, 12, 7);
export const ZONE = 'America/Chicago';
const BROWSERS = 2;
const MIGRATIONS = globSync('worker/core/engine/storage/migrations/*.sql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

/** A message as the other end took it. */
export interface Taken {
  id: string;
  /** The mailbox or the browser. */
  to: string;
  title: string;
  /** All that it says. */
  text: string;
  time: number;
}

export interface Person extends Times {
  userId: string;
  email: string;
}

const PEOPLE: readonly Omit<Person, 'userId'>[] = [
  { email: 'any@acme.test', quietHours: null, digestAt: null },
  { email: 'night@acme.test', quietHours: { from: '21:00', until: '07:30' }, digestAt: null },
  { email: 'digest@acme.test', quietHours: null, digestAt: '08:00' },
];

/** A channel whose other end may get a message twice, since it shows messages of one id once. */
export interface Channel {
  task: typeof sendingMail;
  /** Most notifications that a message names. It counts the others. */
  mostNamed: number;
  /** Connects a person. @returns where their messages arrive */
  connect(run: Run, person: Person): string[];
  /** What the worker is set up with. */
  env(run: Run): object;
}

export const mail: Channel = {
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

export const push: Channel = {
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

/** A company with three people, whose object may be killed at any write. */
export class Run {
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
    this.database.run(
      "INSERT INTO company (company_id, name, default_region, created_time) VALUES ('company', 'Acme', 'US', 0)",
    );
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

/** Returns the number of notifications that a message tells of. */
export function countOf({ title }: Taken): number {
  return Number(/^(\d+) notifications: /.exec(title)?.[1] ?? 1);
}
