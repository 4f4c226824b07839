/** The dialog to buy numbers: search, choose, see what they cost, buy. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { close } from '../../../../address/router.ts';
import { Empty } from '../../../../components/notice.tsx';
import { later } from '../../../../components/parts/lazy.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Form } from '../../../../forms/fields.tsx';
import type { FormState } from '../../../../typed/form-contents.ts';
import { textOf, valuesOf } from '../../../../forms/form-values.ts';
import type { DniSettings } from '../../../draft/dni-settings.ts';
import { useSettings } from '../../../draft/draft.ts';
import { accountKeyOf } from '../../../phone/accounts/accounts.ts';
import type { Account } from '../../../phone/phone-settings.ts';
import { AccountNeeded, useAccountChoice, useAccounts } from '../account-choice.tsx';
import { type BoughtProps, type Offer, placeText, useText } from '../bought.ts';
import type { WantedNumber } from '../use-bought.ts';
import type { BasketProps, Chosen } from './basket.tsx';
import type { OfferTableProps } from './offer-table.tsx';
import { locationsWithout } from './branches.ts';
import { readPrice, withPrice } from './prices.ts';
import { Purchase } from './purchase.tsx';
import { type NumberQuery, useSearch } from './search.ts';
import { SearchForm } from './search-form.tsx';
import { usePurchase } from './use-purchase.ts';

const OfferTable = later<OfferTableProps>(async () => (await import('./offer-table.tsx')).OfferTable);
const Basket = later<BasketProps>(async () => (await import('./basket.tsx')).Basket);

const leave = (): void => close(['over', 'key']);

export function Buy(props: BoughtProps): VNode {
  const accounts = useAccounts();
  const { account, select } = useAccountChoice(accounts);
  return (
    <Dialog title="Buy numbers" size="wide" onClose={leave}>
      {select}
      {account === undefined ? (
        <AccountNeeded accounts={accounts} />
      ) : (
        <Market key={accountKeyOf(account)} account={account} {...props} />
      )}
    </Dialog>
  );
}

function Market({ account, settings, bought }: BoughtProps & { account: Account }): VNode {
  const { published } = useSettings();
  const { found, error, isBusy, save: search } = useSearch(account);
  const { chosen, choose, state, buying } = useOrder(account, found?.query, settings);
  return (
    <>
      <SearchForm
        published={published}
        first={firstToSearch(published, bought)}
        error={error}
        isBusy={isBusy}
        search={search}
      />
      <Form name="buy-numbers" error={buying.error} onSubmit={buying.save} state={state}>
        {found !== undefined && error === undefined && (
          <OfferTable found={found} settings={settings} chosen={chosen} choose={choose} isFormer={isBusy} />
        )}
        {found === undefined && chosen.length === 0 && (
          <Empty icon="search" text="Search by place or digits, then choose the numbers that you want." />
        )}
        {chosen.length > 0 && (
          <Basket settings={settings} chosen={chosen} remove={(offer) => choose(offer, false)} />
        )}
        <Purchase account={account} offers={chosen} bought={bought} isBusy={buying.isBusy} leave={leave} />
      </Form>
    </>
  );
}

/** Returns the id of the location that probably needs a number: the only one, else the first without one; else empty. */
function firstToSearch(published: DniSettings, { numbers }: BoughtProps['bought']): string {
  const { locations } = published;
  const [first] = locations.length === 1 ? locations : locationsWithout(published, numbers);
  return first?.location_id ?? '';
}

/** The chosen numbers, and their purchase. */
function useOrder(
  account: Account,
  query: NumberQuery | undefined,
  settings: BoughtProps['settings'],
): {
  chosen: readonly Chosen[];
  choose: (offer: Offer, isChosen: boolean) => void;
  state: FormState;
  buying: ReturnType<typeof usePurchase>;
} {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const choose = (offer: Offer, isChosen: boolean): void => {
    const near = query?.way === 'near' ? query.wanted : locationIn(settings, offer);
    setChosen((before) => {
      const others = before.filter(({ number }) => number !== offer.number);
      return isChosen ? [...others, { ...offer, near }] : others;
    });
  };
  const buying = usePurchase(account, {
    wantedIn: (form) => wantedIn(form, chosen, settings),
    fieldOf: ({ number }, member) => {
      if (member === 'monthly_price') return `/${member}`;
      return `/numbers/${number}${member === 'number' ? '' : `/${member}`}`;
    },
    reprice: (changed) => setChosen((before) => withPrice(before, changed)),
  });
  const state: FormState = { value: chosen, set: (kept) => setChosen(kept as readonly Chosen[]) };
  return { chosen, choose, state, buying };
}

/** Returns the id of the location in the city of a number; empty if there is none. */
function locationIn({ locations }: BoughtProps['settings'], { city, region }: Offer): string {
  const found = locations.find(
    (each) => isSame(each.city, city) && (region === '' || isSame(each.state, region)),
  );
  return found?.location_id ?? '';
}

function isSame(one: string | null | undefined, other: string): boolean {
  return other !== '' && one?.toLowerCase() === other.toLowerCase();
}

/** Reads what each number is for. @throws Refusal for a missing price */
function wantedIn(
  form: HTMLFormElement,
  chosen: readonly Chosen[],
  settings: BoughtProps['settings'],
): WantedNumber[] {
  const values = valuesOf(form);
  return chosen.map((offer) => {
    const [location, source] = ['location_id', 'source'].map((member) =>
      textOf(values, `/numbers/${offer.number}/${member}`),
    );
    const use = { ...(location ? { location_id: location } : {}), ...(source ? { source } : {}) };
    const place = placeText(offer);
    const name = Object.keys(use).length === 0 ? place : useText(settings, use);
    return {
      number: offer.number,
      name,
      place,
      ...use,
      monthly_price: offer.monthly_price ?? readPrice(textOf(values, '/monthly_price')),
    };
  });
}
