/** Applies partial changes to the DNI settings: a patch, one location, one number. Pure. */
import { isObject } from '../../../shared/http/input.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { notFound, problemOfFaults } from '../../../shared/http/problems.ts';
import { mergePatch } from './merge-patch.ts';
import { noSettings } from './saved-settings.ts';

/** An unchecked document after an edit, and the place of the request's body in it, to which pointers of faults are relative. */
export interface Edited {
  document: unknown;
  /** A JSON pointer to the body; undefined if the body is the document. */
  at?: string;
  /** Set if an entry is removed. A fault is then caused by a reference to that entry. */
  isRemoval?: true;
  /** The version that is restored. */
  restoredVersion?: number;
}

/** An entry of the settings with an address of its own. */
export interface Entry {
  list: 'locations' | 'numbers';
  /** The `location_id`, or the `phone_number`; of a pool its name. */
  id: string;
}

/** Returns the member that an entry's id is in. Digits are a phone number, since a pool's name is more than digits. */
function idMember({ list, id }: Entry): 'location_id' | 'phone_number' | 'pool' {
  if (list === 'locations') return 'location_id';
  return /^\+?\d*$/.test(id) ? 'phone_number' : 'pool';
}

/** Finds the entries with this id: for a location at most one, for a number one for each of its conditions. */
export function entriesOf(settings: DniSettings, { list, id }: Entry): object[] {
  return settings[list].filter((entry) => idOf(entry, { list, id }) === id);
}

/**
 * Returns the settings with a patch applied.
 * @param settings undefined if there are none yet
 * @throws Problem `not_found` when there are no settings
 */
export function withPatch(settings: DniSettings | undefined, patch: unknown): Edited {
  return { document: mergePatch(required(settings), patch) };
}

/**
 * Returns the settings with an entry that replaces those with its id, or is appended.
 * @param body the entry; it may leave out the id, which is in the address
 * @throws Problem `not_found` when there are no settings yet, `invalid_parameter` when the body has a different id
 */
export function withEntry(current: DniSettings | undefined, { list, id }: Entry, body: unknown): Edited {
  const settings = required(current);
  refuseOtherId(body, { list, id });
  const first = settings[list].findIndex((each) => idOf(each, { list, id }) === id);
  const index = first < 0 ? settings[list].length : first;
  const others = settings[list].filter((each) => idOf(each, { list, id }) !== id);
  const sent = { [idMember({ list, id })]: id, ...body };
  const entries = [...others.slice(0, index), sent, ...others.slice(index)];
  return { document: { ...settings, [list]: entries }, at: `/${list}/${index}` };
}

/**
 * Returns the settings with a patch applied to every entry with the id.
 * @throws Problem `not_found` when there is none
 */
export function withPatchedEntry(
  current: DniSettings | undefined,
  { list, id }: Entry,
  patch: unknown,
): Edited {
  const settings = required(current);
  refuseOtherId(patch, { list, id });
  const first = settings[list].findIndex((each) => idOf(each, { list, id }) === id);
  if (first < 0) throw notFound();
  const entries = settings[list].map((each) =>
    idOf(each, { list, id }) === id ? mergePatch(each, patch) : each,
  );
  return { document: { ...settings, [list]: entries }, at: `/${list}/${first}` };
}

/**
 * Returns the settings without the entries with the id.
 * @throws Problem `not_found` when there is none
 */
export function withoutEntry(current: DniSettings | undefined, entry: Entry): Edited {
  const settings = required(current);
  if (entriesOf(settings, entry).length === 0) throw notFound();
  const { list, id } = entry;
  const others = settings[list].filter((each) => idOf(each, { list, id }) !== id);
  return { document: { ...settings, [list]: others }, isRemoval: true };
}

function required(settings: DniSettings | undefined): DniSettings {
  if (settings === undefined) throw noSettings();
  return settings;
}

/** Refuses a body that is not an entry, or whose id differs from the one in the path. The request cannot rename an entry. */
function refuseOtherId(body: unknown, { list, id }: Entry): asserts body is Record<string, unknown> {
  const member = idMember({ list, id });
  if (!isObject(body)) {
    throw problemOfFaults([{ pointer: '', code: 'invalid_parameter', detail: 'Send a JSON object.' }]);
  }
  if (!Object.hasOwn(body, member) || body[member] === id) return;
  const detail = `The address names "${id}"; leave out "${member}" or give the same value.`;
  throw problemOfFaults([{ pointer: `/${member}`, code: 'invalid_parameter', detail }]);
}

function idOf(entry: object, address: Entry): unknown {
  return Reflect.get(entry, idMember(address));
}
