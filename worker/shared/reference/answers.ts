/**
 * The building blocks of answer schemas. Each answer has one schema, in the `answer-schema.ts` of its folder: the Worker and the
 * console use its type, the reference its JSON Schema. The Worker does not validate its answers; the tests check every answer
 * against the reference.
 */
import * as v from 'valibot';
import { E164 } from '../contact/phone-numbers.ts';

export const id = v.pipe(v.string(), v.uuid());
export const time = v.pipe(v.string(), v.isoTimestamp());
/** E.164. */
export const phone = v.pipe(v.string(), v.regex(E164));
export const integer = v.pipe(v.number(), v.integer());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const names = new Map<string, v.GenericSchema>();

/** Names a schema: `components.schemas` lists it under this name, and other schemas refer to it. */
export function named<Schema extends v.GenericSchema>(name: string, schema: Schema): Schema {
  if (names.has(name)) throw new Error(`Two answers are named ${name}.`);
  names.set(name, schema);
  return schema;
}

/** Returns all named schemas by name. */
export function namedAnswers(): ReadonlyMap<string, v.GenericSchema> {
  return names;
}

const copies = new Map<string, v.GenericSchema>();

/**
 * Describes the items of a list in the copy of a person's data.
 * @param member its name in the document, as the manifest of the feature has it
 */
export function copied<Schema extends v.GenericSchema>(member: string, item: Schema): Schema {
  if (copies.has(member)) throw new Error(`Two features copy "${member}".`);
  copies.set(member, item);
  return item;
}

/** Returns the items of every list in the copy of a person's data, by its member. */
export function copiedAnswers(): ReadonlyMap<string, v.GenericSchema> {
  return copies;
}

/** Returns the schema of an object whose members the reference cannot name. @param why the reason, which becomes `$comment` */
export function anyMembers(
  why: string,
): v.SchemaWithPipe<
  readonly [
    v.RecordSchema<v.StringSchema<undefined>, v.UnknownSchema, undefined>,
    v.MetadataAction<Record<string, unknown>, { readonly $comment: string }>,
  ]
> {
  return v.pipe(v.record(v.string(), v.unknown()), v.metadata({ $comment: why }));
}

/** Returns the schema of a value of any type. @param why as for `anyMembers` */
export function anyValue(
  why: string,
): v.SchemaWithPipe<readonly [v.UnknownSchema, v.MetadataAction<unknown, { readonly $comment: string }>]> {
  return v.pipe(v.unknown(), v.metadata({ $comment: why }));
}
