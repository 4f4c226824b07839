/** The dialog that proposes a number for each location without one, and buys them all at once. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { close } from '../../../../address/router.ts';
import { Failure } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { plural } from '../../../../components/text/values.tsx';
import { Form } from '../../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../../forms/form-values.ts';
import type { DniLocation } from '../../../draft/dni-settings.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { AccountNeeded, useAccountChoice, useAccounts } from '../account-choice.tsx';
import { type BoughtNumbers, type BoughtProps, money, type Offer, placeText } from '../bought.ts';
import type { WantedNumber } from '../use-bought.ts';
import { BranchRows } from './branch-rows.tsx';
import { type Branch, branchesOf, chosenOffer, locationsWithout, reachText } from './branches.ts';
import { readPrice, withPrice } from './prices.ts';
import { hasNoPrice, Purchase, sumOf } from './purchase.tsx';
import { usePlan } from './use-plan.ts';
import { usePurchase } from './use-purchase.ts';

const leave = (): void => close(['over', 'key']);

export function BranchNumbers({ settings, bought }: BoughtProps): VNode {
  const accounts = useAccounts();
  const { account, select } = useAccountChoice(accounts);
  const [wanted] = useState(() => locationsWithout(settings, bought.numbers));
  // A day has only so many orders.
  const locations = wanted.slice(0, Math.max(bought.orders_left, 1));
  return (
    <Dialog title="A number for each location" size="wide" onClose={leave}>
      {select}
      {account === undefined ? (
        <AccountNeeded accounts={accounts} here />
      ) : wanted.length === 0 ? (
        <p>Every location has a number already.</p>
      ) : (
        <>
          {locations.length < wanted.length && (
            <p class="soft">
              {plural(wanted.length, 'location')} have no number yet. These are the first {locations.length};
              more can be ordered tomorrow.
            </p>
          )}
          <PlanForm
            key={`${account.carrier}/${account.account_id}`}
            account={account}
            locations={locations}
            bought={bought}
          />
        </>
      )}
    </Dialog>
  );
}

interface PlanFormProps {
  account: Account;
  locations: readonly DniLocation[];
  bought: BoughtNumbers;
}

function PlanForm({ account, locations, bought }: PlanFormProps): VNode {
  const plan = usePlan(account, locations);
  const { branches, setBranches, buying } = useBranches(account, locations, plan.planned);
  const isLooking = plan.isBusy || plan.failure !== undefined;
  return (
    <Form name="branch-numbers" error={buying.error} onSubmit={buying.save}>
      <p class="headline">
        <output>{isLooking ? lookingText(plan.planned, locations) : foundText(branches)}</output>
      </p>
      {plan.failure !== undefined && <Failure error={plan.failure} retry={plan.goOn} />}
      <BranchRows branches={branches} change={setBranches} />
      <Purchase
        account={account}
        offers={offersOf(branches)}
        bought={bought}
        isIncomplete={plan.isBusy}
        isBusy={buying.isBusy}
        leave={leave}
      />
    </Form>
  );
}

function lookingText(planned: readonly unknown[], locations: readonly DniLocation[]): string {
  return `Looking for numbers: ${planned.length} of ${plural(locations.length, 'location')}…`;
}

/** Returns what was found: `12 locations: 12 numbers near them, $13.80 a month.` */
function foundText(branches: readonly Branch[]): string {
  const offers = offersOf(branches);
  const { amount, currency } = sumOf(offers);
  const price = hasNoPrice(offers) ? '' : `, ${money(amount, currency)} a month`;
  return `${plural(branches.length, 'location')}: ${reachText(branches)}${price}.`;
}

/** Returns the chosen numbers. */
function offersOf(branches: readonly Branch[]): Offer[] {
  return branches.flatMap((branch) => chosenOffer(branch) ?? []);
}

/** The locations with their chosen numbers, and the purchase. */
function useBranches(
  account: Account,
  locations: readonly DniLocation[],
  planned: ReturnType<typeof usePlan>['planned'],
): {
  branches: readonly Branch[];
  setBranches: (change: (before: readonly Branch[]) => readonly Branch[]) => void;
  buying: ReturnType<typeof usePurchase>;
} {
  const [branches, setBranches] = useState<readonly Branch[]>([]);
  useEffect(() => {
    // What the user has exchanged already stays.
    setBranches((before) => [...before, ...branchesOf(locations, planned.slice(before.length))]);
  }, [planned]);
  const buying = usePurchase(account, {
    wantedIn: (form) => wantedIn(form, branches),
    fieldOf: ({ location_id: id }, member) => (member === 'monthly_price' ? `/${member}` : `/numbers/${id}`),
    reprice: (changed) => {
      const all = branches.flatMap(({ offers }) => offers);
      const priced = new Map(withPrice(all, changed).map((offer) => [offer.number, offer]));
      setBranches((before) =>
        before.map((branch) => ({
          ...branch,
          offers: branch.offers.map((offer) => priced.get(offer.number) ?? offer),
        })),
      );
    },
  });
  return { branches, setBranches, buying };
}

function wantedIn(form: HTMLFormElement, branches: readonly Branch[]): WantedNumber[] {
  const typed = textOf(valuesOf(form), '/monthly_price');
  return branches.flatMap((branch): WantedNumber[] => {
    const offer = chosenOffer(branch);
    if (offer === undefined) return [];
    const { name, location_id } = branch.location;
    return [
      {
        number: offer.number,
        name,
        place: placeText(offer),
        location_id,
        monthly_price: offer.monthly_price ?? readPrice(typed),
      },
    ];
  });
}
