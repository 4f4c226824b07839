/** Changes of the DNI settings that do not send all of them: a patch, one location, one number. Pure. */
import { isObject } from '../../../shared/http/input.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { notFound, problemOfFaults } from '../../../shared/http/problems.ts';
import { mergePatch } from './merge-patch.ts';
import { noSettings } from './saved-settings.ts';

/** A document that is still to be checked, and where in it the request's body stands: faults are told from there. */
export interface Edited {
  document: unknown;
  /** A JSON pointer; undefined: the body is the document. */
  at?: string;
  /** An entry is removed, so that a fault is about what still refers to it. */
  isRemoval?: true;
  /** The version whose settings these are once more. */
  restoredVersion?: number;
}

/** One entry of the settings that has an address of its own. */
export interface Entry {
  list: 'locations' | 'numbers';
  /** The `location_id`, or the `phone_number`. */
  id: string;
}

const ID_MEMBERS = { locations: 'location_id', numbers: 'phone_number' } as const;

/** The entries with this id: of a location at most one, of a number one for each of its conditions. */
export function entriesOf(settings: DniSettings, { list, id }: Entry): object[] {
  return settings[list].filter((entry) => idOf(entry, list) === id);
}

/**
 * The settings with a patch on them.
 * @param settings undefined: there are none yet
 * @throws Problem `not_found` when there is nothing to change
 */
export function withPatch(settings: DniSettings | undefined, patch: unknown): Edited {
  return { document: mergePatch(required(settings), patch) };
}

/**
 * The settings with one entry put in the place of those that have its id, or at the end.
 * @param body the entry; its id may be left out, since the address has it
 * @throws Problem `not_found` when there are no settings yet, `invalid_parameter` when the body has another id
 */
export function withEntry(current: DniSettings | undefined, { list, id }: Entry, body: unknown): Edited {
  const settings = required(current);
  refuseOtherId(body, { list, id });
  const first = settings[list].findIndex((each) => idOf(each, list) === id);
  const index = first < 0 ? settings[list].length : first;
  const others = settings[list].filter((each) => idOf(each, list) !== id);
  const sent = { [ID_MEMBERS[list]]: id, ...body };
  const entries = [...others.slice(0, index), sent, ...others.slice(index)];
  return { document: { ...settings, [list]: entries }, at: `/${list}/${index}` };
}

/** The settings with a patch on each entry that has the id. @throws Problem `not_found` when there is none */
export function withPatchedEntry(
  current: DniSettings | undefined,
  { list, id }: Entry,
  patch: unknown,
): Edited {
  const settings = required(current);
  refuseOtherId(patch, { list, id });
  const first = settings[list].findIndex((each) => idOf(each, list) === id);
  if (first < 0) throw notFound();
  const entries = settings[list].map((each) => (idOf(each, list) === id ? mergePatch(each, patch) : each));
  return { document: { ...settings, [list]: entries }, at: `/${list}/${first}` };
}

/** The settings without the entries that have the id. @throws Problem `not_found` when there is none */
export function withoutEntry(current: DniSettings | undefined, entry: Entry): Edited {
  const settings = required(current);
  if (entriesOf(settings, entry).length === 0) throw notFound();
  const { list, id } = entry;
  const others = settings[list].filter((each) => idOf(each, list) !== id);
  return { document: { ...settings, [list]: others }, isRemoval: true };
}

function required(settings: DniSettings | undefined): DniSettings {
  if (settings === undefined) throw noSettings();
  return settings;
}

/** Refuses a body that is no entry, and one with another id than that in the path: renaming is not what the request is for. */
function refuseOtherId(body: unknown, { list, id }: Entry): asserts body is Record<string, unknown> {
  const member = ID_MEMBERS[list];
  if (!isObject(body)) {
    throw problemOfFaults([{ pointer: '', code: 'invalid_parameter', detail: 'Send a JSON object.' }]);
  }
  if (!Object.hasOwn(body, member) || body[member] === id) return;
  const detail = `The address names "${id}"; leave "${member}" out, or write the same.`;
  throw problemOfFaults([{ pointer: `/${member}`, code: 'invalid_parameter', detail }]);
}

function idOf(entry: object, list: Entry['list']): unknown {
  return Reflect.get(entry, ID_MEMBERS[list]);
}
