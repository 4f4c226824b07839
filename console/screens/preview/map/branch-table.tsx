/** The contents of the map as a table: postal codes of each location. A row filters the map. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useDistanceUnit } from '../../../api/distance-unit.ts';
import { formatCount } from '../../../components/text/values.tsx';
import { distanceText } from '../../../formats/distance.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { type Choosing, isSameFilter } from './choosing.ts';
import type { BranchShare, Winners } from './winners.ts';
import { Table } from '../../../components/table.tsx';

/** Rows shown before "Show all". */
const FIRST_ROWS = 12;

const COLUMNS = [
  'Location',
  { label: 'Postal codes', class: 'number' },
  { label: 'In its service area', class: 'number on-medium' },
  { label: 'Farthest', class: 'number' },
];

interface BranchTableProps extends Choosing {
  winners: Winners;
  settings: DniSettings;
}

export function BranchTable({ winners, settings, ...choosing }: BranchTableProps): VNode {
  const [isAll, showAll] = useState(false);
  const shares = withIdle(winners.shares, settings.locations.length);
  const shown = isAll ? shares : shares.slice(0, FIRST_ROWS);
  return (
    <>
      <div class="table-frame">
        <Table caption="Postal codes of each location" columns={COLUMNS}>
          {shown.map((share) => (
            <BranchRow key={share.index} share={share} winners={winners} settings={settings} {...choosing} />
          ))}
        </Table>
      </div>
      {shares.length > shown.length && (
        <p class="more-rows">
          <button type="button" class="button" onClick={() => showAll(true)}>
            Show all {formatCount(shares.length)} locations
          </button>
        </p>
      )}
    </>
  );
}

function BranchRow({
  share: { index, codes, byArea, furthest, furthestKm },
  winners,
  settings,
  pressed,
  point,
  press,
}: BranchTableProps & { share: BranchShare }): VNode {
  const unit = useDistanceUnit() ?? 'km';
  const filter = { branch: index };
  const isPressed = isSameFilter(pressed, filter);
  return (
    <tr
      class={isPressed ? 'is-selected' : ''}
      onPointerEnter={() => point(filter)}
      onPointerLeave={() => point(undefined)}
    >
      <th scope="row">
        <button
          type="button"
          class="branch"
          aria-pressed={isPressed}
          onClick={() => press(isPressed ? undefined : filter)}
          onFocus={() => point(filter)}
          onBlur={() => point(undefined)}
        >
          <i class={`ink-${winners.branches.colours[index] ?? 0}`} />
          {settings.locations[index]?.name}
        </button>
      </th>
      <td class="number">{formatCount(codes)}</td>
      <td class="number on-medium">{formatCount(byArea)}</td>
      <td class="number">
        {codes > 0 && (
          <>
            <span class="on-medium">{furthest}, </span>
            <span class="nowrap">{distanceText(Math.round(furthestKm), unit)}</span>
          </>
        )}
      </td>
    </tr>
  );
}

/** Adds the locations that get no postal code. */
function withIdle(shares: readonly BranchShare[], locations: number): BranchShare[] {
  const busy = new Set(shares.map(({ index }) => index));
  const idle = Array.from({ length: locations }, (_, index) => index).filter((index) => !busy.has(index));
  return [...shares, ...idle.map((index) => ({ index, codes: 0, byArea: 0, furthest: '', furthestKm: 0 }))];
}
