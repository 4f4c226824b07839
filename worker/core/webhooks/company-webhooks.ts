/** What a company's object remembers of its webhooks: whom there is to send to, and what is on its way. */
import type { CompanyState } from '../core-app.ts';
import type { Database } from '../database.ts';
import { type CompanySettings, settingsOf } from '../settings/settings.ts';
import { NOTIFICATION_WEBHOOK, type WebhookRecord } from './schema.ts';
import { listWebhooks } from './webhook-store.ts';

/** Messages on their way to one receiver, so that one that hangs does not take every lane. */
const MAX_SENDING_TO_ONE = 2;

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

  /** The ids of those that can be sent to now: the active ones and that in the options, but for those that are busy. */
  free(): string[] {
    const ids = this.active().map(({ webhookId }) => webhookId);
    if (this.#settings.options().notification_webhook !== null) ids.push(NOTIFICATION_WEBHOOK);
    const busy = [...this.#sending.values()];
    return ids.filter((id) => busy.filter((each) => each === id).length < MAX_SENDING_TO_ONE);
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
}
