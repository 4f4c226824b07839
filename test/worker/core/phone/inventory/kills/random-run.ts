/**
 * A random life of a company's numbers: users order, import, mend, put back and give back, other people change things at the
 * carrier, answers are lost and the object dies.
 */
import { vi } from 'vitest';
import type { BackgroundTask } from '../../../../../../worker/core/engine/context/background.ts';
import type { WriteContext } from '../../../../../../worker/core/engine/context/request-context.ts';
import { checkingNumbers } from '../../../../../../worker/core/phone/inventory/asking/daily-check.ts';
import { ASKING_CARRIERS } from '../../../../../../worker/core/phone/inventory/asking/tasks.ts';
import {
  keepNumber,
  mendNumber,
  putNumberBack,
  putNumbersBack,
  releaseNumber,
} from '../../../../../../worker/core/phone/inventory/keeping.ts';
import { changeMonthlyCap } from '../../../../../../worker/core/phone/inventory/ordering.ts';
import type { CarrierNumber } from '../../../../../../worker/core/phone/inventory/schema.ts';
import { Problem } from '../../../../../../worker/shared/http/problems.ts';
import { FakeTelnyx } from '../../../../../harness/carrier/markets/fake-telnyx.ts';
import { type Carrier, InventoryRun, ORIGIN } from './inventory-run.ts';
import { HELD, InventoryWatch, QUIET_MS } from './inventory-watch.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Numbers that the carrier sells, and numbers that the account has from the beginning. */
const SALE = 6;
const FOREIGN = 5;
/** The largest share of requests that are in trouble, and for how many steps. */
const MOST_TROUBLE = 0.5;
const MOST_TROUBLED_STEPS = 150;
const LONGEST_REQUEST_MS = 10_000;
/** The longest time that the fake Telnyx takes for an order. */
const LATEST_DELIVERY_MS = 3 * DAY_MS;
/** After this time without trouble, everything that was ordered is settled. */
const SETTLING_MS = 9 * DAY_MS;
const TASKS: readonly BackgroundTask[] = [...ASKING_CARRIERS, checkingNumbers];

export class RandomRun {
  readonly run: InventoryRun;
  readonly watch: InventoryWatch;
  /** How often something has happened. */
  readonly counts: Record<string, number> = {};
  readonly #sale: readonly string[] = numbers(1000, SALE);
  readonly #foreign: readonly string[] = numbers(2000, FOREIGN);
  readonly #all: readonly string[] = [...this.#sale, ...this.#foreign];
  #cap = 100;

  constructor(carrier: Carrier, seed: number) {
    this.run = new InventoryRun(carrier, seed);
    this.watch = new InventoryWatch(this.run);
    const { run } = this;
    run.carrier.onSale.push(...this.#sale);
    run.carrier.mostOnPage = 3;
    for (const number of this.#foreign) this.#own(number);
    if (run.carrier instanceof FakeTelnyx) this.#unsettle(run.carrier);
    if (run.random() < 0.3) this.#sellToOthers();
  }

  /** Lives through trouble, and then settles. */
  async live(): Promise<void> {
    const { run } = this;
    const steps = run.random() * MOST_TROUBLED_STEPS;
    run.trouble(run.random() * MOST_TROUBLE);
    run.network.meanwhile = () => {
      if (run.random() < 0.05) this.#act(run.random() * 0.79, run.random() * LONGEST_REQUEST_MS);
    };
    for (let step = 0; step < steps; step += 1) {
      if (run.random() < 0.4) this.#act(run.random());
      else await this.#step();
    }
    run.network.meanwhile = () => undefined;
    run.trouble(0);
    await this.#settle(Date.now() + SETTLING_MS);
    this.watch.check();
    // What was to be given back is given back by now.
    await this.#settle(Date.now() + 2 * QUIET_MS + SETTLING_MS, ASKING_CARRIERS);
    await this.#step();
    this.watch.check();
    const late = run.records().filter(({ releaseTime }) => (releaseTime ?? Infinity) < Date.now());
    for (const { number } of late) this.watch.violate(`${number} was not given back`);
  }

  async #settle(until: number, tasks = TASKS): Promise<void> {
    while (await this.#step(until, tasks));
    vi.setSystemTime(until);
    this.run.network.catchUp();
  }

  async #step(until?: number, tasks = TASKS): Promise<boolean> {
    const before = this.run.records();
    const isDone = await this.run.step(tasks, until);
    const after = new Map(this.run.records().map((each) => [each.number, each]));
    for (const record of after.values()) this.watch.remember(record);
    for (const record of before) this.#compare(record, after.get(record.number));
    return isDone;
  }

  #compare(before: CarrierNumber, now: CarrierNumber | undefined): void {
    if (now === undefined && before.task === 'put_back') {
      this.watch.restored(before.number);
      this.#count('restored');
    }
    if (now === undefined || now.state === before.state) return;
    this.#count(now.state);
    this.watch.note(`${before.number} ${before.state} -> ${now.state} ${now.detail ?? ''}`);
  }

  /** Somebody does something: from 0.8 on, others at the carrier. */
  #act(dice: number, pause = this.#pause()): void {
    vi.setSystemTime(Date.now() + pause);
    if (dice < 0.25) this.#order();
    else if (dice < 0.4) this.#import();
    else if (dice < 0.7) this.#change();
    else if (dice < 0.8) this.#use();
    else this.#happen();
  }

  /** People do things in quick succession, after some time, or weeks later. */
  #pause(): number {
    const { random } = this.run;
    const dice = random();
    if (dice < 0.05) return 31 * DAY_MS;
    return dice < 0.5 ? random() * 20_000 : random() * 3 * HOUR_MS;
  }

  #order(): void {
    const before = new Set(this.run.records().flatMap((each) => (isOver(each) ? [] : each.number)));
    const made = this.#try('order', () => this.run.order(this.#some(this.#all)));
    const fresh = made?.filter(({ number }) => !before.has(number)) ?? [];
    const costing = this.run.records().filter((each) => !isOver(each) && each.wiring !== 'gone');
    const cost = costing.reduce((sum, { price }) => sum + price.amount, 0);
    if (fresh.length > 0 && cost > this.#cap + 1e-9)
      this.watch.violate(`${cost} is above the cap of ${this.#cap}`);
  }

  #import(): void {
    const wanted = this.#some(this.#all);
    const made = this.#try('import', () => this.run.import(wanted));
    if (made !== undefined) this.watch.claimed(wanted);
  }

  /** A user changes some of the numbers. */
  #change(): void {
    const { random } = this.run;
    const held = this.run.records().filter((each) => HELD.has(each.state) || random() < 0.1);
    const ids = this.#some(held.map(({ numberId }) => numberId));
    const [id] = ids;
    if (id === undefined) return;
    const change = (name: string, work: (context: WriteContext) => unknown): void => {
      this.#try(name, () => this.run.write(work));
    };
    const dice = random();
    if (dice < 0.15) change('mend', (context) => mendNumber(context, id, ORIGIN));
    else if (dice < 0.3) change('put back', (context) => putNumberBack(context, id));
    else if (dice < 0.4) change('put all back', (context) => putNumbersBack(context, ids));
    else if (dice < 0.8) change('release', (context) => releaseNumber(context, id));
    else if (dice < 0.9) change('keep', (context) => keepNumber(context, id));
    else {
      this.#cap = Math.round(random() * 12);
      change('cap', (context) => changeMonthlyCap(context, this.#cap));
    }
  }

  /** A number comes into the settings or out of them, or is called. */
  #use(): void {
    const { run, watch } = this;
    const [number = ''] = this.#some(this.#all);
    if (run.random() < 0.3) {
      run.call(number);
      watch.calls.set(number, Date.now());
      return;
    }
    if (!watch.uses.delete(number)) watch.uses.add(number);
    run.use([...watch.uses]);
  }

  /** Somebody does something at the carrier. */
  #happen(): void {
    const { carrier, random } = this.run;
    const [number = ''] = this.#some(this.#all);
    const dice = random();
    if (dice < 0.2) this.#sellToOthers();
    else if (!carrier.has(number)) return;
    else if (dice < 0.3) {
      carrier.drop(number);
      this.watch.dropped(number);
    } else {
      carrier.repoint(number);
      this.watch.changed(number);
    }
  }

  #sellToOthers(): void {
    const { carrier } = this.run;
    const [number = ''] = this.#some(this.#sale);
    if (carrier.has(number)) return;
    this.watch.note(`others buy ${number}`);
    carrier.taken.add(number);
  }

  /** The account has a number that others use. */
  #own(number: string): void {
    const { carrier, random } = this.run;
    const isSpecial = random() < 0.5;
    if (carrier instanceof FakeTelnyx) {
      const forwarding = { forwards_to: '+12125550199', forwarding_type: 'always' };
      const trunk = { connection_id: random() < 0.5 ? null : '7712', connection_name: 'Trunk' };
      carrier.own(number, { ...(isSpecial ? { forwarding } : {}), ...(random() < 0.3 ? trunk : {}) });
    } else {
      const addresses = { voice_url: 'https://old.example', voice_method: 'GET' };
      carrier.own(number, isSpecial ? { trunk_sid: 'TK1' } : addresses);
    }
    this.watch.leave(number);
  }

  /** Orders at Telnyx are delivered at once, later, or never. */
  #unsettle(carrier: FakeTelnyx): void {
    const { random } = this.run;
    carrier.numbers.noneIs = random() < 0.5 ? '' : null;
    carrier.deliver = () => ({
      delayMs: random() < 0.4 ? 0 : random() * (random() < 0.7 ? HOUR_MS : LATEST_DELIVERY_MS),
      isDelivered: random() < 0.8,
      isListed: random() < 0.5,
    });
    for (const number of this.#sale) {
      if (random() < 0.2) carrier.numbers.mute.add(number);
      if (random() < 0.1) carrier.costs.set(number, '3.00000');
    }
  }

  /** Writes as a user. A refusal is an answer, too. */
  #try<Result>(name: string, work: () => Result): Result | undefined {
    this.watch.note(name);
    try {
      const result = work();
      this.#count(name);
      return result;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#count(`${name}: ${error.code}`);
      return undefined;
    }
  }

  #some<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    const count = Math.min(1 + Math.floor(this.run.random() * 3), items.length);
    return Array.from({ length: count }, () =>
      left.splice(Math.floor(this.run.random() * left.length), 1),
    ).flat();
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

function numbers(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `+1512555${first + index}`);
}

function isOver({ state }: CarrierNumber): boolean {
  return state === 'refused' || state === 'released';
}
