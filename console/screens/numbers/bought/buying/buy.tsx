/** The dialog to buy numbers: search, choose, see what they cost, buy. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { close, go, withQuery } from '../../../../address/router.ts';
import { Empty } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Form, TextField } from '../../../../forms/fields.tsx';
import { valuesOf } from '../../../../forms/form-values.ts';
import { useSaving } from '../../../../forms/saving.ts';
import { useSettings } from '../../draft/draft.ts';
import { carrierName } from '../../phone/accounts.ts';
import type { Account } from '../../phone/phone-settings.ts';
import { AccountNeeded, useAccountChoice, useAccounts } from '../account-choice.tsx';
import { currencyOf, type Offer, placeText, useText } from '../bought.ts';
import type { BoughtProps } from '../bought.ts';
import { buyNumbers, type WantedNumber } from '../use-bought.ts';
import { Basket, type Chosen } from './basket.tsx';
import { OfferTable } from './offer-table.tsx';
import { changedPrice, priceRefusal, readPrice, withPrice } from './prices.ts';
import { type NumberQuery, useSearch } from './search.ts';
import { SearchForm } from './search-form.tsx';
import { PurchaseFoot, type Sum, Total } from './total.tsx';

/** The most characters of a name at the carrier. */
const MAX_NAME = 64;

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
        <Market key={`${account.carrier}/${account.account_id}`} account={account} {...props} />
      )}
    </Dialog>
  );
}

function Market({ account, settings, bought }: BoughtProps & { account: Account }): VNode {
  const { published } = useSettings();
  const { found, error, isBusy, save: search } = useSearch(account);
  const { chosen, choose, buying } = useOrder(account, found?.query, settings);
  const isPriceless = chosen.some(({ monthly_price: price }) => price === null);
  const sum = sumOf(chosen);
  return (
    <>
      <SearchForm published={published} error={error} isBusy={isBusy} search={search} />
      <Form name="buy-numbers" error={buying.error} onSubmit={buying.save}>
        {found !== undefined && error === undefined && (
          <OfferTable found={found} settings={settings} chosen={chosen} choose={choose} isFormer={isBusy} />
        )}
        {found === undefined && chosen.length === 0 && (
          <Empty icon="search" text="Search by place or digits, then choose the numbers that you want." />
        )}
        <Basket settings={settings} chosen={chosen} remove={(offer) => choose(offer, false)} />
        {isPriceless && (
          <TextField
            label="What your carrier asks for a number and month"
            name="/monthly_price"
            inputMode="decimal"
            autocomplete="off"
            hint={`${carrierName(account.carrier)} does not say it. Look it up there: it counts towards your cap.`}
          />
        )}
        {!isPriceless && <Total sum={sum} bought={bought} />}
        <PurchaseFoot
          sum={sum}
          bought={bought}
          isPriceless={isPriceless}
          isBusy={buying.isBusy}
          leave={leave}
        />
      </Form>
    </>
  );
}

/** The chosen numbers, and their purchase. */
function useOrder(
  account: Account,
  query: NumberQuery | undefined,
  settings: BoughtProps['settings'],
): {
  chosen: readonly Chosen[];
  choose: (offer: Offer, isChosen: boolean) => void;
  buying: ReturnType<typeof useSaving<[form: HTMLFormElement]>>;
} {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const choose = (offer: Offer, isChosen: boolean): void => {
    const near = query?.way === 'near' ? query.wanted : '';
    setChosen((before) => {
      const others = before.filter(({ number }) => number !== offer.number);
      return isChosen ? [...others, { ...offer, near }] : others;
    });
  };
  const buying = useSaving(async (form: HTMLFormElement) => {
    const wanted = wantedIn(form, chosen, settings);
    try {
      const order = await buyNumbers(account, wanted);
      go(withQuery({ over: undefined, key: undefined, order }), { replace: true });
    } catch (error) {
      const changed = changedPrice(error);
      if (changed === undefined) throw error;
      setChosen((before) => withPrice(before, changed));
      throw priceRefusal(changed);
    }
  });
  return { chosen, choose, buying };
}

/** Reads what each number is for. @throws Refusal for a missing price */
function wantedIn(
  form: HTMLFormElement,
  chosen: readonly Chosen[],
  settings: BoughtProps['settings'],
): WantedNumber[] {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[name] ?? '');
  return chosen.map((offer) => {
    const [location, source] = ['location_id', 'source'].map((member) =>
      text(`/numbers/${offer.number}/${member}`),
    );
    const use = { ...(location ? { location_id: location } : {}), ...(source ? { source } : {}) };
    const place = placeText(offer);
    const name = Object.keys(use).length === 0 ? place : useText(settings, use);
    return {
      number: offer.number,
      name: Array.from(name).slice(0, MAX_NAME).join(''),
      place,
      ...use,
      monthly_price: offer.monthly_price ?? readPrice(text('/monthly_price')),
    };
  });
}

function sumOf(chosen: readonly Chosen[]): Sum {
  const amount = chosen.reduce((sum, { monthly_price: price }) => sum + (price ?? 0), 0);
  return { count: chosen.length, amount, currency: currencyOf(chosen) };
}
