/**
 * Buys a number. It is saved that the carrier is about to be asked; then it is asked; then its answer is saved. Whatever is lost in
 * between is read back: the account has the number, or the carrier has the order, or neither, and only then it is asked again.
 */
import { sendsCallsHere } from '../../accounts/found-numbers.ts';
import type { ApiResult, Order, OrderState, OwnedNumber, Terms } from '../markets/carrier-market.ts';
import type { CarrierNumber } from '../schema.ts';
import { change, CUT_OFF_MS, DONE, type Failure, isBusy, later, type Work } from './changes.ts';

/** How often an order is read back before the carrier is asked again. */
const READ_BACKS = 3;
/** How often a carrier is asked to sell a number. */
const ASKS = 3;
/** The wait before an order is read for the first time: most are delivered within seconds. */
const FIRST_LOOK_MS = 3_000;
/** How often a number is looked for that the carrier says to have delivered: about a day. */
const MOST_LOOKS = 28;
const NOT_KNOWN = 'It is not known whether the carrier has sold the number.';

/** Looks whether the account has the number, and then goes on with its order. */
export async function buy(work: Work): Promise<void> {
  const { company, record, market } = work;
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    change(company, record, () => beforeOrder(record, found));
    return;
  }
  if (found.value !== undefined) await claim(work, found.value);
  else if (record.state === 'wanted') await place(work);
  else await readBack(work);
}

/** The account has the number: by this order, or it had it before. */
async function claim(work: Work, owned: OwnedNumber): Promise<void> {
  const { company, record, ours } = work;
  if (record.askedTime === null) {
    // Ordering it again would only change its addresses, and another application may use it.
    change(company, record, () => refused('The account has this number already; import it instead.'));
    return;
  }
  const isReady = sendsCallsHere(owned.addresses, ours);
  // A number whose order the carrier confirms is ours to change.
  const isOurs = !isReady && (record.state === 'pending' || (await isConfirmed(work)));
  change(company, record, ({ now }) => ({
    ...bought(owned.carrierNumberId, now),
    wiring: isReady ? 'ready' : 'wrong',
    ...(isOurs ? { task: 'wire', nextTime: now } : {}),
  }));
}

async function isConfirmed({ record, market }: Work): Promise<boolean> {
  const state = await market.orderState(referenceOf(record));
  return state.kind === 'done' && (state.value.kind === 'delivered' || state.value.kind === 'pending');
}

/** Asks the carrier to sell the number. */
async function place(work: Work): Promise<void> {
  const { company, record, market } = work;
  const order = orderOf(work);
  const terms = await market.prepare(order);
  if (terms.kind !== 'done') {
    change(company, record, () => beforeOrder(record, terms));
    return;
  }
  const fault = faultOfPrice(record, terms.value);
  if (fault !== undefined) {
    change(company, record, () => refused(fault));
    return;
  }
  const isFirst = record.askedTime === null;
  const asking = change(company, record, ({ now }) => ({
    state: 'buying',
    askedTime: record.askedTime ?? now,
    nextTime: now + CUT_OFF_MS,
    price: terms.value.price ?? record.price,
  }));
  if (asking === undefined) return;
  const answer = await market.order(order, terms.value);
  change(company, asking, ({ now }) => afterOrder(asking, answer, { now, isFirst }));
}

function afterOrder(
  record: CarrierNumber,
  answer: ApiResult<OrderState>,
  { now, isFirst }: { now: number; isFirst: boolean },
): Partial<CarrierNumber> {
  if (answer.kind === 'done') return afterReading(record, answer.value, { now, isFirst });
  // An earlier request without an answer may have bought it: then a refusal may only say that the number is sold, to us.
  const isClear = answer.kind === 'refused' && isFirst;
  if (isBusy(answer)) {
    return { ...later(record, answer.detail), state: 'wanted', ...(isFirst ? { askedTime: null } : {}) };
  }
  if (isClear) return { ...refused(answer.detail), askedTime: null };
  return { ...later(record, answer.detail), state: 'unsure' };
}

/** Reads what has become of an order that brought no number yet. */
async function readBack({ company, record, market }: Work): Promise<void> {
  const answer = await market.orderState(referenceOf(record));
  change(company, record, ({ now }) =>
    answer.kind === 'done'
      ? afterReading(record, answer.value, { now, isFirst: false })
      : later(record, answer.detail),
  );
}

function afterReading(
  record: CarrierNumber,
  state: OrderState,
  { now, isFirst }: { now: number; isFirst: boolean },
): Partial<CarrierNumber> {
  if (state.kind === 'none') return afterNothing(record);
  if (state.kind === 'failed') return { ...refused(state.detail), ...(isFirst ? { askedTime: null } : {}) };
  if (state.kind === 'pending') return pending(record, state.detail, now);
  return state.carrierNumberId === null ? delivered(record, now) : bought(state.carrierNumberId, now);
}

/** The carrier has the order. It is read again until it is delivered or has failed, however long that takes. */
function pending(record: CarrierNumber, detail: string, now: number): Partial<CarrierNumber> {
  if (record.state === 'pending') return later(record, detail);
  return { state: 'pending', attempts: 0, nextTime: now + FIRST_LOOK_MS, detail };
}

/** The carrier has delivered the number, and its id is read next. */
function delivered(record: CarrierNumber, now: number): Partial<CarrierNumber> {
  if (record.state !== 'pending') return { state: 'pending', attempts: 0, nextTime: now, detail: null };
  const detail = 'The carrier has delivered the number, and the account does not have it.';
  return record.attempts < MOST_LOOKS ? later(record, detail) : refused(detail);
}

/** The carrier knows nothing of the order: it is looked for again, then the carrier is asked again, and then it is given up. */
function afterNothing(record: CarrierNumber): Partial<CarrierNumber> {
  const { attempts, detail } = record;
  if (attempts >= ASKS * READ_BACKS) return refused(detail ?? 'The carrier did not sell the number.');
  const isSettled = attempts > 0 && attempts % READ_BACKS === 0;
  if (isSettled) return { state: 'wanted', attempts: attempts + 1, nextTime: Date.now() };
  return { ...later(record, detail ?? NOT_KNOWN), state: 'unsure' };
}

/** Nothing was ordered by this. A refusal of the first look ends the order; later ones do not tell what became of it. */
function beforeOrder(record: CarrierNumber, answer: Failure): Partial<CarrierNumber> {
  const isOver = record.askedTime === null && answer.kind === 'refused' && !isBusy(answer);
  return isOver ? refused(answer.detail) : later(record, answer.detail);
}

function faultOfPrice({ price }: CarrierNumber, terms: Terms): string | undefined {
  if (terms.price === null || terms.price.amount <= price.amount) return undefined;
  return `It costs ${terms.price.amount} ${terms.price.currency} a month, more than the ${price.amount} that were accepted.`;
}

function orderOf({ record, ours }: Work): Order {
  const { number, name } = record;
  return { number, name, reference: referenceOf(record), addresses: ours };
}

/** Every order of a number has its own reference, which stays the same while it is asked for again. */
function referenceOf({ numberId, orderedTime }: CarrierNumber): string {
  return `leadline-${numberId}-${orderedTime ?? 0}`;
}

function bought(carrierNumberId: string, now: number): Partial<CarrierNumber> {
  return { ...DONE, state: 'active', carrierNumberId, wiring: 'ready', checkedTime: now };
}

function refused(detail: string): Partial<CarrierNumber> {
  return { ...DONE, state: 'refused', detail };
}
