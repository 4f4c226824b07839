/** The numbers that a company pays its phone companies for, in words, and where the DNI settings use each. Pure. */
import type {
  AvailableNumbers,
  CarrierNumberBody,
  CarrierNumbersBody,
} from '../../../../worker/core/phone/inventory/answer-schema.ts';
import { CHANNELS, channelName } from '../../../../worker/dni/pure/channels.ts';
import { amountText } from '../../../components/text/field-text.ts';
import type { StatusKind } from '../../../components/text/status-chip.tsx';
import { formatDay } from '../../../components/text/values.tsx';
import {
  byKey,
  type DniNumber,
  type DniSettings,
  isPool,
  NO_SETTINGS,
  type TrackingNumber,
  locationName,
} from '../../draft/dni-settings.ts';

export type Bought = CarrierNumberBody;
export type BoughtNumbers = CarrierNumbersBody;
/** A number that a carrier sells. */
export type Offer = AvailableNumbers['numbers'][number];

/** What the parts of the screen show: the numbers, and the settings that use them. */
export interface BoughtProps {
  settings: DniSettings;
  bought: BoughtNumbers;
}

/** The currency in which carriers say their prices, as long as no number says another one. */
const USUAL_CURRENCY = 'USD';

/** A location of which only the name is known. */
const NOWHERE = {
  city: '',
  state: '',
  country: '',
  address: '',
  postal_code: '',
  timezone: '',
  latitude: '',
  longitude: '',
};

/** A state: its chip, and what it means. */
export interface StateWords {
  kind: StatusKind;
  label: string;
  note?: string;
}

/** A place in the settings that uses a number, and the part of the Numbers screen that shows it. */
export interface Use {
  text: string;
  tab: string;
  /** The key of the entry in the list of numbers. */
  key?: string;
}

/** Tells whether the account has a number, or is about to have it. */
export function isHeld({ state }: Bought): boolean {
  return state !== 'refused' && state !== 'released';
}

/** Tells whether a number no longer sends its calls here. */
export function isAstray({ state, wiring, task }: Bought): boolean {
  return (
    (state === 'active' || state === 'imported') && (wiring === 'wrong' || wiring === 'gone') && task === null
  );
}

/** Tells whether a number can ring: it is there and nothing is under way. */
export function isSettled({ state, task }: Bought): boolean {
  return (state === 'active' || state === 'imported') && task === null;
}

/** Returns the state of a number in words. */
export function stateWords(number: Bought): StateWords {
  const { state, task, detail, is_bought: isBought } = number;
  const note = detail === null ? {} : { note: detail };
  if (task !== null && task !== 'release') return { kind: 'waiting', label: taskLabel(number), ...note };
  switch (state) {
    case 'refused':
      return { kind: 'bad', label: isBought ? 'Not bought' : 'Not imported', ...note };
    case 'released':
      return { kind: 'off', label: 'Given back' };
    case 'quarantined':
      return { kind: 'waiting', label: `Leaves ${leaveDay(number)}` };
    default:
      return { ...wiringWords(number), ...note };
  }
}

function taskLabel({ state, task, has_former: hasFormer }: Bought): string {
  if (state === 'pending') return 'Not delivered yet';
  if (task === 'buy') return state === 'unsure' ? 'Order being checked' : 'Being bought';
  if (task === 'put_back') return 'Being put back';
  return state === 'imported' && !hasFormer ? 'Being imported' : 'Being fixed';
}

function wiringWords({ wiring }: Bought): StateWords {
  switch (wiring) {
    case 'wrong':
      return { kind: 'bad', label: 'Calls go elsewhere' };
    case 'gone':
      return { kind: 'bad', label: 'Not in the account' };
    case 'ready':
      return { kind: 'good', label: 'Rings here' };
    default:
      return { kind: 'waiting', label: 'Not checked yet' };
  }
}

/** Returns the day on which a number is given back. */
export function leaveDay({ release_time: time }: Bought): string {
  return time === null ? 'soon' : formatDay(time);
}

/** Returns where the settings use a number; nothing if it is in none. */
export function usesOf(settings: DniSettings, number: string): Use[] {
  const entries = [...byKey(settings.numbers)].flatMap(([key, entry]): Use[] => {
    if (isPool(entry)) {
      const isIn = entry.phone_numbers.includes(number) || entry.overflow === number;
      return isIn ? [{ text: `Pool ${entry.pool}`, tab: 'numbers', key }] : [];
    }
    return entry.phone_number === number ? [{ text: useText(settings, entry), tab: 'numbers', key }] : [];
  });
  const printed = settings.targets.some((target) => target.number === number);
  if (settings.default_number === number) entries.push({ text: 'Default number', tab: 'site' });
  else if (printed) entries.push({ text: 'Printed on your pages', tab: 'site' });
  return entries;
}

/** Returns settings that use the numbers as the published ones do, for users who may not read those. */
export function settingsOfUses(
  numbers: readonly Bought[],
  locations: readonly { id: string; name: string }[],
): DniSettings {
  return {
    ...NO_SETTINGS,
    locations: locations.map(({ id, name }) => ({ ...NOWHERE, location_id: id, name })),
    numbers: numbers.flatMap(({ number, used_for: use }): TrackingNumber[] => {
      if (use === null) return [];
      const { source, location_id: location } = use;
      return [
        {
          phone_number: number,
          ...(source === null ? {} : { source }),
          ...(location === null ? {} : { location_id: location }),
          sms: false,
        },
      ];
    }),
  };
}

/** Returns for which visitors a number is: `Paid search, Austin`. */
export function useText(
  settings: Pick<DniSettings, 'locations'>,
  { source, location_id: location }: { source?: string | null; location_id?: string | null },
): string {
  const parts = [
    ...(source ? [channelName(source)] : []),
    ...(location ? [locationName(settings, location)] : []),
  ];
  return parts.length === 0 ? 'All visitors' : parts.join(', ');
}

/** Returns the source and the branch that a number was bought for, as far as they still exist. */
export function plannedUseOf(
  { locations, sources }: DniSettings,
  { source, location_id: location }: Bought,
): Pick<TrackingNumber, 'source' | 'location_id'> {
  const isLocation = locations.some(({ location_id: id }) => id === location);
  const isSource =
    sources.some(({ name }) => name === source) || CHANNELS.some((channel) => channel === source);
  return {
    ...(source === null || !isSource ? {} : { source }),
    ...(location === null || !isLocation ? {} : { location_id: location }),
  };
}

/** The settings with numbers in them. */
export interface PutIn {
  settings: DniSettings;
  /** Numbers that were put in. */
  added: readonly Bought[];
  /** Numbers whose visitors see another one already. */
  clashing: readonly Bought[];
}

/** Puts the numbers into the settings whose location or source is known. Those in use, and those that do not ring, are left out. */
export function withBought(settings: DniSettings, numbers: readonly Bought[]): PutIn {
  const entries: DniNumber[] = [...settings.numbers];
  const [added, clashing]: [Bought[], Bought[]] = [[], []];
  for (const number of numbers) {
    const use = plannedUseOf(settings, number);
    const isMeant = Object.keys(use).length > 0;
    if (!isMeant || !isSettled(number) || usesOf(settings, number.number).length > 0) continue;
    // Of two numbers for the same visitors, the second is never seen, and not accepted.
    if (isUseTaken({ numbers: entries }, use)) {
      clashing.push(number);
      continue;
    }
    entries.push({ phone_number: number.number, ...use, sms: false });
    added.push(number);
  }
  return { settings: { ...settings, numbers: entries }, added, clashing };
}

/** Tells whether the settings have a number for the same visits, besides which another one is never seen. */
export function isUseTaken(
  { numbers }: Pick<DniSettings, 'numbers'>,
  use: Pick<TrackingNumber, 'source' | 'location_id'>,
): boolean {
  return numbers.some((entry) => isSameUse(entry, use));
}

function isSameUse(
  { source, location_id: location, target }: DniNumber,
  use: Pick<TrackingNumber, 'source' | 'location_id'>,
): boolean {
  return target === undefined && source === use.source && location === use.location_id;
}

/** Formats an amount of money. */
export function money(amount: number, currency = USUAL_CURRENCY): string {
  return amountText({ unit: currency || USUAL_CURRENCY, value: Math.round(amount * 100) / 100 });
}

/** Returns the currency of numbers or offers. */
export function currencyOf(priced: readonly { currency: string | null }[]): string {
  return priced.find(({ currency }) => currency)?.currency ?? USUAL_CURRENCY;
}

/** Returns where a number is: `Austin, TX`. */
export function placeText({ city, region }: Pick<Offer, 'city' | 'region'>): string {
  return [city, region].filter((part) => part !== '').join(', ');
}
