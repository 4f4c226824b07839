/** The copy of a person's data: the lead, and the lists that features add (`copied` in their `answer-schema.ts`). */
import { MEMBERS_OF_COPY } from '../../worker/core/privacy/schema.ts';
import {
  arrayOf,
  exactly,
  type JsonSchema,
  nullable,
  phone,
  ref,
  text,
} from '../../worker/shared/reference/operation.ts';
import { copiedItems } from './answers.ts';

/** Lists whose items are described here. */
const OF_CALLS_AND_TEXTS: Record<string, JsonSchema> = {
  opt_outs: phone,
  calls: exactly({
    call: ref('Call'),
    recording: nullable(
      exactly({
        path: text,
        carrier: text,
        carrier_recording_id: nullable(text),
        url: nullable(text),
      }),
    ),
  }),
  texts: exactly({ text: ref('Text'), media: arrayOf(exactly({ path: text, carrier: text, url: text })) }),
};

/** The schema of the document, its members in their order. */
export function everything(): JsonSchema {
  const items = { ...OF_CALLS_AND_TEXTS, ...copiedItems() };
  const lists = Object.entries(items).map(([member, item]) => [member, arrayOf(item)] as const);
  const members: Record<string, JsonSchema> = { lead: ref('Lead'), ...Object.fromEntries(lists) };
  const names = [...new Set([...MEMBERS_OF_COPY, ...Object.keys(members).toSorted()])];
  return exactly(Object.fromEntries(names.map((name) => [name, members[name] ?? {}])));
}
