/** Ways to numbers in the set-up: buy one near each location, or import those that a carrier has. Shows the order under way. */
import type { VNode } from 'preact';
import { withQuery } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { plural } from '../../components/text/values.tsx';
import { AccountNeeded, useAccounts } from '../numbers/bought/account-choice.tsx';
import type { BoughtNumbers } from '../numbers/bought/bought.ts';
import { locationsWithout } from '../numbers/bought/buying/branches.ts';
import { BoughtDialogs } from '../numbers/bought/dialogs.tsx';
import { OrderCard } from '../numbers/bought/order-card.tsx';
import { useBought } from '../numbers/bought/use-bought.ts';
import type { DniSettings } from '../draft/dni-settings.ts';

export function BoughtWays({ settings }: { settings: DniSettings }): VNode | null {
  const { data: bought } = useBought();
  const accounts = useAccounts();
  if (bought === undefined) return null;
  return (
    <>
      <OrderCard bought={bought} settings={settings} />
      {accounts.usable === undefined || accounts.usable.length === 0 ? (
        <AccountNeeded accounts={accounts} here />
      ) : (
        <Links bought={bought} settings={settings} />
      )}
      <BoughtDialogs bought={bought} settings={settings} />
    </>
  );
}

function Links({ bought, settings }: { bought: BoughtNumbers; settings: DniSettings }): VNode {
  const without = locationsWithout(settings, bought.numbers).length;
  return (
    <div class="row ways">
      {without > 0 ? (
        <a class="button primary" href={withQuery({ over: 'branch-numbers', key: undefined })}>
          Find a number near {without === 1 ? 'your location' : `each of ${plural(without, 'location')}`}
        </a>
      ) : (
        <a class="button" href={withQuery({ over: 'buy', key: undefined })}>
          Buy numbers
        </a>
      )}
      <a class="button" href={withQuery({ over: 'import-numbers', key: undefined })}>
        <Icon name="import" /> I have numbers: import them
      </a>
    </div>
  );
}
