/** The chosen numbers, and the visitors that each is for. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../../../components/icon.tsx';
import { formatPhone } from '../../../../components/text/values.tsx';
import { FieldNotes, useField } from '../../../../forms/fields.tsx';
import type { DniSettings, TrackingNumber } from '../../../draft/dni-settings.ts';
import { LocationField, SourceField } from '../../../draft/editing/use-fields.tsx';
import { isUseTaken, money, type Offer, placeText } from '../bought.ts';

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
        <ChosenNumber key={offer.number} settings={settings} offer={offer} remove={remove} />
      ))}
    </section>
  );
}

interface ChosenNumberProps extends Pick<BasketProps, 'settings' | 'remove'> {
  offer: Chosen;
}

/** A number with the choice of its visitors, and a warning if these see another number already. */
function ChosenNumber({ settings, offer, remove }: ChosenNumberProps): VNode {
  const { number, monthly_price: price, currency, near } = offer;
  const [use, setUse] = useState<Use>(useFrom({ location: near, source: '' }));
  const name = `/numbers/${number}`;
  const names = { location: `${name}/location_id`, source: `${name}/source` };
  const field = useField(name);
  const isTaken = Object.keys(use).length > 0 && isUseTaken(settings, use);
  const shown = [placeText(offer), price === null ? '' : money(price, currency ?? undefined)];
  return (
    <fieldset
      class="chosen"
      name={name}
      aria-describedby={field.attributes['aria-describedby']}
      onChange={({ currentTarget: { elements } }) => {
        const chosen = (of: string): string => (elements.namedItem(of) as HTMLSelectElement).value;
        setUse(useFrom({ location: chosen(names.location), source: chosen(names.source) }));
      }}
    >
      <legend class="unseen">{formatPhone(number)}</legend>
      <p>
        <b class="nowrap">{formatPhone(number)}</b>
        <span class="soft">{shown.filter((part) => part !== '').join(' · ')}</span>
      </p>
      <LocationField
        settings={settings}
        value={near}
        label="Location"
        none="Any location"
        name={names.location}
      />
      <SourceField settings={settings} value="" name={names.source} />
      <LeaveOut offer={offer} remove={remove} />
      <output class="under taken">
        {isTaken &&
          'These visitors see another number already, and would not see this one. Choose a source or another location.'}
      </output>
      <FieldNotes field={field} />
    </fieldset>
  );
}

function LeaveOut({ offer, remove }: Pick<ChosenNumberProps, 'offer' | 'remove'>): VNode {
  return (
    <button
      type="button"
      class="button plain icon"
      aria-label={`Leave out ${formatPhone(offer.number)}`}
      onClick={() => remove(offer)}
    >
      <Icon name="close" size={16} />
    </button>
  );
}

/** For which visits a number is. */
type Use = Pick<TrackingNumber, 'source' | 'location_id'>;

function useFrom({ location, source }: { location: string; source: string }): Use {
  return {
    ...(source === '' ? {} : { source }),
    ...(location === '' ? {} : { location_id: location }),
  };
}
