/** The record of a lead, and the schemas of requests about leads. */
import type { LeadEmail, LeadFields, LeadPhone } from './answer-schema.ts';
import { type LeadVisits, NO_VISITS } from '../../../dni/pure/lead-visits.ts';
import * as v from 'valibot';
import { coded, isObject } from '../../../shared/http/input.ts';
import { parameterSchema } from '../../engine/context/parameters.ts';
import { tzOffsetSchema } from '../../engine/times/range-parameters.ts';

/** Most values of a list in a request. A lead holds fewer (`MAX_VALUES`), counted after duplicates are removed. */
const MAX_SENT = 5_000;
/** Most e-mail addresses, phone numbers, source tags or tags of a lead. */
export const MAX_VALUES = 50;
const MAX_NAME_LENGTH = 500;
const MAX_TYPE_LENGTH = 50;
const MAX_TAG_LENGTH = 100;

/** A lead that was neither removed nor merged. Times are milliseconds since the epoch. */
export interface LeadRecord {
  /** The number of the row; 0 until the lead is saved for the first time. */
  leadNumber: number;
  leadId: string;
  name: string | undefined;
  /** The first one is primary; the same holds for phones. */
  emails: LeadEmail[];
  phones: LeadPhone[];
  /** Where the lead came from. */
  sourceTags: string[];
  /** Words with which people mark the lead. */
  tags: string[];
  state: string;
  leadGroup: string | undefined;
  assigneeId: string | undefined;
  fields: LeadFields;
  /** Match keys of leads that were merged into this one, except those that it shows itself. */
  aliases: string[];
  /** Where the visits came from that led to its calls and messages. Only `refreshVisits` changes it. */
  visits: LeadVisits;
  creationTime: number;
  /** Time of the last change of the lead or its timeline; strictly increasing. */
  modificationTime: number;
  lastEventTime: number;
}

const textSchema = v.nullish(v.string());
const typeSchema = v.nullish(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_TYPE_LENGTH)));
/** A tag, or a source tag: 1 to 100 characters. */
export const tagSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(MAX_TAG_LENGTH));

/**
 * The body of create, modify and upsert. `readLeadInput` checks regions, states, groups and lead fields, which the schema does
 * not know, and reports all faults together.
 */
export const leadInputSchema = v.strictObject({
  email: textSchema,
  phone: textSchema,
  name: v.nullish(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_NAME_LENGTH))),
  source_tags: v.nullish(v.pipe(v.array(tagSchema), v.maxLength(MAX_SENT))),
  tags: v.nullish(v.pipe(v.array(tagSchema), v.maxLength(MAX_SENT))),
  emails: v.nullish(
    v.pipe(
      v.array(v.strictObject({ type: typeSchema, email: v.string() })),
      v.maxLength(MAX_SENT, `Give at most ${MAX_SENT} e-mail addresses.`),
    ),
  ),
  phones: v.nullish(
    v.pipe(
      v.array(v.strictObject({ type: typeSchema, phone: v.string(), extension: textSchema })),
      v.maxLength(MAX_SENT, `Give at most ${MAX_SENT} phone numbers.`),
    ),
  ),
  state: v.optional(v.string()),
  lead_group: v.optional(v.string()),
  lead_fields: v.nullish(
    v.custom<Record<string, unknown>>(isObject, 'Write an object: field name to array of values.'),
  ),
});

/** The body of modify. Lists that it changes in part are completed before they are checked. */
export const leadModificationSchema = v.strictObject({
  ...leadInputSchema.entries,
  source_tags: v.optional(v.union([leadInputSchema.entries.source_tags, listChangeSchema(v.string())])),
  tags: v.optional(v.union([leadInputSchema.entries.tags, listChangeSchema(v.string())])),
  emails: v.optional(
    v.union([
      leadInputSchema.entries.emails,
      listChangeSchema(v.strictObject({ type: typeSchema, email: v.string() })),
    ]),
  ),
  phones: v.optional(
    v.union([
      leadInputSchema.entries.phones,
      listChangeSchema(v.strictObject({ type: typeSchema, phone: v.string(), extension: textSchema })),
    ]),
  ),
});

/** The query of operations that write one lead. With `return=lead` the answer contains the lead after the write. */
export const leadWriteQuery = {
  return: v.optional(v.picklist(['lead', ''], 'Write lead, or leave it out.'), ''),
};

/** The body of assign. */
export const assignSchema = v.strictObject({ to_user_email: v.string() });

/** The body of unassign: the user whom the caller believes to be the owner. */
export const unassignSchema = v.strictObject({ from_user_email: v.string() });

/** The body of change_state. */
export const changeStateSchema = v.strictObject({ state: v.string() });

/** The query parameter `fields`: the members that leads in the answer have, separated by commas. */
export const pickEntries = { fields: parameterSchema };

/** The query of recent leads. */
export const recentLeadsSchema = v.object({
  tz_offset: tzOffsetSchema,
  tz: parameterSchema,
  relative: parameterSchema,
  from: parameterSchema,
  to: parameterSchema,
  created_relative: parameterSchema,
  created_from: parameterSchema,
  created_to: parameterSchema,
  ...pickEntries,
});
export type RecentLeadsQuery = Omit<v.InferOutput<typeof recentLeadsSchema>, 'fields'>;

/** Most ids of leads in a body. Filters have no such bound. */
const MAX_NAMED = 10_000;

/** The ids of leads in a body. */
export const leadIdsSchema = v.pipe(
  v.array(v.string()),
  v.minLength(1, 'Name at least one lead.'),
  v.maxLength(MAX_NAMED, `Name at most ${MAX_NAMED} leads, or give filters.`),
);

const MAX_IDS = 100;

/** The query of search by ids. The output has each id once, in the order of the request. */
export const idsSchema = v.object({
  ...pickEntries,
  ids: v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): string[] => {
      const ids = readIds(dataset.value);
      if (ids === undefined) addIssue({ message: 'Write the ids as a JSON array of strings.' });
      else if (ids.length > MAX_IDS)
        addIssue({ message: coded('too_many_ids', `Give at most ${MAX_IDS} ids.`) });
      else return ids;
      return NEVER;
    }),
  ),
});

/** Restores a lead that was stored as JSON, which leaves out undefined members; older versions had no visits. */
export function readWrittenLead(
  written: Omit<LeadRecord, 'visits'> & Partial<Pick<LeadRecord, 'visits'>>,
): LeadRecord {
  const { name, leadGroup, assigneeId, visits = NO_VISITS } = written;
  return { ...written, name, leadGroup, assigneeId, visits };
}

/** Returns the schema of a list that changes in part. An entry of `remove` may be the bare address, number or tag. */
function listChangeSchema<Entry extends v.GenericSchema>(entry: Entry) {
  return v.strictObject({
    add: v.optional(v.array(entry)),
    remove: v.optional(v.array(v.union([v.string(), entry]))),
  });
}

function readIds(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list) || !list.every((id) => typeof id === 'string')) return undefined;
    return [...new Set(list.map((id) => id.toLowerCase()))];
  } catch {
    return undefined;
  }
}
