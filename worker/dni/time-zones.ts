/** Checks time zones. An abbreviation may mean several zones, and most have no daylight saving time. Pure. */

/** `Area/City` of the IANA database; `Etc/GMT+5` and the like name no place. */
const PLACE = /^(?!Etc\/|SystemV\/)[a-z_]+\/[\w+/-]+$/i;

/** The zone that people mean by an abbreviation, named by its largest city. */
const ZONE_OF_ABBREVIATION: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  EDT: 'America/New_York',
  EST5EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CST6CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MST7MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PST8PDT: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  AST: 'America/Halifax',
  NST: 'America/St_Johns',
  GMT: 'Europe/London',
  BST: 'Europe/London',
  WET: 'Europe/Lisbon',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  MET: 'Europe/Berlin',
  EET: 'Europe/Athens',
};

/** Returns the fault of a location's time zone; undefined when there is none. */
export function faultOfTimeZone(name: string): string | undefined {
  if (PLACE.test(name) && isKnown(name)) return undefined;
  const zone = ZONE_OF_ABBREVIATION[name.trim().toUpperCase()];
  return zone === undefined
    ? 'Write the IANA time zone of the location, for instance America/Chicago.'
    : `"${name}" does not say whether daylight saving time applies. Write a city of the zone, for instance ${zone}.`;
}

/** Zones that the runtime knows by this very name: to ask it takes longer than all else that is checked of a location. */
const known = new Set<string>();

function isKnown(name: string): boolean {
  if (known.has(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    if (timeZone === name) known.add(name);
    return true;
  } catch {
    return false;
  }
}
