/** From the schemas of answers to JSON Schema, with a reference where a schema has a name. */
import { type OverrideSchemaContext, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { copiedAnswers, namedAnswers } from '../../worker/shared/reference/answers.ts';
import { type JsonSchema, type Operation, ref } from '../../worker/shared/reference/operation.ts';
import { OPERATIONS } from './operations.ts';
import { CONVERSION, isValibot, outputShapeOf } from './schemas.ts';

/** Before the name of an operation whose answer has no name of its own; no schema is named so. */
const OF_OPERATION = 'answer of ';
/** Before the member of a list in the copy of a person's data. */
const OF_COPY = 'item of ';

let converted: Record<string, JsonSchema> | undefined;

/** The JSON Schema of every answer that has a name, by the name. */
export function answerComponents(): Record<string, JsonSchema> {
  converted ??= convert();
  return Object.fromEntries(Object.entries(converted).filter(([name]) => !name.includes(' ')));
}

/** The JSON Schema of the items of each list in the copy of a person's data, by its member. */
export function copiedItems(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...copiedAnswers()].map(([member, item]) => [member, namedRef(item) ?? convertedAs(OF_COPY + member)]),
  );
}

/** The JSON Schema of what an operation answers; null: it answers nothing. */
export function answerOf({ name, answer }: Operation): JsonSchema | null {
  if (answer === null || !isValibot(answer)) return answer;
  return namedRef(answer) ?? convertedAs(OF_OPERATION + name);
}

/** The same of what it answers on demand. */
export function answerOnDemandOf({ answerOnDemand }: Operation): JsonSchema | undefined {
  if (answerOnDemand === undefined || !isValibot(answerOnDemand)) return answerOnDemand;
  const found = namedRef(answerOnDemand);
  if (found === undefined) throw new Error('What is answered on demand has a name.');
  return found;
}

function namedRef(schema: v.GenericSchema): JsonSchema | undefined {
  const [name] = [...namedAnswers()].find(([, each]) => each === schema) ?? [];
  return name === undefined ? undefined : ref(name);
}

function convertedAs(key: string): JsonSchema {
  converted ??= convert();
  return converted[key] ?? {};
}

function convert(): Record<string, JsonSchema> {
  const named = [...namedAnswers()];
  const names = new Set(named.map(([, schema]) => schema));
  const unnamed = OPERATIONS.flatMap(({ name, answer }) =>
    answer === null || !isValibot(answer) || names.has(answer)
      ? []
      : [[OF_OPERATION + name, answer] as const],
  );
  const copied = [...copiedAnswers()]
    .filter(([, item]) => !names.has(item))
    .map(([member, item]) => [OF_COPY + member, item] as const);
  const all = Object.fromEntries([...named, ...unnamed, ...copied]) as Parameters<typeof toJsonSchemaDefs>[0];
  return toJsonSchemaDefs(all, {
    ...CONVERSION,
    overrideRef: ({ referenceId }) => String(ref(referenceId)['$ref']),
    overrideSchema: (context) => outputShapeOf(context) ?? formOf(context),
  }) as Record<string, JsonSchema>;
}

/** The forms that readers of OpenAPI understand best. */
function formOf({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined {
  const { type, key, options } = valibotSchema as {
    type: string;
    key?: unknown;
    options?: readonly unknown[];
  };
  const { anyOf, oneOf, propertyNames: _text, ...rest } = jsonSchema as JsonSchema & { oneOf?: JsonSchema[] };
  if (type === 'nullable') return { ...rest, oneOf: anyOf };
  if (type === 'record') return { ...rest, ...openMembers(valibotSchema) };
  if (type !== 'variant' || oneOf === undefined || oneOf.some(({ $ref }) => $ref === undefined))
    return undefined;
  const mapping = oneOf.map(({ $ref }, index) => [literalOf(options?.[index], String(key)), $ref]);
  return { oneOf, discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } };
}

/** Of an object of which nothing is known. */
function openMembers(record: unknown): JsonSchema {
  return (record as { value: { type: string } }).value.type === 'unknown'
    ? { additionalProperties: true }
    : {};
}

/** The value that a member of an object always has. */
function literalOf(object: unknown, member: string): unknown {
  return (object as { entries: Record<string, { literal: unknown }> }).entries[member]?.literal;
}
