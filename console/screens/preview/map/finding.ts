/** Describes the map in words. Pure. */
import { formatCount } from '../../../components/text/values.tsx';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { WON } from './map-messages.ts';
import type { Winners } from './winners.ts';

export function progressOf(winners: Winners | undefined): string {
  if (winners === undefined) return 'Assigning postal codes to locations…';
  return `Assigning postal codes to locations: ${formatCount(winners.known)} of ${formatCount(winners.branches.total)}…`;
}

/** Summarizes the map in a few sentences. */
export function finding({ ways, shares, known }: Winners, { locations }: DniSettings): string {
  const [most] = shares;
  if (most === undefined) return `None of ${formatCount(known)} postal codes is near a location.`;
  const name = locations[most.index]?.name ?? '';
  const idle = locations.length - shares.length;
  const [tooFar, contested] = [ways[WON.tooFar] ?? 0, ways[WON.inSeveralAreas] ?? 0];
  return [
    `${formatCount(known - tooFar)} postal codes go to ${countOf(shares.length, 'location')}; ${name} gets the most, ${formatCount(most.codes)}.`,
    idle > 0 && `${countOf(idle, 'location')} ${idle === 1 ? 'gets' : 'get'} none here.`,
    tooFar > 0 && `${formatCount(tooFar)} are too far from every location.`,
    contested > 0 && `${formatCount(contested)} are in the service areas of several locations.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
