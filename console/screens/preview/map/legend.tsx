/** The legend: how postal codes are assigned, by shape of dot. Each entry filters the map. */
import type { VNode } from 'preact';
import { formatCount } from '../../../components/text/values.tsx';
import { type Choosing, isSameFilter } from './choosing.ts';
import { WON } from './map-messages.ts';
import type { Winners } from './winners.ts';

const ENTRIES = [
  { way: WON.byArea, label: 'In one service area' },
  { way: WON.byDistance, label: 'Closest location' },
  { way: WON.inSeveralAreas, label: 'In several service areas' },
  { way: WON.tooFar, label: 'Too far from all' },
];

export function Legend({ winners, pressed, point, press }: { winners: Winners } & Choosing): VNode {
  return (
    <ul class="legend" aria-label="How postal codes are assigned">
      {ENTRIES.map(({ way, label }) => {
        const count = winners.ways[way] ?? 0;
        const filter = { way };
        const isPressed = isSameFilter(pressed, filter);
        return (
          <li key={way}>
            <button
              type="button"
              class="button slim"
              disabled={count === 0}
              aria-pressed={isPressed}
              onClick={() => press(isPressed ? undefined : filter)}
              onPointerEnter={() => point(filter)}
              onPointerLeave={() => point(undefined)}
            >
              <Sample way={way} />
              {label} <b>{formatCount(count)}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A dot as on the map. */
function Sample({ way }: { way: number }): VNode {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" class={`sample way-${way}`} aria-hidden="true">
      {way === WON.tooFar ? <path d="m3.5 3.5 7 7m0-7-7 7" /> : <circle cx="7" cy="7" r="4.5" />}
    </svg>
  );
}
