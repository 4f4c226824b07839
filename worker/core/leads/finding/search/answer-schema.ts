/** Answers of a search. */
import * as v from 'valibot';
import { id, named, time } from '../../../../shared/reference/answers.ts';

const matchEntries = { search_field_name: v.string(), field_name: v.string(), field_value: v.string() };

/** The best matching value of a lead. */
export const leadMatch = named('LeadMatch', v.strictObject(matchEntries));

/** A lead with its best matching value. */
export const searchHitAnswer = named(
  'SearchHit',
  v.strictObject({
    ...matchEntries,
    name: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
    email: v.exactOptional(v.string()),
    lead_id: id,
    user_assigned_to: v.exactOptional(id),
    lead_modification_time: time,
  }),
);
export type SearchHit = v.InferOutput<typeof searchHitAnswer>;
