/** A company whose notifications are sent by mail or pushed, with the other end, both of which may fail at any moment. */
import { createECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { vi } from 'vitest';
import type { BackgroundTask } from '../../../../../../worker/core/engine/context/background.ts';
import type { CoreEnv } from '../../../../../../worker/core/engine/context/company-context.ts';
import { sha256Hex } from '../../../../../../worker/core/engine/storage/sha256.ts';
import { saveChoices } from '../../../../../../worker/core/people/notifications/choices.ts';
import type { Times } from '../../../../../../worker/core/people/notifications/due-times.ts';
import { MOST_NAMED } from '../../../../../../worker/core/people/notifications/messages.ts';
import { sendingMail, sendingPush } from '../../../../../../worker/core/people/notifications/sending.ts';
import { addDevice } from '../../../../../../worker/core/people/push/devices.ts';
import { issueToken } from '../../../../../../worker/core/people/tokens/tokens.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';
import { pick } from '../../../reports/random/random-company.ts';

/** Before the clocks change in America. */
export const START = Date.UTC(2026, 9, 30, 12, 7);
export const ZONE = 'America/Chicago';
const BROWSERS = 2;

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
  task: BackgroundTask;
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
    // The mailbox of each person has room.
    const ACCOUNTS = { getByName: () => ({ takeLetter: () => Promise.resolve(true) }) };
    return { EMAIL: { send }, ACCOUNTS };
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

/** A company with three people. */
export class Run extends MortalCompany {
  readonly taken: Taken[] = [];
  readonly browsers = new Map<string, (body: Buffer) => { tag: string; title: string; text: string }>();
  /** Each person, and where their messages arrive. */
  readonly people: (Person & { ends: string[] })[];
  readonly #env: CoreEnv;
  readonly #tasks: readonly BackgroundTask[];

  constructor(seed: number, channel: Channel) {
    super(seed, 0.1);
    this.#tasks = [channel.task];
    this.#env = {
      MAIL_FROM: 'leads@acme.test',
      PUBLIC_URL: 'https://leads.test',
      OPERATOR_TOKEN: 'operator',
      ...channel.env(this),
    } as unknown as CoreEnv;
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
    if (fate === 'killed') this.kill();
    if (fate !== 'well') throw new Error('There was no answer.');
  }

  /** Sends what is due while the time passes. */
  async tell(ms: number): Promise<void> {
    await this.pass(ms, this.#tasks, this.#env);
  }

  /** Whether nothing is left to send. */
  get isDone(): boolean {
    return this.nextTime(this.#tasks) === undefined;
  }
}

/** Returns the number of notifications that a message tells of. */
export function countOf({ title }: Taken): number {
  return Number(/^(\d+) notifications: /.exec(title)?.[1] ?? 1);
}
