/** Reads and saves the call settings, versioned and checked against the company's numbers, locations and users. */
import { pointerTo } from '../../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../../shared/http/problems.ts';
import type { AddressRules } from '../../../shared/http/public-addresses.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import { claimNumbers } from '../../company/numbers/held-numbers.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { reportSettingsChanged } from '../../company/settings/settings-changes.ts';
import type { CallSettingsBody } from './answer-schema.ts';
import { accountOf } from './carrier-accounts.ts';
import { makePhoneBook } from './phone-book.ts';
import { faultsOfMenus, menuOf, type Menus, MOST_DEEP, targetsOf } from '../rules/menus.ts';
import type { CallRules } from '../rules/rules.ts';
import { type CallSettings, type CallSettingsInput, NO_CALL_SETTINGS } from './settings-schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { findUserOnce } from '../../people/users/users.ts';

interface SettingsRow extends Row {
  version: number;
  document: string;
}

/** Returns the settings with their version, which is 0 before the first save. */
export function readCallSettings(database: Database): { version: number; settings: CallSettings } {
  const { version, document } = database.one<SettingsRow>('SELECT version, document FROM call_settings');
  return { version, settings: { ...NO_CALL_SETTINGS, ...(JSON.parse(document) as Partial<CallSettings>) } };
}

/**
 * Replaces the settings as a whole.
 * @returns the new version and the saved settings
 * @throws Problem that lists every fault in numbers, users, locations, secrets and addresses; `identifier_taken` for new numbers that
 *   another company has
 */
export function replaceCallSettings(
  context: WriteContext,
  input: CallSettingsInput,
  addresses: AddressRules,
): { version: number; settings: CallSettings } {
  const before = readCallSettings(context.database).settings;
  const settings = checkedSettings(context, input, { addresses });
  const known = new Set(before.unlisted_numbers);
  const added = settings.unlisted_numbers.map((number, index) => ({
    number,
    pointer: `/unlisted_numbers/${index}`,
  }));
  claimNumbers(
    context,
    added.filter(({ number }) => !known.has(number)),
  );
  const { version } = context.database.one<{ version: number }>(
    'UPDATE call_settings SET version = version + 1, document = ?, modified_time = ? RETURNING version',
    JSON.stringify(settings),
    context.now,
  );
  reportSettingsChanged(context, { settings: 'calls', version, before, after: settings });
  return { version, settings };
}

/**
 * Returns the settings that would be saved.
 * @param where `pointer`: the place of the settings in the body, by default the whole body
 * @throws Problem that lists every fault in numbers, users, locations, secrets and addresses
 */
export function checkedSettings(
  context: RequestContext,
  input: CallSettingsInput,
  { addresses, pointer = '' }: { addresses: AddressRules; pointer?: string },
): CallSettings {
  const before = readCallSettings(context.database).settings;
  const faults: Fault[] = [];
  const carriers = input.carriers.map((carrier, index) =>
    accountOf(carrier, before.carriers, { pointer: pointerTo(['carriers', index]), addresses, faults }),
  );
  const settings: CallSettings = { ...input, carriers };
  faults.push(...newFaults(context, settings, before));
  refuseFaults(faults.map((fault) => ({ ...fault, pointer: pointer + fault.pointer })));
  return settings;
}

/** Returns the settings for an answer, with the number of secrets in their place. */
export function callSettingsBody({ carriers, ...settings }: CallSettings): CallSettingsBody {
  return {
    carriers: carriers.map(({ secrets, api, ...carrier }) => ({
      ...carrier,
      secrets: secrets.length,
      api: api === null ? null : { ...api, secret: true },
    })),
    ...settings,
  };
}

/** Returns the faults that the settings before did not have: who changes something else need not mend what a removed location left. */
function newFaults(context: RequestContext, settings: CallSettings, before: CallSettings): Fault[] {
  const faults = checkAgainstCompany(context, settings);
  if (faults.length === 0) return [];
  const textOf = ({ pointer, detail }: Fault): string => JSON.stringify([pointer, detail]);
  const known = new Set(checkAgainstCompany(context, before).map(textOf));
  return faults.filter((fault) => !known.has(textOf(fault)));
}

/** Returns the numbers, locations and users that the company does not have. */
function checkAgainstCompany(context: RequestContext, settings: CallSettings): Fault[] {
  const faults: Fault[] = [];
  const dni = dniSettingsOf(context).read()?.settings;
  const { default_region: region } = settingsOf(context).options();
  const { numbers, locations } = makePhoneBook({
    version: 0,
    settings,
    dni,
    users: [],
    region,
    countries: null,
    zone: '',
  });
  const known = new Set(numbers.map(({ number }) => number));
  const locationIds = new Set(locations.map(({ locationId }) => locationId));
  const tracking = new Set(numbers.flatMap(({ number, isTracking }) => (isTracking ? number : [])));
  const check = (rules: Partial<CallRules>, pointer: string): void => {
    checkRing(context, { rules, tracking, pointer: `${pointer}/ring` }, faults);
    checkMenu(settings.menus, rules, pointer, faults);
  };
  checkMenus(context, settings, { locationIds, tracking }, faults);
  check(settings.defaults, '/defaults');
  for (const [id, rules] of Object.entries(settings.locations)) {
    const pointer = pointerTo(['locations', id]);
    check(rules, pointer);
    if (locationIds.has(id)) continue;
    const detail = `There is no location with the id "${id}". Remove its rules.`;
    faults.push({ pointer, code: 'unknown_location', detail });
  }
  for (const [number, rules] of Object.entries(settings.numbers)) {
    const pointer = pointerTo(['numbers', number]);
    check(rules, pointer);
    if (known.has(number)) continue;
    const detail =
      'The company does not have this number. Add it to its numbers, or to the further ones (unlisted_numbers).';
    faults.push({ pointer, code: 'invalid_parameter', detail });
  }
  return faults;
}

/** Reports keys of menus that lead to what the company does not have, and menus that lead back to themselves. */
function checkMenus(
  context: RequestContext,
  { menus }: CallSettings,
  { locationIds, tracking }: { locationIds: ReadonlySet<string>; tracking: ReadonlySet<string> },
  faults: Fault[],
): void {
  for (const [id, menu] of Object.entries(menus)) {
    for (const [key, target] of targetsOf(menu)) {
      const pointer = pointerTo(['menus', id, ...(key === 'd' ? ['default'] : ['keys', key])]);
      if ('ring' in target)
        checkRing(context, { rules: target, tracking, pointer: `${pointer}/ring` }, faults);
      if (!('location_id' in target) || locationIds.has(target.location_id)) continue;
      const detail = `There is no location with the id "${target.location_id}". Let the key lead somewhere else.`;
      faults.push({ pointer: `${pointer}/location_id`, code: 'unknown_location', detail });
    }
  }
  for (const { path, reason, to } of faultsOfMenus(menus)) {
    const name = menuOf(menus, to)?.name ?? to;
    const details = {
      unknown: `There is no menu with the id "${to}".`,
      circle: `The menu “${name}” leads back here, so that a caller could go round for ever.`,
      deep: `The menu “${name}” would be the fourth in a row. A caller goes through at most ${MOST_DEEP}.`,
    };
    faults.push({
      pointer: pointerTo(['menus', ...path]),
      code: 'invalid_parameter',
      detail: details[reason],
    });
  }
}

/** Reports the menu of rules if it does not exist. */
function checkMenu(menus: Menus, { menu }: Partial<CallRules>, pointer: string, faults: Fault[]): void {
  if (menu === undefined || menu === null || menuOf(menus, menu) !== undefined) return;
  const detail = `There is no menu with the id "${menu}".`;
  faults.push({ pointer: `${pointer}/menu`, code: 'invalid_parameter', detail });
}

function checkRing(
  context: RequestContext,
  {
    rules,
    tracking,
    pointer,
  }: { rules: Pick<Partial<CallRules>, 'ring'>; tracking: ReadonlySet<string>; pointer: string },
  faults: Fault[],
): void {
  if (rules.ring === undefined || rules.ring === 'location') return;
  rules.ring.forEach((target, index) => {
    const at = `${pointer}/${index}`;
    if ('user_id' in target && findUserOnce(context, target.user_id) === undefined) {
      const detail = 'The company has no user with this id.';
      faults.push({ pointer: `${at}/user_id`, code: 'unknown_user', detail });
    }
    const refusal = 'number' in target ? faultOfDestination(target.number, undefined) : undefined;
    if (refusal !== undefined) {
      faults.push({
        pointer: `${at}/number`,
        code: 'invalid_phone',
        detail: `This phone cannot ring: ${refusal}`,
      });
    }
    if ('number' in target && tracking.has(target.number)) {
      const detail = 'This is a tracking number: the call would come back here.';
      faults.push({ pointer: `${at}/number`, code: 'invalid_parameter', detail });
    }
  });
}
