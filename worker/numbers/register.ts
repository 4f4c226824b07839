/** The Durable Object that knows which company holds which number: the one of a deployment, so that two companies never get the same. */
import { DurableObject } from 'cloudflare:workers';
import { NOBODY, type OtherCompanies } from '../accounts/other-companies.ts';
import type { HeldNumber, Holdings, NumberHolders } from '../shared/contact/number-holders.ts';
import { phoneBookKey, settingsKey } from '../shared/cache-keys.ts';
import { within } from '../shared/limits/bounded-wait.ts';
import { logFailure } from '../shared/log.ts';
import { HolderStorage } from './holders.ts';

/** The storage key of the mark that the companies from before the register were asked. */
const HAS_LEARNED = 'has_learned';
/** Most companies that are asked at first: the platform limits the requests of an event. The others tell by themselves. */
const MOST_ASKED = 500;
const ASKED_AT_ONCE = 20;
const TIMEOUT_MS = 3_000;

/** The bindings of the register. */
export interface RegisterEnv {
  CACHE: KVNamespace;
  COMPANIES: Pick<OtherCompanies, 'getByName'>;
}

/** Named `REGISTER`. */
export class NumberRegister extends DurableObject<RegisterEnv> implements NumberHolders {
  readonly #holders = new HolderStorage(this.ctx.storage);
  /** The first questions to the companies that were there before the register. */
  #learning: Promise<void> | undefined;

  async claim(
    companyId: string,
    { numbers, isDryRun = false }: { numbers: readonly HeldNumber[]; isDryRun?: boolean },
  ): Promise<string[]> {
    await this.#learned();
    return isDryRun
      ? this.#holders.heldElsewhere(companyId, numbers)
      : this.#holders.claim(companyId, numbers, Date.now());
  }

  async keep(companyId: string, holdings: Holdings): Promise<{ elsewhere: string[]; again: number | null }> {
    return this.#holders.keep(companyId, holdings, Date.now());
  }

  async release(companyId: string): Promise<void> {
    this.#holders.release(companyId);
  }

  /**
   * Gives a number to a company, for the operator. It can be repeated after an interruption, since the others hold the number until
   * each has given it up.
   * @returns the companies that held it and no longer do
   */
  async move(number: string, companyId: string): Promise<string[]> {
    await this.#learned();
    const former = this.#holders.otherHolders(number, companyId);
    await Promise.all(
      former.map((id) => this.env.COMPANIES.getByName(id).askFor(NOBODY, { about: 'give_up', number })),
    );
    this.#holders.move(number, companyId, Date.now());
    return former;
  }

  async #learned(): Promise<void> {
    if (this.ctx.storage.kv.get(HAS_LEARNED) === true) return;
    this.#learning ??= this.#learn().finally(() => {
      this.#learning = undefined;
    });
    await this.#learning;
  }

  /** Asks the companies from before the register what they hold. One that does not answer tells by itself once it runs. */
  async #learn(): Promise<void> {
    const companyIds = await this.#publishedCompanies();
    for (let at = 0; at < companyIds.length; at += ASKED_AT_ONCE) {
      await Promise.all(companyIds.slice(at, at + ASKED_AT_ONCE).map((id) => this.#ask(id)));
    }
    this.ctx.storage.kv.put(HAS_LEARNED, true);
  }

  async #ask(companyId: string): Promise<void> {
    const asked = this.env.COMPANIES.getByName(companyId).askFor(NOBODY, { about: 'holdings' });
    const answer = await within(asked, TIMEOUT_MS, '{}');
    // A refusal: the company was erased.
    const { accounts, numbers } = JSON.parse(answer) as Partial<Holdings>;
    if (accounts !== undefined && numbers !== undefined) {
      this.#holders.keep(companyId, { accounts, numbers }, Date.now());
    }
  }

  async #publishedCompanies(): Promise<string[]> {
    const found = new Set<string>();
    let isWhole = true;
    for (const prefix of [settingsKey(''), phoneBookKey('')]) {
      const { keys, list_complete: isComplete } = await this.env.CACHE.list({ prefix, limit: MOST_ASKED });
      for (const { name } of keys) found.add(name.slice(prefix.length));
      isWhole &&= isComplete;
    }
    if (!isWhole || found.size > MOST_ASKED)
      logFailure({ part: 'numbers' }, new Error('Not every company was asked.'));
    return [...found].slice(0, MOST_ASKED);
  }
}
