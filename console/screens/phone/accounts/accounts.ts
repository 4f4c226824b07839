/** The accounts with carriers: names, keys in the URL, and the check. */
import { useState } from 'preact/hooks';
import type { AccountCheck } from '../../../../worker/core/phone/accounts/reference.ts';
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { type Saving, useLatest } from '../../../forms/saving.ts';
import type { Account } from '../phone-settings.ts';

/** A carrier: its name and what it calls the members of an account. */
export interface CarrierWords {
  carrier: Account['carrier'];
  name: string;
  accountLabel: string;
  secretLabel: string;
  userLabel: string | undefined;
  apiLabel: string;
  /** Whether the account has an address of its own. */
  hasBase: boolean;
}

const TWILIO: CarrierWords = {
  carrier: 'twilio',
  name: 'Twilio',
  accountLabel: 'Account SID',
  secretLabel: 'Auth token',
  userLabel: 'API key SID',
  apiLabel: 'API key secret',
  hasBase: false,
};

export const CARRIERS: readonly CarrierWords[] = [
  TWILIO,
  {
    carrier: 'signalwire',
    name: 'SignalWire',
    accountLabel: 'Project id',
    secretLabel: 'Signing key',
    userLabel: 'Project id for the API',
    apiLabel: 'API token',
    hasBase: true,
  },
  {
    carrier: 'telnyx',
    name: 'Telnyx',
    accountLabel: 'Account id',
    secretLabel: 'Public key',
    userLabel: undefined,
    apiLabel: 'API key',
    hasBase: false,
  },
];

export function wordsOf(carrier: string): CarrierWords {
  return CARRIERS.find((each) => each.carrier === carrier) ?? TWILIO;
}

export function carrierName(carrier: string): string {
  return wordsOf(carrier).name;
}

/** Returns the key of an account in the URL. */
export function accountKeyOf({ carrier, account_id: id }: Pick<Account, 'carrier' | 'account_id'>): string {
  return `${carrier}/${id}`;
}

/** Asks the carrier about an account. @throws Refusal, Unreachable */
export async function checkAccount(account: { carrier: string; account_id: string }): Promise<AccountCheck> {
  const path = companyPath('/calls/accounts/check');
  return (await ask<AccountCheck>(path, { method: 'POST', body: account })).body;
}

/** Checks an account when asked to. */
export function useCheck({ carrier, account_id }: Account): Saving<[]> & { check: AccountCheck | undefined } {
  const [check, setCheck] = useState<AccountCheck | undefined>();
  const checking = useLatest(async () => setCheck(await checkAccount({ carrier, account_id })));
  return { ...checking, check };
}
