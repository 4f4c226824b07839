/** Converts the schemas of answers to JSON Schema, with references to named schemas. */
import { type OverrideSchemaContext, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { copiedAnswers, namedAnswers } from '../../worker/shared/reference/answers.ts';
import { type JsonSchema, type Operation, ref } from '../../worker/shared/reference/operation.ts';
import './components/changes.ts';
import { OPERATIONS } from './operations.ts';
import { ANY_JSON, CONVERSION, isValibot, outputShapeOf } from './schemas.ts';

/** The prefix for the answer of an operation if it has no name of its own. No named schema begins with it. */
const OF_OPERATION = 'answer of ';
/** Before the member of a list in the copy of a person's data. */
const OF_COPY = 'item of ';

let converted: Record<string, JsonSchema> | undefined;

/** Returns the JSON Schema of every named answer, by name. */
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

/** Returns the JSON Schema of an operation's answer; null if it has none. */
export function answerOf({ name, answer }: Operation): JsonSchema | null {
  if (answer === null || !isValibot(answer)) return answer;
  return namedRef(answer) ?? convertedAs(OF_OPERATION + name);
}

/** Returns the JSON Schema of the answer that the query may request. */
export function answerOnDemandOf({ answerOnDemand }: Operation): JsonSchema | undefined {
  if (answerOnDemand === undefined || !isValibot(answerOnDemand)) return answerOnDemand;
  const found = namedRef(answerOnDemand);
  if (found === undefined) throw new Error('An answer on demand needs a named schema.');
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
    // Each item is an object of its own, since other schemas would refer to a shared one, such as `phone`, by this key.
    .map(([member, item]) => [OF_COPY + member, { ...item }] as const);
  const all = Object.fromEntries([...named, ...unnamed, ...copied]) as Parameters<typeof toJsonSchemaDefs>[0];
  return toJsonSchemaDefs(all, {
    ...CONVERSION,
    overrideRef: ({ referenceId }) => String(ref(referenceId)['$ref']),
    overrideSchema: (context) => outputShapeOf(context) ?? formOf(context),
  }) as Record<string, JsonSchema>;
}

/** Converts some schemas to the forms that OpenAPI tools understand best. */
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

/** Returns the schema of an object with unknown members. The reason given to `anyMembers` replaces this one. */
function openMembers(record: unknown): JsonSchema {
  return (record as { value: { type: string } }).value.type === 'unknown'
    ? { additionalProperties: true, ...ANY_JSON }
    : {};
}

/** Returns the constant value of a member; undefined if it has none. */
function literalOf(object: unknown, member: string): unknown {
  return (object as { entries: Record<string, { literal: unknown }> }).entries[member]?.literal;
}
