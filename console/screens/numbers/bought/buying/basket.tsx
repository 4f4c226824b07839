/** The chosen numbers, and the visitors that each is for. */
import type { VNode } from 'preact';
import { Icon } from '../../../../components/icon.tsx';
import { formatPhone } from '../../../../components/text/values.tsx';
import type { DniSettings } from '../../dni-settings.ts';
import { LocationField, SourceField } from '../../entries/use-fields.tsx';
import { money, type Offer, placeText } from '../bought.ts';

/** A chosen number. */
export interface Chosen extends Offer {
  /** The location near which it was found; empty if it was found otherwise. */
  near: string;
}

/** What the basket shows. */
export interface BasketProps {
  settings: DniSettings;
  /** At least one. */
  chosen: readonly Chosen[];
  remove: (offer: Offer) => void;
}

export function Basket({ settings, chosen, remove }: BasketProps): VNode {
  return (
    <section aria-label="Chosen numbers">
      <h3>Who will see {chosen.length === 1 ? 'it' : 'each'}</h3>
      <p class="soft small">
        You can decide this later, too. Nobody sees a number before you put it into your numbers and publish.
      </p>
      {chosen.map((offer) => (
        <fieldset key={offer.number} class="chosen">
          <legend class="unseen">{formatPhone(offer.number)}</legend>
          <p>
            <b>{formatPhone(offer.number)}</b>
            <span class="soft">
              {[
                placeText(offer),
                ...(offer.monthly_price === null
                  ? []
                  : [money(offer.monthly_price, offer.currency ?? undefined)]),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </p>
          <LocationField
            settings={settings}
            value={offer.near}
            label="Location"
            none="Any location"
            name={`/numbers/${offer.number}/location_id`}
          />
          <SourceField settings={settings} value="" name={`/numbers/${offer.number}/source`} />
          <button
            type="button"
            class="button plain icon"
            aria-label={`Leave out ${formatPhone(offer.number)}`}
            onClick={() => remove(offer)}
          >
            <Icon name="close" size={16} />
          </button>
        </fieldset>
      ))}
    </section>
  );
}
