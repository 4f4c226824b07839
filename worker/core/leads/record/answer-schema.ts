/** The forms of leads in answers. */
import * as v from 'valibot';
import { id, integer, named, phone, time } from '../../../shared/reference/answers.ts';
import { personAnswer } from '../../people/users/answer-schema.ts';

/** An e-mail address of a lead in its original spelling; `type` is for instance Work or Personal. */
const leadEmail = named('LeadEmail', v.strictObject({ type: v.string(), email: v.string() }));
export type LeadEmail = v.InferOutput<typeof leadEmail>;

/** A phone number of a lead, in E.164; `type` is for instance Work or Mobile. */
const leadPhone = named(
  'LeadPhone',
  v.strictObject({ phone, type: v.string(), extension: v.exactOptional(v.string()) }),
);
export type LeadPhone = v.InferOutput<typeof leadPhone>;

export type FieldValue =
  | string
  | string[]
  | { unit: string; value: number }
  | { [subField: string]: FieldValue[] };

const fieldValue: v.GenericSchema<FieldValue> = named(
  'FieldValue',
  v.union([
    v.string(),
    v.array(v.string()),
    v.strictObject({ unit: v.string(), value: v.number() }),
    v.record(v.string(), v.array(v.lazy(() => fieldValue))),
  ]),
);

/** The custom fields that have a value. */
export const fieldValuesAnswer = named('FieldValues', v.record(v.string(), v.array(fieldValue)));
export type LeadFields = v.InferOutput<typeof fieldValuesAnswer>;

const name = v.exactOptional(v.string());
const tags = v.exactOptional(v.array(v.string()));
/** E-mail addresses and phone numbers of leads that were merged into this one, except those that this lead shows itself. */
const aliases = v.exactOptional(v.array(v.string()));

const visitText = v.exactOptional(v.string());
/** Where the lead came from; source and campaign of the first and of the last visit that led to a call or message, and the page where the first one began. */
const visits = {
  lead_source: visitText,
  source_first: visitText,
  source_last: visitText,
  campaign_first: visitText,
  campaign_last: visitText,
  landing_page: visitText,
};

/** The full form of a lead. */
export const leadAnswer = named(
  'Lead',
  v.strictObject({
    lead_id: id,
    name,
    source_tags: v.array(v.string()),
    tags,
    emails: v.array(leadEmail),
    phones: v.array(leadPhone),
    aliases,
    ...visits,
    state: v.string(),
    assigned_to: v.exactOptional(personAnswer),
    lead_group: v.exactOptional(id),
    lead_fields: fieldValuesAnswer,
    last_event_time: integer,
    lead_modification_time: time,
  }),
);
export type LeadBody = v.InferOutput<typeof leadAnswer>;

const summaryEntries = {
  lead_id: id,
  source_tags: v.array(v.string()),
  tags,
  name,
  emails: v.exactOptional(v.array(leadEmail)),
  phones: v.exactOptional(v.array(leadPhone)),
  aliases,
  ...visits,
  lead_group: v.exactOptional(id),
  state: v.string(),
  assigned_to: v.exactOptional(personAnswer),
  lead_fields: v.exactOptional(fieldValuesAnswer),
  lead_creation_time: time,
  lead_modification_time: time,
};

/** The form of a lead in lists. Members without a value are absent. */
export const leadSummaryAnswer = named('RecentLead', v.strictObject(summaryEntries));
export type LeadSummary = v.InferOutput<typeof leadSummaryAnswer>;

/** The members that search by ids and smart views add to a summary. */
export const selectableEntries = {
  ...summaryEntries,
  user_assigned_to: v.exactOptional(id),
  allow_unmerge: v.boolean(),
};
export const foundLeadAnswer = named('FoundLead', v.strictObject(selectableEntries));
export type SelectableSummary = v.InferOutput<typeof foundLeadAnswer>;

const listed = v.array(v.union([leadEmail, leadPhone, fieldValue]));
/** The value of a member in a merge conflict or a change: a string (`name`, `state`, ids) or a list that is not empty. */
export const memberValueAnswer = v.union([v.string(), listed]);
export type MemberValue = v.InferOutput<typeof memberValueAnswer>;

/** The change of one member, in the form of the timeline. */
export const memberChangeAnswer = named(
  'MemberChange',
  v.union([
    // Absent or undefined means no value.
    v.strictObject({
      field: v.string(),
      before: v.optional(memberValueAnswer),
      after: v.optional(memberValueAnswer),
    }),
    // For a list: the added and the removed values, and whether the remaining ones changed their order.
    v.strictObject({
      field: v.string(),
      added: listed,
      removed: listed,
      reordered: v.exactOptional(v.literal(true)),
    }),
    // The values are too long for the timeline.
    v.strictObject({ field: v.string(), omitted: v.literal(true) }),
  ]),
);
export type MemberChange = v.InferOutput<typeof memberChangeAnswer>;

/** A member for which the two leads of a merge had different values. */
export const mergeConflictAnswer = named(
  'MergeConflict',
  v.strictObject({
    field: v.string(),
    primary: memberValueAnswer,
    secondary: memberValueAnswer,
    winner: v.picklist(['primary', 'secondary', 'both']),
  }),
);
export type MergeConflict = v.InferOutput<typeof mergeConflictAnswer>;

/** The identifiers by which a lead was found. */
export const matchedOnAnswer = v.picklist(['email', 'phone', 'email_and_phone']);
export type MatchedOn = v.InferOutput<typeof matchedOnAnswer>;
