/** A select of time zones by city. Its value is the name of the IANA database: `America/Chicago`. */
import type { VNode } from 'preact';
import { byName, ListField, type ListFieldProps } from './list-field.tsx';

export function ZoneField(props: ListFieldProps): VNode {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zoneName(zone)] as const);
  return <ListField {...props} entries={byName(zones)} />;
}

/** Returns the zone of the browser; '' if it has none that can be chosen. */
export function ownZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return Intl.supportedValuesOf('timeZone').includes(zone) ? zone : '';
}

/** Names a zone by its city, so that typing its first letters finds it: `Chicago (America)`. */
function zoneName(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/');
  const city = parts.at(-1) ?? zone;
  return parts.length === 1 ? city : `${city} (${parts.slice(0, -1).toReversed().join(', ')})`;
}
