/**
 * Asks carriers for what is saved as to be done. A purchase is saved before the carrier is asked. If its answer is lost, or the
 * object is killed, the number is read back: it is bought, or asked for again. So each number is bought once, and none is forgotten.
 */
import { addressRules, type CompanyContext, type CoreEnv } from '../../../engine/context/company-context.ts';
import type { BackgroundTask } from '../../../engine/context/background.ts';
import { callBy } from '../../../engine/context/contexts.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { commit } from '../../../engine/commit/commit.ts';
import { ADDRESS_USES, isSameAddress } from '../../accounts/addresses.ts';
import { readCallSettings } from '../../ringing/settings.ts';
import { CARRIERS } from '../../ringing/settings-schema.ts';
import type { Asked, CarrierMarket, OurAddresses, OwnedNumber } from '../markets/carrier-market.ts';
import { marketOf, ourAddresses } from '../markets/markets.ts';
import { deleteNumber, findNumber, nextNumber, saveNumber } from '../number-store.ts';
import { kept, useOf } from '../ordering.ts';
import type { CarrierNumber } from '../schema.ts';

/** Longer than a request takes. After it, nobody waits for the answer any more. */
const CUT_OFF_MS = 45_000;
/** Waits before a number is read back, and before a failed request is repeated. */
const WAITS_MS = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000];
/** How often a number is read back before the carrier is asked for it again. */
const READ_BACKS = 3;
/** How often a carrier is asked to sell a number. */
const ASKS = 3;
const DAY_MS = 24 * 60 * 60_000;

/** What a task needs. */
interface Work {
  company: CompanyContext;
  record: CarrierNumber;
  market: CarrierMarket;
  ours: OurAddresses;
}

/** Each carrier has its own task, so that a hanging one does not delay the others. */
export const ASKING_CARRIERS: readonly BackgroundTask[] = CARRIERS.map((carrier) => ({
  kind: `numbers at ${carrier}`,
  nextTime: ({ database }) => nextNumber(database, carrier)?.nextTime ?? undefined,
  run: async (company, env) => {
    const record = nextNumber(company.database, carrier);
    if (record === undefined || record.nextTime === null || record.nextTime > Date.now()) return;
    await doTask(company, env, record);
  },
}));

async function doTask(company: CompanyContext, env: CoreEnv, record: CarrierNumber): Promise<void> {
  const account = readCallSettings(company.database).settings.carriers.find(
    (each) => each.carrier === record.carrier && each.account_id === record.accountId,
  );
  const market = account && marketOf(account, addressRules(env));
  if (market === undefined) {
    // Nobody knows whether it was bought while the account was there.
    change(company, record, () =>
      record.state === 'wanted' && record.askedTime === null
        ? refused('The call settings no longer have the account.')
        : later(record, 'The call settings no longer have the account.'),
    );
    return;
  }
  const { carrier, origin } = record;
  const ours = ourAddresses(carrier, { origin, companyId: company.companyId });
  const work = { company, record, market, ours };
  if (record.task === 'buy') await buy(work);
  else if (record.task === 'release') await release(work);
  else await rewire(work);
}

/** Buys a number: looks whether the account has it, then asks for it, or reads back what became of the last request. */
async function buy(work: Work): Promise<void> {
  const { company, record, market, ours } = work;
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    const isHopeless = found.kind === 'refused' && record.askedTime === null;
    change(company, record, () => (isHopeless ? refused(found.detail) : later(record, found.detail)));
    return;
  }
  if (found.value !== undefined) {
    const owned = found.value;
    change(company, record, () =>
      // The carrier would only change its addresses, and another application may use it.
      record.askedTime === null
        ? refused('The account has this number already; import it instead.')
        : bought(owned.carrierNumberId),
    );
    return;
  }
  if (record.state !== 'wanted') {
    change(company, record, () => notFound(record));
    return;
  }
  const asking = change(company, record, (context) => ({
    state: 'buying' as const,
    askedTime: record.askedTime ?? context.now,
    nextTime: context.now + CUT_OFF_MS,
  }));
  if (asking === undefined) return;
  const { number, name } = record;
  const answer = await market.buy(number, { name, addresses: ours });
  change(company, asking, () => afterBuying(asking, answer));
}

function afterBuying(record: CarrierNumber, answer: Asked<string>): Partial<CarrierNumber> {
  if (answer.kind === 'done') return bought(answer.value);
  // After an earlier request without an answer, the refusal may only say that the number is sold: to us.
  const isClear = answer.kind === 'refused' && record.attempts === 0;
  if (isClear) return refused(answer.detail);
  return { ...later(record, answer.detail), state: 'unsure' };
}

/** A number is not there although it was asked for: it is looked for again, then asked for again, and then given up. */
function notFound(record: CarrierNumber): Partial<CarrierNumber> {
  const { attempts, detail } = record;
  if (attempts >= ASKS * READ_BACKS) return refused(detail ?? 'The carrier did not sell the number.');
  const isSettled = attempts > 0 && attempts % READ_BACKS === 0;
  if (isSettled) return { state: 'wanted', attempts: attempts + 1, nextTime: Date.now() };
  return {
    ...later(record, detail ?? 'It is not known whether the carrier has sold the number.'),
    state: 'unsure',
  };
}

/** Gives a number our addresses, or those that it had. */
async function rewire({ company, record, market, ours }: Work): Promise<void> {
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    change(company, record, () => failed(record, found));
    return;
  }
  const owned = found.value;
  if (owned === undefined) {
    change(company, record, (context) => ({
      ...settled(record),
      wiring: 'gone',
      checkedTime: context.now,
      detail: 'The account does not have the number.',
    }));
    return;
  }
  if (record.task === 'put_back') {
    const answer = await market.putBack(owned, record.former ?? {});
    if (answer.kind === 'done') {
      commit(company, callBy(company, ACTOR), ({ database }) => deleteNumber(database, record.numberId));
    } else change(company, record, () => failed(record, answer));
    return;
  }
  const known = keepFormer(company, record, owned);
  if (known === undefined) return;
  const answer = await giveOurs(market, owned, ours);
  change(company, known, (context) =>
    answer.kind === 'done' ? { ...settled(known), ...wired(context.now) } : failed(known, answer),
  );
}

/** Saves what a number had before we change it for the first time. */
function keepFormer(
  company: CompanyContext,
  record: CarrierNumber,
  { carrierNumberId, name, settings }: OwnedNumber,
): CarrierNumber | undefined {
  const isFirst = !record.isBought && record.former === null;
  return change(company, record, () => ({
    carrierNumberId,
    ...(isFirst ? { former: settings, name } : {}),
  }));
}

async function giveOurs(
  market: CarrierMarket,
  owned: OwnedNumber,
  ours: OurAddresses,
): Promise<Asked<undefined>> {
  const isReady = ADDRESS_USES.every((use) => isSameAddress(owned.addresses[use], ours[use]));
  return isReady ? { kind: 'done', value: undefined } : market.wire(owned, ours);
}

/** Gives a number back, unless something uses it after all. */
async function release({ company, record, market }: Work): Promise<void> {
  const { number, carrierNumberId } = record;
  const use = useOf({ database: company.database, memory: company.memory, now: Date.now() }, number);
  if (use !== undefined || carrierNumberId === null) {
    change(company, record, () => ({ ...kept(record), detail: use ?? 'The carrier’s id is not known.' }));
    return;
  }
  const answer = await market.release(carrierNumberId);
  change(company, record, () =>
    answer.kind === 'done'
      ? { state: 'released', task: null, nextTime: null, wiring: 'gone', detail: null }
      : later(record, answer.detail),
  );
}

function bought(carrierNumberId: string): Partial<CarrierNumber> {
  return { ...DONE, state: 'active', carrierNumberId, wiring: 'ready', checkedTime: Date.now() };
}

/** What the record of a number becomes that the account has although its order had been given up. Its id is read next. */
export function foundAfterAll(): Partial<CarrierNumber> {
  return { ...DONE, state: 'active', task: 'wire', nextTime: Date.now() };
}

function wired(now: number): Partial<CarrierNumber> {
  return { wiring: 'ready', checkedTime: now };
}

function refused(detail: string): Partial<CarrierNumber> {
  return { ...DONE, state: 'refused', detail };
}

/** The task is over; a number that is to be given back stays so. */
function settled({ releaseTime }: CarrierNumber): Partial<CarrierNumber> {
  return releaseTime === null ? DONE : { ...DONE, task: 'release', nextTime: releaseTime };
}

/** A request that the carrier refused is over, one without an answer is repeated. */
function failed(
  record: CarrierNumber,
  answer: Exclude<Asked<unknown>, { kind: 'done' }>,
): Partial<CarrierNumber> {
  if (answer.kind === 'refused') return { ...settled(record), detail: answer.detail };
  return later(record, answer.detail);
}

const DONE = { task: null, nextTime: null, attempts: 0, detail: null } as const;
const ACTOR = { kind: 'system', name: 'numbers' } as const;

function later({ attempts }: CarrierNumber, detail: string): Partial<CarrierNumber> {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length - 1)] ?? DAY_MS;
  return { attempts: attempts + 1, nextTime: Date.now() + wait, detail };
}

/** Changes a number, unless somebody has changed it meanwhile. @returns the number; undefined if it was changed */
export function change(
  company: CompanyContext,
  before: CarrierNumber,
  changes: (context: WriteContext) => Partial<CarrierNumber>,
): CarrierNumber | undefined {
  return commit(company, callBy(company, ACTOR), (context) => {
    const now = findNumber(context.database, before.numberId);
    if (now === undefined || now.modificationTime !== before.modificationTime) return undefined;
    // A change within a millisecond is one, too.
    const modificationTime = Math.max(context.now, before.modificationTime + 1);
    const record = { ...before, ...changes(context), modificationTime };
    saveNumber(context.database, record);
    if (record.nextTime !== null) context.wakeBy(record.nextTime);
    return record;
  });
}
