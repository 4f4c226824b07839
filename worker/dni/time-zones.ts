/** Time zones of places. An abbreviation may stand for several, and most have no daylight saving time. Pure. */

/** `Area/City` of the IANA database; `Etc/GMT+5` and its like are no places. */
const PLACE = /^(?!Etc\/|SystemV\/)[a-z_]+\/[\w+/-]+$/i;

/** The largest city of the zone that people mean by an abbreviation. */
const MEANT: Readonly<Record<string, string>> = {
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

/** What is wrong with the name of a location's time zone; undefined: nothing. */
export function faultOfTimeZone(name: string): string | undefined {
  if (PLACE.test(name) && isKnown(name)) return undefined;
  const meant = MEANT[name.trim().toUpperCase()];
  return meant === undefined
    ? 'Write the IANA time zone of the place where the location is, for instance America/Chicago.'
    : `"${name}" is no place, and its clock may be an hour off in summer; write a place, for instance ${meant}.`;
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
