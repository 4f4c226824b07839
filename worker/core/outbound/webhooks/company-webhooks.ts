/** The memory of a company's webhooks: the receivers and the messages in flight. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { type CompanySettings, settingsOf } from '../../company/settings/settings.ts';
import { NOTIFICATION_WEBHOOK, type WebhookRecord } from './schema.ts';
import { listReceivers } from './webhook-store.ts';

/** Most messages in flight to a receiver whose last attempt succeeded. For other receivers it is one, which may hang. */
const MAX_SENDING_TO_ONE = 2;
/** Most messages in flight to all failing receivers together. The other lanes are for the other receivers. */
const MAX_SENDING_TO_FAILING = 2;

/** The result of the last attempt for a receiver. */
interface Health {
  /** `new` before the first attempt. */
  state: 'new' | 'well' | 'failing';
  /** The end of the last attempt, in milliseconds since the epoch; 0 before the first. */
  time: number;
}

interface Receiver {
  id: string;
  health: Health;
  /** Whether its messages keep their order. */
  isChat: boolean;
}

const UNTRIED: Health = { state: 'new', time: 0 };

/** Returns the webhooks of a company from its object's memory. */
export function webhooksOf({ memory }: Pick<CompanyState, 'memory'>): CompanyWebhooks {
  return memory.of(CompanyWebhooks);
}

export class CompanyWebhooks {
  readonly #database: Database;
  readonly #settings: CompanySettings;
  /** The webhook of each message in flight. */
  readonly #sending = new Map<string, string>();
  #known: WebhookRecord[] | undefined;
  #notifications = UNTRIED;

  constructor(company: CompanyState) {
    this.#database = company.database;
    this.#settings = settingsOf(company);
  }

  /** Returns the active webhooks and chat channels. Their positions are those of the time when they were read. */
  active(): readonly WebhookRecord[] {
    return this.#receiversOfCompany().filter(({ state }) => state === 'active');
  }

  /** Returns when the first key of a REST hook expires, in milliseconds since the epoch; Infinity if none does. */
  firstExpiry(): number {
    return Math.min(...this.#receiversOfCompany().map(({ subscriber }) => subscriber?.until ?? Infinity));
  }

  /** Forgets the webhooks, so that the next read comes from the database. */
  forget(): void {
    this.#known = undefined;
  }

  /**
   * Returns the ids of the webhooks to which a message can be sent now, in order: the active ones and the one in the options,
   * except busy ones. Failing receivers come last and share a few lanes, so that the others get their messages even if many
   * receivers hang.
   */
  free(): string[] {
    const busy = this.#busy();
    const failing = this.#receivers().filter(({ health }) => health.state === 'failing');
    const isFull = failing.reduce((sum, { id }) => sum + (busy.get(id) ?? 0), 0) >= MAX_SENDING_TO_FAILING;
    const rank = ({ id, health }: Receiver): number =>
      health.state === 'failing' ? MAX_SENDING_TO_ONE : (busy.get(id) ?? 0);
    return this.#receivers()
      .filter(({ id, health, isChat }) => {
        if (health.state === 'failing' && isFull) return false;
        return (busy.get(id) ?? 0) < (health.state === 'well' && !isChat ? MAX_SENDING_TO_ONE : 1);
      })
      .sort((left, right) => rank(left) - rank(right) || left.health.time - right.health.time)
      .map(({ id }) => id);
  }

  /** Records the result of an attempt. For a webhook it is also in its row, for the webhook in the options only here. */
  rememberAttempt(webhookId: string, isDelivered: boolean): void {
    if (webhookId === NOTIFICATION_WEBHOOK) {
      this.#notifications = { state: isDelivered ? 'well' : 'failing', time: Date.now() };
    }
    this.forget();
  }

  /** Returns the messages in flight. */
  sending(): string[] {
    return [...this.#sending.keys()];
  }

  /** Sends a message. While it is in flight, `free` and `sending` take it into account. */
  async whileSending(
    { deliveryId, webhookId }: { deliveryId: string; webhookId: string },
    send: () => Promise<unknown>,
  ): Promise<void> {
    this.#sending.set(deliveryId, webhookId);
    try {
      await send();
    } finally {
      this.#sending.delete(deliveryId);
    }
  }

  #receiversOfCompany(): readonly WebhookRecord[] {
    this.#known ??= listReceivers(this.#database);
    return this.#known;
  }

  #receivers(): Receiver[] {
    const receivers = this.active().map(({ webhookId: id, lastAttempt, failingSince, chat }): Receiver => ({
      id,
      isChat: chat !== null,
      health:
        lastAttempt === null
          ? UNTRIED
          : { state: failingSince === null ? 'well' : 'failing', time: lastAttempt.time },
    }));
    if (this.#settings.options().notification_webhook !== null) {
      receivers.push({ id: NOTIFICATION_WEBHOOK, health: this.#notifications, isChat: false });
    }
    return receivers;
  }

  /** Counts the messages in flight to each webhook. */
  #busy(): Map<string, number> {
    const busy = new Map<string, number>();
    for (const id of this.#sending.values()) busy.set(id, (busy.get(id) ?? 0) + 1);
    return busy;
  }
}
