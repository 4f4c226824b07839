/** The copy of a person's data: the lead, and the lists that features add (calls of `copied`). */
import { MEMBERS_OF_COPY } from '../../worker/core/privacy/schema.ts';
import { arrayOf, exactly, type JsonSchema, ref } from '../../worker/shared/reference/operation.ts';
import { copiedItems } from './answers.ts';

/** The schema of the document, its members in their order. */
export function everything(): JsonSchema {
  const lists = Object.entries(copiedItems()).map(([member, item]) => [member, arrayOf(item)] as const);
  const members: Record<string, JsonSchema> = { lead: ref('Lead'), ...Object.fromEntries(lists) };
  const names = [...new Set([...MEMBERS_OF_COPY, ...Object.keys(members).toSorted()])];
  return exactly(Object.fromEntries(names.map((name) => [name, members[name] ?? {}])));
}
