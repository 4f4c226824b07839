/** The descriptions of members and parameters: all have one, and each describes members of one kind. */
import { expect, test } from 'vitest';
import { usesOfMeanings } from '../../build/reference/meanings.ts';
import { openApiDocument } from '../../build/reference/openapi.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

const document = openApiDocument('1.0.0');
const components = document['components'] as { schemas: Record<string, JsonSchema> };

test('every property of every schema has a description, also in refusals', () => {
  const properties = [...partsOf(document)].flatMap((part) => Object.entries(membersOf(part)));
  const mute = properties.filter(([, { description }]) => typeof description !== 'string');

  expect(properties.length).toBeGreaterThan(3_000);
  expect(mute.map(([name]) => name)).toEqual([]);
});

test('a description is for members of one kind, not for a time and a phone number', () => {
  const mixed = [...usesOfMeanings()].flatMap(([name, explained]) => {
    const kinds = [...explained].map(([path, schema]) => ({ path, kinds: kindsOf(schema) }));
    const [first] = kinds;
    const other = kinds.find((each) => first !== undefined && !haveOneInCommon(each.kinds, first.kinds));
    return other === undefined
      ? []
      : [`${name}: ${first?.path} is ${first?.kinds.join('|')}, ${other.path} is ${other.kinds.join('|')}`];
  });

  expect(usesOfMeanings().size).toBeGreaterThan(500);
  expect(mixed).toEqual([]);
});

test('an object without named members, or a value without a type, has a reason', () => {
  const open = [...schemasOf(document)].filter((schema) => isOpen(schema));

  expect(open.length).toBeGreaterThan(0);
  expect(open.filter(({ $comment: why }) => typeof why !== 'string')).toEqual([]);
});

test.for<JsonSchema>([
  { type: 'object' },
  { type: 'object', additionalProperties: true },
  { description: 'Anything.' },
])('an open schema is found: %j', (schema) => {
  expect(isOpen(schema)).toBe(true);
});

/** Tells whether a schema allows any value. */
function isOpen(schema: JsonSchema): boolean {
  const says = Object.keys(schema).filter((key) => !['description', '$comment', 'title'].includes(key));
  if (says.length === 0) return true;
  if (schema['additionalProperties'] === true) return true;
  return (
    schema['type'] === 'object' &&
    schema['properties'] === undefined &&
    schema['additionalProperties'] === undefined
  );
}

/** Returns the kind of a schema. Text that is a time or a phone number has its own kind. */
function kindsOf(schema: JsonSchema): string[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return kindsOf(components.schemas[reference.split('/').at(-1) ?? ''] ?? {});
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (alternatives !== undefined) return alternatives.flatMap(kindsOf);
  const given = (schema['type'] ?? 'any') as string | string[];
  const types = 'const' in schema ? [typeof schema['const']] : [given].flat();
  return types.filter((type) => type !== 'null').flatMap((type) => kindsOfType(type, schema));
}

function kindsOfType(type: string, schema: JsonSchema): string[] {
  if (type === 'integer') return ['number'];
  if (type === 'array')
    return kindsOf((schema['items'] ?? {}) as JsonSchema).map((kind) => `list of ${kind}`);
  if (type !== 'string') return [type];
  return [schema['format'] === 'date-time' ? 'time' : 'text'];
}

function haveOneInCommon(left: readonly string[], right: readonly string[]): boolean {
  const isOpen = [left, right].some((kinds) => kinds.length === 0 || kinds.includes('any'));
  return isOpen || left.some((kind) => right.includes(kind));
}

/** Generates all schemas in a part of the document: of members, items, parameters, bodies and answers. */
function* schemasOf(part: JsonSchema): Generator<JsonSchema> {
  for (const each of partsOf(part)) {
    yield* Object.values(membersOf(each));
    for (const key of ['schema', 'items', 'additionalProperties', 'contentSchema']) {
      const schema = each[key];
      if (typeof schema === 'object' && schema !== null && !('$ref' in schema)) yield schema as JsonSchema;
    }
  }
  yield* Object.values((part['schemas'] ?? {}) as Record<string, JsonSchema>);
}

function membersOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return (properties ?? {}) as Record<string, JsonSchema>;
}

/** Generates all objects of the document, except for examples. */
function* partsOf(value: unknown): Generator<JsonSchema> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as JsonSchema;
  for (const [key, member] of Object.entries(value)) {
    if (!['example', 'examples', 'enum'].includes(key)) yield* partsOf(member);
  }
}
