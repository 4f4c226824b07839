/** How many forms are kept in an hour. */
import { SenderLimit, SenderLimits } from '../../shared/limits/sender-limit.ts';
import type { Sender } from '../../shared/limits/networks.ts';

/** Forms of a network in an hour: more are spam, and of even more none are kept. Many people may share a network. */
const FORMS_OF_PEOPLE = 20;
const FORMS_OF_NETWORK = 60;
/** Forms of a /48 in an hour, of which one sender may have every network. */
const FORMS_OF_BLOCK = 180;
/** The first forms of a /48 in an hour. They have room of their own, so that a flood from elsewhere does not use up that of customers. */
const FIRST_FORMS = 3;
/** Forms of a company in an hour that are kept, so that senders with many networks cannot fill its database: first ones, and others. */
const FORMS_OF_COMPANY = 3_000;

/** Counts the forms of the last hour. */
export class FormLimits {
  readonly #people = new SenderLimit(FORMS_OF_PEOPLE);
  readonly #senders = new SenderLimits({ network: FORMS_OF_NETWORK, block: FORMS_OF_BLOCK });
  readonly #first = new SenderLimit(FIRST_FORMS);
  readonly #company = {
    first: new SenderLimit(FORMS_OF_COMPANY),
    others: new SenderLimit(FORMS_OF_COMPANY),
  };

  /** Counts a form. @returns whether it is kept, kept as spam, or dropped */
  take(sender: Sender, now: number): 'kept' | 'spam' | 'dropped' {
    const isFlood = !this.#people.take(sender.network, now);
    if (!this.#senders.take(sender, now)) return 'dropped';
    const { first, others } = this.#company;
    const hasRoom = (this.#first.take(sender.block, now) ? first : others).take('', now);
    if (!hasRoom) return 'dropped';
    return isFlood ? 'spam' : 'kept';
  }

  /** Does nothing: forms count whether or not they were saved. */
  forget(): void {}
}
