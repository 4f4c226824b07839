/** Gives a number our addresses, or those that it had. */
import { ADDRESS_USES, isSameAddress } from '../../accounts/addresses.ts';
import type { OurAddresses, OwnedNumber } from '../markets/carrier-market.ts';
import type { CarrierNumber } from '../schema.ts';
import { announce, answered, change, failed, forget, isFinal, later, settled, type Work } from './changes.ts';

const GONE = 'The account does not have the number.';
/** How often a number that is not there is looked for before it is forgotten. */
const LOOKS = 3;

/** Gives a number our addresses. What it had before an import is saved first. */
export async function wire(work: Work): Promise<void> {
  const { company, record, market, ours } = work;
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    change(company, record, () => failed(record, found));
    return;
  }
  const owned = found.value;
  if (owned === undefined) {
    change(company, record, ({ now }) => ({
      ...settled(record),
      wiring: 'gone',
      checkedTime: now,
      detail: GONE,
    }));
    return;
  }
  const asking = announce(work, known(record, owned));
  if (asking === undefined) return;
  const answer = isWired(owned, ours)
    ? ({ kind: 'done', value: null } as const)
    : await market.wire(owned, ours);
  change(company, asking, ({ now }) => {
    if (answer.kind === 'unknown') return later(asking, answer.detail);
    const state =
      answer.kind === 'done'
        ? { ...settled(asking), wiring: 'ready' as const, checkedTime: now, detail: answer.value }
        : failed(asking, answer);
    return { ...state, ...answered(record) };
  });
}

/** Gives a number the settings that it had before its import. It is forgotten once the carrier has them. */
export async function putBack(work: Work): Promise<void> {
  const { company, record, market } = work;
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    change(company, record, () =>
      isFinal(found) ? undone(record, found.detail) : later(record, found.detail),
    );
    return;
  }
  const owned = found.value;
  const former = record.former ?? {};
  if (owned === undefined) {
    if (record.attempts < LOOKS) change(company, record, () => later(record, GONE));
    else forget(company, record);
    return;
  }
  if (hasSettings(owned, former)) {
    if (record.unsettledUntil <= Date.now()) forget(company, record);
    // A former request without an answer may still change it.
    else change(company, record, () => ({ nextTime: record.unsettledUntil }));
    return;
  }
  const asking = announce(work);
  if (asking === undefined) return;
  const answer = await market.putBack(owned, former);
  change(company, asking, ({ now }) => {
    if (answer.kind === 'unknown') return later(asking, answer.detail);
    if (answer.kind === 'refused') {
      const state = isFinal(answer) ? undone(asking, answer.detail) : later(asking, answer.detail);
      return { ...state, ...answered(record) };
    }
    const isFirst = asking.attempts === 0;
    const next = later(asking, 'The carrier does not keep its former addresses.');
    return { ...next, ...(isFirst ? { nextTime: now, detail: null } : {}), ...answered(record) };
  });
}

/** Returns what is known of a number: its id, and what it had before we change it for the first time. */
function known(
  record: CarrierNumber,
  { carrierNumberId, name, settings }: OwnedNumber,
): Partial<CarrierNumber> {
  const isFirst = !record.isBought && record.former === null;
  return { carrierNumberId, ...(isFirst ? { former: settings, name } : {}) };
}

/** The number keeps the addresses that it has, whatever they are by now. */
function undone(record: CarrierNumber, detail: string): Partial<CarrierNumber> {
  return { ...settled(record), wiring: 'unknown', detail };
}

function isWired({ addresses }: OwnedNumber, ours: OurAddresses): boolean {
  return ADDRESS_USES.every((use) => isSameAddress(addresses[use], ours[use]));
}

function hasSettings({ settings }: OwnedNumber, former: OwnedNumber['settings']): boolean {
  // A method that was not set cannot be unset.
  return Object.entries(former).every(
    ([name, value]) => settings[name] === value || (value === '' && name.endsWith('_method')),
  );
}
