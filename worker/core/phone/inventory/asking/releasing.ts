/** Gives a number back to its carrier. */
import { sendsCallsHere } from '../../accounts/found-numbers.ts';
import type { OwnedNumber } from '../markets/carrier-market.ts';
import { kept, QUARANTINE_MS, useOf } from '../keeping.ts';
import type { CarrierNumber } from '../schema.ts';
import { announce, answered, change, isFinal, later, type Work } from './changes.ts';

/** Gives a number back, unless something uses it after all, here or at the carrier. */
export function release(work: Work): Promise<void> {
  const { record } = work;
  const { database, memory } = work.company;
  return releaseUnless(work, () => useOf({ database, memory, now: Date.now() }, record.number));
}

/** Gives a number back although the company uses it. */
export function releaseAnyway(work: Work): Promise<void> {
  return releaseUnless(work, () => undefined);
}

async function releaseUnless(work: Work, use: () => string | undefined): Promise<void> {
  const { company, record, market } = work;
  if (record.unsettledUntil > Date.now()) {
    // A request without an answer may still act: until then, it cannot be read whether the number is there.
    change(company, record, () => ({ nextTime: record.unsettledUntil }));
    return;
  }
  const found = await market.find(record.number);
  if (found.kind !== 'done') {
    change(company, record, () => later(record, found.detail));
    return;
  }
  const owned = hasStill(record, found.value) ? found.value : undefined;
  if (owned !== undefined && record.wiring === 'gone') {
    // It was thought to be gone, and is given back like others.
    const releaseTime = Date.now() + QUARANTINE_MS;
    change(company, record, () => ({ wiring: 'unknown', releaseTime, nextTime: releaseTime }));
    return;
  }
  const reason = owned === undefined ? undefined : reasonToKeep(work, owned, use());
  if (reason !== undefined) {
    change(company, record, () => ({ ...kept(record), ...reason }));
    return;
  }
  // One that was given up and bought anew has another id, and is not ours.
  await giveBack(work, record.carrierNumberId ?? found.value?.carrierNumberId ?? null);
}

async function giveBack(work: Work, carrierNumberId: string | null): Promise<void> {
  const { company, record, market } = work;
  const asking = announce(work);
  if (asking === undefined) return;
  const answer =
    carrierNumberId === null
      ? ({ kind: 'done', value: undefined } as const)
      : await market.release(carrierNumberId);
  change(company, asking, () => {
    if (answer.kind === 'unknown') return later(asking, answer.detail);
    if (answer.kind === 'done') return { ...RELEASED, ...answered(record) };
    const state = isFinal(answer)
      ? { ...kept(asking), detail: `The carrier keeps it: ${answer.detail}` }
      : later(asking, answer.detail);
    return { ...state, ...answered(record) };
  });
}

const RELEASED = {
  state: 'released',
  task: null,
  nextTime: null,
  releaseTime: null,
  wiring: 'gone',
  detail: null,
} as const;

/** Tells whether the account has the number, and not another one that was bought with the same digits. */
function hasStill({ carrierNumberId }: CarrierNumber, owned: OwnedNumber | undefined): owned is OwnedNumber {
  return owned !== undefined && (carrierNumberId ?? owned.carrierNumberId) === owned.carrierNumberId;
}

/** Says why a number that the account has is not given back; undefined if nothing speaks against it. */
function reasonToKeep(
  { ours }: Work,
  { addresses }: OwnedNumber,
  use: string | undefined,
): (Pick<CarrierNumber, 'detail'> & Partial<CarrierNumber>) | undefined {
  if (use !== undefined) return { detail: use };
  if (sendsCallsHere(addresses, ours)) return undefined;
  const detail = 'Its calls go elsewhere, so it is kept. Mend it first, or give it back at the carrier.';
  return { wiring: 'wrong', detail };
}
