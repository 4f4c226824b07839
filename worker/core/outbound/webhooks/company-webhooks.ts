/** The memory of a company's webhooks: receivers, and messages in flight. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import { type CompanySettings, settingsOf } from '../../company/settings/settings.ts';
import { NOTIFICATION_WEBHOOK, type WebhookRecord } from './schema.ts';
import { listWebhooks } from './webhook-store.ts';

/** Messages in flight to a receiver whose last attempt succeeded; to any other it is one, which may hang. */
const MAX_SENDING_TO_ONE = 2;
/** Messages in flight to all failing receivers together; the other lanes are for the rest. */
const MAX_SENDING_TO_FAILING = 2;

/** How sending to a receiver went last. */
interface Health {
  /** `new`: nothing was sent to it yet. */
  state: 'new' | 'well' | 'failing';
  /** When an attempt ended last, in milliseconds since the epoch; 0 before the first. */
  time: number;
}

interface Receiver {
  id: string;
  health: Health;
}

const UNTRIED: Health = { state: 'new', time: 0 };

/** The webhooks of a company, as its object remembers them. */
export function webhooksOf({ memory }: Pick<CompanyState, 'memory'>): CompanyWebhooks {
  return memory.of(CompanyWebhooks);
}

export class CompanyWebhooks {
  readonly #database: Database;
  readonly #settings: CompanySettings;
  /** Webhook by the message that is being sent to it. */
  readonly #sending = new Map<string, string>();
  #active: WebhookRecord[] | undefined;
  #notifications = UNTRIED;

  constructor(company: CompanyState) {
    this.#database = company.database;
    this.#settings = settingsOf(company);
  }

  /** The webhooks that are sent to; their positions are those of when they were read. */
  active(): readonly WebhookRecord[] {
    this.#active ??= listWebhooks(this.#database).filter(({ state }) => state === 'active');
    return this.#active;
  }

  /** Reads everything anew from here on. */
  forget(): void {
    this.#active = undefined;
  }

  /**
   * Returns the ids of the webhooks that can be sent to now, in order: active ones and that of the options, except busy ones.
   * Failing receivers come last and share a few lanes, so that the others get their messages however many hang.
   */
  free(): string[] {
    const busy = this.#busy();
    const failing = this.#receivers().filter(({ health }) => health.state === 'failing');
    const isFull = failing.reduce((sum, { id }) => sum + (busy.get(id) ?? 0), 0) >= MAX_SENDING_TO_FAILING;
    const rank = ({ id, health }: Receiver): number =>
      health.state === 'failing' ? MAX_SENDING_TO_ONE : (busy.get(id) ?? 0);
    return this.#receivers()
      .filter(({ id, health }) => {
        if (health.state === 'failing' && isFull) return false;
        return (busy.get(id) ?? 0) < (health.state === 'well' ? MAX_SENDING_TO_ONE : 1);
      })
      .sort((left, right) => rank(left) - rank(right) || left.health.time - right.health.time)
      .map(({ id }) => id);
  }

  /** Notes how an attempt went. That of a webhook is in its row, that of the webhook in the options is remembered here. */
  noteAttempt(webhookId: string, isDelivered: boolean): void {
    if (webhookId === NOTIFICATION_WEBHOOK) {
      this.#notifications = { state: isDelivered ? 'well' : 'failing', time: Date.now() };
    }
    this.forget();
  }

  /** The messages that are being sent. */
  sending(): string[] {
    return [...this.#sending.keys()];
  }

  /** Sends a message; `free` and `sending` tell that it is on its way. */
  async whileSending(
    { deliveryId, webhookId }: { deliveryId: string; webhookId: string },
    send: () => Promise<void>,
  ): Promise<void> {
    this.#sending.set(deliveryId, webhookId);
    try {
      await send();
    } finally {
      this.#sending.delete(deliveryId);
    }
  }

  #receivers(): Receiver[] {
    const receivers = this.active().map(({ webhookId: id, lastAttempt, failingSince }): Receiver => ({
      id,
      health:
        lastAttempt === null
          ? UNTRIED
          : { state: failingSince === null ? 'well' : 'failing', time: lastAttempt.time },
    }));
    if (this.#settings.options().notification_webhook !== null) {
      receivers.push({ id: NOTIFICATION_WEBHOOK, health: this.#notifications });
    }
    return receivers;
  }

  /** How many messages are on their way to each. */
  #busy(): Map<string, number> {
    const busy = new Map<string, number>();
    for (const id of this.#sending.values()) busy.set(id, (busy.get(id) ?? 0) + 1);
    return busy;
  }
}
