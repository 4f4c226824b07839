/** A refusal (RFC 9457) as it is answered, with the members that problems of some codes add. */
import * as v from 'valibot';
import {
  type Fault,
  listProblemCodes,
  type ProblemCode,
  type ProblemContent,
} from '../../../shared/http/problems.ts';
import { count, id, named, phone } from '../../../shared/reference/answers.ts';
import { SCOPES } from '../../engine/context/actors.ts';
import { possibleDuplicateAnswer } from '../editing/reference.ts';
import { EVENT_TYPES } from '../timeline/schema.ts';

const text = v.string();
const maybe = v.exactOptional;
const codes = listProblemCodes().map(({ code }) => code);

/** One thing that is wrong with a request, and where. */
const fault = named(
  'Fault',
  v.strictObject({
    pointer: maybe(text),
    parameter: maybe(text),
    row: maybe(count),
    column: maybe(text),
    code: text,
    detail: text,
    allowed: maybe(v.array(text)),
  } satisfies Record<keyof Fault, v.GenericSchema>),
);
export type FaultBody = v.InferOutput<typeof fault>;

/** The members of every problem. */
const common = {
  type: v.pipe(text, v.url(), v.regex(/^urn:leadline:problem:/)),
  title: text,
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  code: v.picklist<readonly ProblemCode[]>(codes),
  detail: text,
  instance: text,
  request_id: text,
  errors: v.array(fault),
} satisfies { [Member in keyof ProblemContent as string extends Member ? never : Member]: v.GenericSchema };

export const problemAnswer = named(
  'Problem',
  v.strictObject({
    ...common,
    limit: maybe(count),
    count: maybe(count),
    field: maybe(text),
    line: maybe(v.pipe(v.number(), v.integer(), v.minValue(1))),
    column: maybe(v.pipe(v.number(), v.integer(), v.minValue(1))),
    etag: maybe(text),
    oldest: maybe(text),
    start: maybe(text),
    required_scope: maybe(v.picklist(SCOPES)),
    scopes: maybe(v.array(v.picklist(SCOPES))),
    company_id: maybe(id),
    user_id: maybe(id),
    record_id: maybe(id),
    lead_ids: maybe(v.array(id)),
    merged_into: maybe(id),
    living_lead_id: maybe(id),
    current_assignee: maybe(v.strictObject({ id, name: text, email: text })),
    possible_duplicates: maybe(v.array(possibleDuplicateAnswer)),
    event_type: maybe(v.picklist(EVENT_TYPES)),
    groups: maybe(v.array(id)),
    countries: maybe(v.array(text)),
    price: maybe(v.strictObject({ number: phone, amount: v.number(), currency: text })),
  }),
);
export type ProblemBody = v.InferOutput<typeof problemAnswer>;
