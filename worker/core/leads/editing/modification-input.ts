/**
 * Reads the body of a modify for its lead. A list may change in part: `{"add": [...], "remove": [...]}` stands for the complete
 * list that results.
 */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { writableLead } from '../record/access.ts';
import { type LeadInput, readLeadInput } from '../record/lead-input.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import { isObject, pointerTo } from '../../../shared/http/input.ts';
import { readPhone } from '../../../shared/contact/phone-numbers.ts';
import { type Fault, Problem, refuseFaults } from '../../../shared/http/problems.ts';
import { faultsOfStrings } from '../../../shared/http/unstorable-strings.ts';
import type { LeadRecord } from '../record/schema.ts';

const LISTS = ['emails', 'phones', 'source_tags', 'tags'] as const;

type List = (typeof LISTS)[number];

type Body = Record<string, unknown>;

/** A body with complete lists, and how many entries of each list come from the lead. */
interface WholeBody {
  body: unknown;
  kept: ReadonlyMap<string, number>;
}

/**
 * Reads the body. Completes lists that change in part with the lead's own entries.
 * @param leadId the id from the path
 * @throws Problem those of `readLeadInput` and of `writableLead`
 */
export function readModification(context: WriteContext, leadId: string, body: unknown): LeadInput {
  const present = writableLead(context, leadId);
  const rules = { identifierRequired: false, present };
  if (!hasListChange(body)) return readLeadInput(settingsOf(context), body, rules);
  const { default_region: region } = settingsOf(context).options();
  const whole = withWholeLists(body, present, region);
  return relocateFaults(whole.kept, () => readLeadInput(settingsOf(context), whole.body, rules));
}

/** Tells whether a body changes a list in part. */
function hasListChange(body: unknown): body is Body {
  return isObject(body) && LISTS.some((list) => isObject(body[list]));
}

/**
 * Completes each partial list: the lead's entries without `remove`, then `add`.
 * @param region the region of phone numbers without a country code
 * @throws Problem that lists the faults of `add` and `remove` themselves
 */
function withWholeLists(body: Body, lead: LeadRecord, region: string): WholeBody {
  const whole: Body = { ...body };
  const kept = new Map<string, number>();
  const faults = faultsOfStrings(body);
  for (const list of LISTS) {
    const change = body[list];
    if (!isObject(change)) continue;
    const { add, remove } = readChange(list, change, faults);
    const gone = new Set(remove.map((entry) => keyOf(list, entry, region)));
    const stays = entriesOf(list, lead).filter((entry) => !gone.has(keyOf(list, entry, region)));
    kept.set(list, stays.length);
    whole[list] = [...stays, ...add];
  }
  refuseFaults(faults);
  return { body: whole, kept };
}

/** Runs `read` and changes the pointers of its faults so that they lead to the entries in the request, below `add`. */
function relocateFaults<Result>(kept: WholeBody['kept'], read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map((fault) => ({ ...fault, ...pointerOfAdded(fault.pointer, kept) }));
    const { headers, members } = error;
    throw new Problem(error.code, error.message, { headers, members, errors });
  }
}

function pointerOfAdded(pointer: string | undefined, kept: WholeBody['kept']): Pick<Fault, 'pointer'> {
  const [, list = '', index, ...rest] = pointer?.split('/') ?? [];
  const before = kept.get(list);
  if (before === undefined || index === undefined) return pointer === undefined ? {} : { pointer };
  return { pointer: pointerTo([list, 'add', Number(index) - before, ...rest]) };
}

function readChange(list: List, change: Body, faults: Fault[]): { add: unknown[]; remove: unknown[] } {
  const read = (name: 'add' | 'remove'): unknown[] => {
    const entries = change[name] ?? [];
    if (Array.isArray(entries)) return entries;
    faults.push({ pointer: `/${list}/${name}`, code: 'invalid_parameter', detail: 'Write a list.' });
    return [];
  };
  for (const name of Object.keys(change)) {
    if (name === 'add' || name === 'remove') continue;
    const detail = 'Write the whole list, or {"add": [...], "remove": [...]}.';
    faults.push({ pointer: pointerTo([list, name]), code: 'unknown_parameter', detail });
  }
  return { add: read('add'), remove: read('remove') };
}

function entriesOf(list: List, lead: LeadRecord): readonly unknown[] {
  return list === 'source_tags' ? lead.sourceTags : lead[list];
}

/** Returns the key of an entry. An entry of `remove` may be the bare address, number or tag. */
function keyOf(list: List, entry: unknown, region: string): unknown {
  const member = list === 'emails' ? 'email' : 'phone';
  const value = isObject(entry) ? entry[member] : entry;
  if (typeof value !== 'string') return entry;
  if (list === 'emails') return emailKey(value.trim());
  if (list === 'phones') return readPhone(value, region)?.phone ?? value;
  return value.trim().toLowerCase();
}
