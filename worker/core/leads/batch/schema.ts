/** The body of a batch. */
import * as v from 'valibot';

const MAX_OPERATIONS = 100;

/** The body of the single operation, which is checked when the operation runs. */
const leadSchema = v.unknown();

const newSchema = v.strictObject({ op: v.picklist(['create', 'upsert']), lead: leadSchema });
const changeSchema = v.strictObject({
  op: v.literal('modify'),
  lead_id: v.string(),
  lead: leadSchema,
  /** The version of the lead that the sender has read, as its `ETag`. */
  if_match: v.optional(v.string()),
});

/** `{operations: [{op, lead_id?, if_match?, lead}]}` */
export const batchSchema = v.strictObject({
  operations: v.pipe(
    v.array(v.variant('op', [newSchema, changeSchema], 'op is create, upsert or modify.')),
    v.minLength(1, 'Send at least one operation.'),
    v.maxLength(MAX_OPERATIONS, `Send at most ${MAX_OPERATIONS} operations.`),
  ),
});

/** One write of a batch. */
export type BatchOperation = v.InferOutput<typeof batchSchema>['operations'][number];
