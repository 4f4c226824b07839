/** The locations with their proposed numbers: each can be exchanged or left out. */
import type { VNode } from 'preact';
import { useDistanceUnit } from '../../../../api/distance-unit.ts';
import { UNIT_NAMES } from '../../../../formats/distance.ts';
import { BareSelect } from '../../../../forms/fields.tsx';
import { formatPhone } from '../../../../components/text/values.tsx';
import { money, placeText } from '../bought.ts';
import { type Branch, chosenOffer } from './branches.ts';

interface BranchRowsProps {
  branches: readonly Branch[];
  change: (change: (before: readonly Branch[]) => readonly Branch[]) => void;
}

export function BranchRows({ branches, change }: BranchRowsProps): VNode {
  const choose = (id: string, chosen: string | undefined): void =>
    change((before) =>
      before.map((branch) => (branch.location.location_id === id ? { ...branch, chosen } : branch)),
    );
  const taken = new Set(branches.map(({ chosen }) => chosen));
  return (
    <ul class="branches">
      {branches.map((branch) => (
        <li key={branch.location.location_id} class="branch">
          <BranchRow branch={branch} taken={taken} choose={choose} />
        </li>
      ))}
    </ul>
  );
}

interface BranchRowProps {
  branch: Branch;
  /** The numbers that are chosen for any location. */
  taken: ReadonlySet<string | undefined>;
  choose: (id: string, chosen: string | undefined) => void;
}

function BranchRow({ branch, taken, choose }: BranchRowProps): VNode {
  const { location, offers, chosen } = branch;
  const { location_id: id, name } = location;
  const offer = chosenOffer(branch);
  const field = `branch-${id}`;
  const first = offers.find(({ number }) => !taken.has(number))?.number;
  return (
    <>
      <input
        id={field}
        type="checkbox"
        name={`/branches/${id}`}
        checked={chosen !== undefined}
        disabled={offers.length === 0}
        onChange={({ currentTarget: { checked } }) => choose(id, checked ? first : undefined)}
      />
      <label for={field}>{name}</label>
      {offers.length === 0 ? (
        <span class="soft">Your carrier sells no numbers there.</span>
      ) : (
        <OfferSelect branch={branch} taken={taken} choose={choose} />
      )}
      <span class="number">
        {offer !== undefined &&
          offer.monthly_price !== null &&
          money(offer.monthly_price, offer.currency ?? undefined)}
      </span>
      <FarAway branch={branch} />
    </>
  );
}

function OfferSelect({ branch: { location, offers, chosen }, taken, choose }: BranchRowProps): VNode {
  const { location_id: id, name } = location;
  return (
    <BareSelect
      label={`Number for ${name}`}
      name={`/numbers/${id}`}
      value={chosen ?? ''}
      disabled={chosen === undefined}
      onChange={({ currentTarget: { value } }) => choose(id, value)}
    >
      {chosen === undefined && <option value="">Left out</option>}
      {offers.map((each) => (
        <option
          key={each.number}
          value={each.number}
          disabled={each.number !== chosen && taken.has(each.number)}
        >
          {formatPhone(each.number)} {placeText(each)}
        </option>
      ))}
    </BareSelect>
  );
}

/** The distance within which the carrier looks, as people of each unit say it. */
const NEAR = { mi: 50, km: 80 };

/** Says that no number is sold near a location. */
function FarAway({ branch }: { branch: Branch }): VNode | null {
  const unit = useDistanceUnit() ?? 'mi';
  const offer = chosenOffer(branch);
  const { reach } = branch;
  if (offer === undefined || reach === 'near' || reach === 'city' || reach === null) return null;
  const where = placeText(offer);
  return (
    <span class="under far">
      None is sold within {NEAR[unit]} {UNIT_NAMES[unit]}: this one is from{' '}
      {where === '' ? 'elsewhere' : where}.
    </span>
  );
}
