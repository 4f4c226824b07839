/** The numbers that this company holds, as the register of the deployment knows them. */
import {
  accountKey,
  type HeldNumber,
  type Holdings,
  REGISTER,
} from '../../../shared/contact/number-holders.ts';
import { numbersOf } from '../../../dni/pure/number-entries.ts';
import {
  claimNumbers,
  forgetClaims,
  noteTold,
  tellHoldingsBy,
  tellTime,
} from '../../company/numbers/held-numbers.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import { readCallSettings } from '../ringing/settings.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import { ACTOR } from './asking/changes.ts';
import { deleteNumber, findByDigits, listNumbers } from './number-store.ts';
import { audit } from './ordering.ts';
import { type CarrierNumber, isEnded } from './schema.ts';

/** Settings that have numbers or carrier accounts. */
const WITH_NUMBERS = new Set<unknown>(['dni', 'calls']);

/** Returns what the company holds: the tracking numbers of its settings, and its numbers at carriers. */
export function holdingsOf(company: Pick<CompanyState, 'database' | 'memory'>): Holdings {
  const { settings } = readCallSettings(company.database);
  const listed = [
    ...(dniSettingsOf(company).read()?.settings.numbers ?? []).flatMap((entry) => numbersOf(entry)),
    ...settings.unlisted_numbers,
  ];
  const held = new Map<string, HeldNumber>(listed.map((number) => [number, { number }]));
  for (const record of listNumbers(company.database)) {
    if (!isEnded(record)) held.set(record.number, heldAs(record, settings.carriers));
  }
  return {
    accounts: settings.carriers.map(keyOf),
    numbers: [...held.values()],
  };
}

/**
 * Claims the numbers of an order or an import.
 * @param pointerOf the place of each number in the request
 * @throws AskFirst, Problem those of `claimNumbers`
 */
export function claimOrdered(
  context: WriteContext,
  {
    carrier,
    account_id: accountId,
    numbers,
  }: { carrier: string; account_id: string; numbers: readonly { number: string }[] },
  pointerOf: (index: number) => string,
): void {
  const { carriers } = readCallSettings(context.database).settings;
  claimNumbers(
    context,
    numbers.map(({ number }, index) => ({
      ...heldAs({ number, carrier, accountId }, carriers),
      pointer: pointerOf(index),
    })),
  );
}

/**
 * Refuses to change numbers at the carrier that another company holds by now: both had them before the register.
 * @throws AskFirst, Problem `identifier_taken`
 */
export function claimKnown(context: WriteContext, records: readonly CarrierNumber[]): void {
  const { carriers } = readCallSettings(context.database).settings;
  claimNumbers(
    context,
    records.map((record) => ({ ...heldAs(record, carriers), pointer: '' })),
    { refusal: ([{ code, detail }]) => new Problem(code, detail) },
  );
}

/** Tells the register after a change of settings. */
export function tellOfSettings(context: WriteContext, changes: readonly NewChange[]): void {
  const isAboutNumbers = changes.some(
    ({ type, data }) => type === 'settings.changed' && WITH_NUMBERS.has(data?.['settings']),
  );
  if (isAboutNumbers) tellHoldingsBy(context, context.now);
}

/** Tells the register what the company holds. */
export const tellingHoldings: BackgroundTask = {
  kind: 'held numbers',
  nextTime: ({ database }) => tellTime(database),
  run: async (company, env) => {
    const due = tellTime(company.database);
    if (due === undefined) return;
    const { elsewhere, again } = await env.NUMBERS.getByName(REGISTER).keep(
      company.companyId,
      holdingsOf(company),
    );
    change(company, (context) => {
      // What was changed meanwhile is told next.
      if (tellTime(context.database) === due) noteTold(context, again);
      if (elsewhere.length === 0) return;
      context.audit({ action: 'number.held_elsewhere', subject: 'company', detail: { numbers: elsewhere } });
    });
  },
};

/** Forgets a number that the operator has moved to another company: it is neither mended nor given back here any more. */
export function giveUpNumber(company: CompanyContext, number: string): void {
  change(company, (context) => {
    forgetClaims(context);
    const record = findByDigits(context.database, number);
    if (record === undefined) return;
    deleteNumber(context.database, record.numberId);
    audit(context, 'number.moved', record);
  });
}

function heldAs(
  { number, carrier, accountId }: Pick<CarrierNumber, 'number' | 'accountId'> & { carrier: string },
  carriers: readonly CarrierAccount[],
): HeldNumber {
  const account = carriers.find((each) => each.carrier === carrier && each.account_id === accountId);
  return { number, account: account === undefined ? accountKey(carrier, accountId) : keyOf(account) };
}

function keyOf({ carrier, account_id: accountId, api }: CarrierAccount): string {
  return accountKey(carrier, accountId, api?.base);
}

function change(company: CompanyContext, make: (context: WriteContext) => void): void {
  commit(company, contextOfActor(company, ACTOR), make, 'reserve');
}
