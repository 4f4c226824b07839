/** Tells super admins what does not work at a carrier: an account that is refused, and numbers that send their calls elsewhere. */
import { beginTrouble, endTrouble } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { ACCOUNT_REFUSED } from './carrier-api.ts';

const NAMES: Readonly<Record<string, string>> = {
  twilio: 'Twilio',
  telnyx: 'Telnyx',
  signalwire: 'SignalWire',
};

/**
 * Reports whether a carrier takes requests with the company's account.
 * @param status of its answer; undefined if it was not asked or said nothing
 */
export function reportCarrier(context: WriteContext, carrier: string, status: number | undefined): void {
  const part = `carrier:${carrier}`;
  // A redirect to a file is for those alone whom it knows.
  if (status !== undefined && status < 400) endTrouble(context, part);
  if (status === undefined || !ACCOUNT_REFUSED.includes(status)) return;
  // The carrier's own words may name somebody's number.
  const detail = `The carrier answered ${String(status)}.`;
  beginTrouble(context, {
    part,
    type: 'carrier.refusing',
    data: { carrier, name: nameOf(carrier), detail },
  });
}

/** An account whose numbers were checked. */
interface CheckedAccount {
  carrier: string;
  accountId: string;
  /** How many of its numbers no longer send their calls here. */
  astray: number;
}

/** Reports the check of an account's numbers. */
export function reportAstray(context: WriteContext, checked: CheckedAccount): void {
  const { carrier, astray } = checked;
  if (astray === 0) return endAstray(context, checked);
  const detail =
    astray === 1 ? 'A number sends its calls elsewhere.' : `${astray} numbers send their calls elsewhere.`;
  beginTrouble(context, {
    part: partOf(checked),
    type: 'numbers.astray',
    data: { carrier, count: astray, name: nameOf(carrier), detail },
  });
}

/** Reports that all numbers of an account send their calls here. */
export function endAstray(context: WriteContext, account: Omit<CheckedAccount, 'astray'>): void {
  endTrouble(context, partOf(account));
}

function partOf({ carrier, accountId }: Omit<CheckedAccount, 'astray'>): string {
  return `numbers:${carrier}:${accountId}`;
}

function nameOf(carrier: string): string {
  return NAMES[carrier] ?? carrier;
}
