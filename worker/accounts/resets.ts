/**
 * Links for a forgotten password, which the account sends to its address by mail. An attempt to send is written down before it
 * begins, so that a link is sent again after the object was killed, with the same `Message-ID`.
 */
import { emailKey, mailboxKey } from '../shared/contact/email.ts';
import { within } from '../shared/limits/bounded-wait.ts';
import { hasMail, type MailEnv, sendMail } from '../shared/mail/mail.ts';
import type { Sender } from '../shared/limits/networks.ts';
import { writeTemplate } from '../shared/mail/template.ts';
import type { NewLetter } from './signing-in/letters.ts';
import { accountToken, linkUrl, newNonce } from './links.ts';
import type { AccountStorage, Reset } from './storage.ts';

/** How long a link is valid. */
const RESET_MS = 30 * 60_000;
/** Most links to an address: from one network in an hour, and from one /48 and from all networks in a day. */
const MOST_OF_A_NETWORK = 3;
const HOUR_MS = 60 * 60_000;
const MOST_OF_A_BLOCK = 5;
const MOST_IN_A_DAY = 10;
const DAY_MS = 24 * HOUR_MS;
/** Who sends the links, where companies are counted. */
const SENDER = 'resets';
/** Longest wait for the object of the mailbox. */
const MAILBOX_MS = 3_000;
/** The waits before further attempts to send. */
const WAITS_MS = [60_000, 5 * 60_000, 15 * 60_000];

/** The bindings and secrets for these links. */
export interface ResetEnv extends MailEnv {
  OPERATOR_TOKEN?: string;
  ACCOUNTS: {
    getByName(name: string): { takeLetter(sender: string, letter: NewLetter): Promise<boolean> };
  };
}

/** The links of one account. */
export class Resets {
  readonly #stored: AccountStorage;
  readonly #env: ResetEnv;
  readonly #email: () => string;

  constructor(stored: AccountStorage, env: ResetEnv, email: () => string) {
    this.#stored = stored;
    this.#env = env;
    this.#email = email;
  }

  /** Makes a link, unless there were too many or no mail is set up. */
  async request({ network, block }: Sender, now: number): Promise<void> {
    if (!(await this.#hasRoom())) return;
    const recent = this.#stored.resets().filter(({ time }) => time > now - DAY_MS);
    const own = recent.filter((reset) => reset.network === network && reset.time > now - HOUR_MS);
    const ofBlock = recent.filter((reset) => reset.block === block);
    const isTooMuch =
      recent.length >= MOST_IN_A_DAY || ofBlock.length >= MOST_OF_A_BLOCK || own.length >= MOST_OF_A_NETWORK;
    if (!hasMail(this.#env) || isTooMuch) return;
    const reset = { nonce: newNonce(), messageId: crypto.randomUUID(), network, block, time: now };
    this.#stored.putResets([...recent, { ...reset, attempts: 0, sendTime: now }]);
  }

  /** Returns when a link expires; undefined for one that was used, is too old or unknown. Milliseconds since the epoch. */
  validUntil(nonce: string, now: number): number | undefined {
    const reset = this.#stored.resets().find((each) => each.nonce === nonce);
    if (reset === undefined || reset.isEnded === true || now >= reset.time + RESET_MS) return undefined;
    return reset.time + RESET_MS;
  }

  /** Ends all links after one was used. */
  endAll(): void {
    const ended = this.#stored.resets().map((reset) => {
      const { sendTime: _, ...kept } = reset;
      return { ...kept, isEnded: true };
    });
    this.#stored.putResets(ended);
  }

  /** Forgets what no longer counts. */
  forgetOld(now: number): void {
    this.#stored.putResets(this.#stored.resets().filter(({ time }) => time > now - DAY_MS));
  }

  /** Sends the links that are due. */
  async sendDue(now: number): Promise<void> {
    const due = this.#stored.resets().filter(({ sendTime = Infinity }) => sendTime <= now);
    for (const reset of due) {
      const wait = WAITS_MS[reset.attempts];
      const next = wait === undefined || now + wait >= reset.time + RESET_MS ? undefined : now + wait;
      this.#change(reset.nonce, { attempts: reset.attempts + 1, sendTime: next });
      const { outcome } = await sendMail(this.#env, this.#mailOf(reset), reset.time);
      if (outcome !== 'failed') this.#change(reset.nonce, { sendTime: undefined });
    }
  }

  /** Returns when there is something to do, in milliseconds since the epoch. */
  times(): number[] {
    return this.#stored.resets().map(({ sendTime, time }) => sendTime ?? time + DAY_MS);
  }

  /** Counts a link at the mailbox of an address with a tag, of which there may be any number. */
  async #hasRoom(): Promise<boolean> {
    const email = this.#email();
    const mailbox = mailboxKey(email);
    if (mailbox === emailKey(email)) return true;
    const letter = { letterId: crypto.randomUUID(), isLink: false };
    return within(this.#env.ACCOUNTS.getByName(mailbox).takeLetter(SENDER, letter), MAILBOX_MS, true);
  }

  #change(nonce: string, change: { attempts?: number; sendTime: number | undefined }): void {
    const { sendTime, ...others } = change;
    this.#stored.putResets(
      this.#stored.resets().map(({ sendTime: before, ...reset }) => {
        if (reset.nonce !== nonce) return before === undefined ? reset : { ...reset, sendTime: before };
        return { ...reset, ...others, ...(sendTime === undefined ? {} : { sendTime }) };
      }),
    );
  }

  #mailOf({ nonce, messageId }: Reset): Parameters<typeof sendMail>[1] {
    const { PUBLIC_URL: origin = '', OPERATOR_TOKEN: secret } = this.#env;
    const title = 'Choose a new password for Leadline';
    const url = linkUrl(origin, accountToken({ email: this.#email(), nonce }, secret));
    const body = writeTemplate({
      title,
      paragraphs: [
        'Somebody asked for a new password for this address. The link works once, for 30 minutes.',
        'If it was not you, ignore this message: the password stays as it is.',
      ],
      action: { label: 'Choose a new password', url },
      footer: 'You get this because this address signs in to Leadline.',
    });
    return { id: messageId, to: { email: this.#email() }, subject: title, ...body };
  }
}
