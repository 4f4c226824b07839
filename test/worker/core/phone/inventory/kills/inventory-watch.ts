/** Watches what a company asks of its carrier, and notes everything that must not happen. */
import type { CarrierNumber } from '../../../../../../worker/core/phone/inventory/schema.ts';
import type { CarrierRequest, Deed } from '../../../../../harness/carrier/markets/fake-carrier.ts';
import type { InventoryRun } from './inventory-run.ts';

/** A number that was called less long ago is in use. */
export const QUIET_MS: number = 30 * 24 * 60 * 60_000;
/** Numbers that the company has, and numbers whose order is not over. */
export const HELD: ReadonlySet<string> = new Set(['active', 'imported', 'quarantined']);
const OPEN: ReadonlySet<string> = new Set(['wanted', 'buying', 'unsure', 'pending']);

export class InventoryWatch {
  /** What must not happen, as it happened. */
  readonly violations: string[] = [];
  /** What happened, for whoever looks for the reason of a violation. */
  readonly diary: string[] = [];
  /** Numbers that the settings name, and when numbers were called. */
  readonly uses = new Set<string>();
  readonly calls = new Map<string, number>();
  readonly #run: InventoryRun;
  /** What a number had before the company changed it. */
  readonly #before = new Map<string, string>();
  /** What a number has that the company must not change, or that it has put back. */
  readonly #others = new Map<string, string>();
  /** Bought numbers that a user imported and put back. */
  readonly #handedBack = new Set<string>();
  readonly #drops: string[] = [];

  constructor(run: InventoryRun) {
    this.#run = run;
    run.network.sent = (request) => this.#look(request);
  }

  /** Others use a number as it is now. */
  leave(number: string): void {
    this.#others.set(number, this.#run.carrier.settingsOf(number));
  }

  /** Others have changed a number. */
  changed(number: string): void {
    this.note(`others change ${number}`);
    if (this.#others.has(number)) this.leave(number);
  }

  /** Others have given a number back. */
  dropped(number: string): void {
    this.note(`others drop ${number}`);
    this.#drops.push(number);
    this.#before.delete(number);
    this.#others.delete(number);
    this.#handedBack.delete(number);
  }

  /** Users want numbers for the company that others have used. */
  claimed(numbers: readonly string[]): void {
    for (const number of numbers) this.#others.delete(number);
  }

  /** Once the company has saved what a number has, this is what it puts back. */
  remember({ number, former }: CarrierNumber): void {
    if (former !== null && !this.#before.has(number)) {
      this.#before.set(number, this.#run.carrier.settingsOf(number));
    }
  }

  /** A number was put back: it has what it had before, byte for byte. */
  restored(number: string): void {
    const { carrier } = this.#run;
    this.note(`${number} put back`);
    const [before, now] = [this.#before.get(number), carrier.settingsOf(number)];
    this.#before.delete(number);
    if (!carrier.has(number)) return;
    if (before !== undefined && before !== now) this.violate(`${number} has ${now} instead of ${before}`);
    this.leave(number);
    if (carrier.ledger.includes(number)) this.#handedBack.add(number);
  }

  /** Compares what the company knows with what the carrier has. */
  check(): void {
    const records = this.#run.records();
    const known = records.filter((each) => HELD.has(each.state) && each.wiring !== 'gone');
    for (const { number, state } of records.filter((each) => OPEN.has(each.state))) {
      this.violate(`${number} is still ${state}`);
    }
    this.#checkMoney(known);
    this.#checkWiring(known);
    for (const fault of this.#run.carrier.faults) this.violate(fault);
  }

  note(text: string): void {
    this.diary.push(`${new Date().toISOString()} ${text}`);
  }

  violate(text: string): void {
    this.note(`!!! ${text}`);
    this.violations.push(text);
  }

  /** Money spent = numbers held. */
  #checkMoney(known: readonly CarrierNumber[]): void {
    const { carrier } = this.#run;
    const spent = new Set(carrier.ledger.filter((number) => carrier.has(number)));
    const held = new Set(known.map(({ number }) => number));
    for (const number of spent) {
      if (!held.has(number) && !this.#handedBack.has(number)) {
        this.violate(`${number} was paid for and is forgotten`);
      }
    }
    for (const { number, isBought } of known) {
      if (isBought && !spent.has(number)) this.violate(`${number} is held and was not paid for`);
      if (!carrier.has(number)) this.violate(`${number} is held and not there`);
    }
    const gone = [...carrier.released, ...this.#drops];
    for (const number of new Set(carrier.ledger)) {
      const times = (list: readonly string[]): number => list.filter((each) => each === number).length;
      if (times(carrier.ledger) > times(gone) + 1) this.violate(`${number} was bought twice`);
    }
  }

  #checkWiring(known: readonly CarrierNumber[]): void {
    const { carrier, lane } = this.#run;
    for (const { number, wiring } of known) {
      const isHere = carrier.callsOf(number) === lane;
      if (isHere !== (wiring === 'ready')) this.violate(`${number} is said to be ${wiring}`);
    }
    for (const [number, settings] of this.#others) {
      if (carrier.has(number) && carrier.settingsOf(number) !== settings)
        this.violate(`${number} was changed`);
    }
  }

  /** Looks at each request that leaves, before anything happens to it. */
  #look(request: CarrierRequest): void {
    const deed = this.#run.carrier.deedOf(request);
    if (deed === undefined) return;
    const record = this.#run.record(deed.number);
    this.note(`${deed.kind} ${deed.number} ${record?.state ?? 'unknown'} ${record?.task ?? ''}`);
    if (deed.kind === 'buy' && record?.state !== 'buying') {
      this.violate(`${deed.number} is bought without an order`);
    }
    if (deed.kind === 'change') this.#lookAtChange(deed, record);
    if (deed.kind === 'release') this.#lookAtRelease(deed, record);
  }

  #lookAtChange({ number }: Deed, record: CarrierNumber | undefined): void {
    const isTask = record?.task === 'wire' || record?.task === 'put_back';
    if (!isTask) this.violate(`${number} is changed without a task`);
    if (record?.isBought === false && !this.#before.has(number)) {
      this.#before.set(number, this.#run.carrier.settingsOf(number));
    }
  }

  #lookAtRelease({ number }: Deed, record: CarrierNumber | undefined): void {
    const isDue = record?.state === 'quarantined' && (record.releaseTime ?? Infinity) <= Date.now();
    const isCalled = (this.calls.get(number) ?? 0) > Date.now() - QUIET_MS;
    if (!isDue) this.violate(`${number} is given back too early`);
    if (this.uses.has(number) || isCalled) this.violate(`${number} is given back while it is used`);
    if (this.#run.carrier.callsOf(number) !== this.#run.lane) {
      this.violate(`${number} is given back while others use it`);
    }
  }
}
