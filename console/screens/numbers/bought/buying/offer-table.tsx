/** The numbers that a search has found, to choose from. */
import type { VNode } from 'preact';
import { Empty } from '../../../../components/notice.tsx';
import { Table } from '../../../../components/table.tsx';
import { formatPhone, plural } from '../../../../components/text/values.tsx';
import { type DniSettings, locationName } from '../../../draft/dni-settings.ts';
import { money, type Offer, placeText } from '../bought.ts';
import type { Chosen } from './basket.tsx';
import type { Found, NumberQuery } from './search.ts';

/** The found numbers, and the choice among them. */
export interface OfferTableProps {
  found: Found;
  settings: DniSettings;
  chosen: readonly Chosen[];
  choose: (offer: Offer, isChosen: boolean) => void;
  /** Whether a newer search is under way. */
  isFormer: boolean;
}

export function OfferTable({ found, settings, chosen, choose, isFormer }: OfferTableProps): VNode {
  const { query, offers } = found;
  if (offers.length === 0) {
    return (
      <Empty
        icon="search"
        text={`No numbers${whereText(query, settings)}. Try another area code or city, or search the whole country.`}
      />
    );
  }
  return (
    <section class={isFormer ? 'is-former' : ''} aria-label="Found numbers">
      <p class="soft found">
        <output>
          {plural(offers.length, 'number')}
          {whereText(query, settings)}
        </output>
      </p>
      <div class="card offers">
        <Table
          caption="Found numbers"
          columns={[
            { label: 'Select', isUnseen: true, class: 'check' },
            'Number',
            'Place',
            { label: 'Texts', class: 'on-medium' },
            { label: 'A month', class: 'number' },
          ]}
        >
          {offers.map((offer) => (
            <OfferRow
              key={offer.number}
              offer={offer}
              isChosen={chosen.some(({ number }) => number === offer.number)}
              choose={choose}
            />
          ))}
        </Table>
      </div>
    </section>
  );
}

interface OfferRowProps {
  offer: Offer;
  isChosen: boolean;
  choose: (offer: Offer, isChosen: boolean) => void;
}

function OfferRow({ offer, isChosen, choose }: OfferRowProps): VNode {
  const {
    number,
    monthly_price: price,
    currency,
    has_messages: hasTexts,
    needs_address: needsAddress,
  } = offer;
  const id = `offer-${number.slice(1)}`;
  return (
    <tr class={isChosen ? 'is-selected' : undefined}>
      <td class="check">
        <input
          id={id}
          type="checkbox"
          name={`/chosen/${number}`}
          aria-label={`Select ${formatPhone(number)}`}
          checked={isChosen}
          disabled={needsAddress}
          onChange={({ currentTarget: { checked } }) => choose(offer, checked)}
        />
      </td>
      <th scope="row">
        <label for={id}>{formatPhone(number)}</label>
        {needsAddress && (
          <span class="under">
            Sold only with an address of yours: buy it at the carrier, then import it.
          </span>
        )}
      </th>
      <td>{placeText(offer)}</td>
      <td class="on-medium">{hasTexts ? 'Yes' : <span class="soft">No</span>}</td>
      <td class="number">
        {price === null ? <span class="soft">not said</span> : money(price, currency ?? undefined)}
      </td>
    </tr>
  );
}

/** Returns where numbers were looked for: ` near Austin`. */
function whereText({ way, wanted }: NumberQuery, settings: DniSettings): string {
  if (wanted === '') return '';
  if (way === 'near') return ` near ${locationName(settings, wanted)}`;
  return way === 'contains' ? ` with ${wanted}` : ` in ${wanted}`;
}
