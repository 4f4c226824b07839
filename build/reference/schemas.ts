/** Converts the valibot schemas that validate requests to JSON Schema. */
import { type ConversionConfig, type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { momentSchema } from '../../worker/core/engine/times/moments.ts';
import { callerSchema, e164Schema } from '../../worker/shared/contact/phone-numbers.ts';
import { anyValue, type JsonSchema, phone, time } from '../../worker/shared/reference/operation.ts';

export const CONVERSION: ConversionConfig = {
  // That of OpenAPI 3.1.
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  // JSON Schema counts characters as the server does: in code points.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { type, requirement } = valibotAction as { type: string; requirement?: unknown };
    if (typeof requirement !== 'number') return undefined;
    if (type === 'max_code_points') return { ...jsonSchema, maxLength: requirement };
    return type === 'min_code_points' ? { ...jsonSchema, minLength: requirement } : undefined;
  },
};

/** The schema of a value that is kept unchanged. */
export const ANY_JSON = anyValue('Any JSON value; the server does not check it.');

/** The formats of texts with checks that JSON Schema cannot express, by the first schema of the pipe. */
const TEXT_SHAPES = new Map<unknown, JsonSchema>([
  [momentSchema.pipe[0], time],
  [e164Schema.pipe[0], phone],
  [callerSchema.pipe[0], phone],
]);

/** Returns a better JSON Schema than the conversion; undefined if there is none. */
function shapeOf(schema: { type: string }): JsonSchema | undefined {
  if (schema.type === 'unknown') return ANY_JSON;
  return TEXT_SHAPES.get(schema);
}

/** Leaves out the members that must be absent: a strict object allows no others in any case. */
function withoutAbsent<Schema extends { properties?: unknown }>(
  jsonSchema: Schema,
  entries: Record<string, OptionalEntry>,
): Schema {
  const members = Object.entries(jsonSchema.properties ?? {});
  const present = members.filter(([name]) => entries[name]?.wrapped?.type !== 'never');
  if (present.length === members.length) return jsonSchema;
  return { ...jsonSchema, properties: Object.fromEntries(present) };
}

/** Returns the JSON Schema of a schema's input, without checks that JSON Schema cannot express, which only the server makes. */
export function schemaOf(schema: v.GenericSchema | JsonSchema): JsonSchema {
  if (!isValibot(schema)) return schema;
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    ...CONVERSION,
    // A default that is generated each time has no value to document.
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const shape = shapeOf(valibotSchema);
      if (shape !== undefined) return shape;
      const { prefixItems } = jsonSchema;
      // Spectral requires `items`, and does not accept `false`.
      if (prefixItems !== undefined) {
        return { ...jsonSchema, items: { anyOf: prefixItems }, maxItems: prefixItems.length };
      }
      const { default: byDefault, entries } = valibotSchema as {
        default?: unknown;
        entries?: Record<string, OptionalEntry>;
      };
      if (entries !== undefined) return withoutAbsent(jsonSchema, entries);
      if (typeof byDefault !== 'function') return undefined;
      const { default: _made, ...without } = jsonSchema;
      return without;
    },
  });
  return converted;
}

/** Returns the JSON Schema of a schema's output, as answers contain it: members with defaults are always present. */
export function outputOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    ...CONVERSION,
    overrideSchema: outputShapeOf,
  });
  return converted;
}

/** Returns the JSON Schema for an output that differs from the input's; undefined if it does not. */
export function outputShapeOf({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined {
  const shape = shapeOf(valibotSchema);
  if (shape !== undefined) return shape;
  const { type, entries } = valibotSchema as { type: string; entries?: Record<string, OptionalEntry> };
  if (type === 'optional') {
    const { default: _byDefault, ...without } = jsonSchema;
    return without;
  }
  if (entries === undefined) return undefined;
  const required = Object.keys(entries).filter((name) => isAlwaysPresent(entries[name]));
  return { ...withoutAbsent(jsonSchema, entries), required };
}

/**
 * Returns the schema of a JSON Merge Patch (RFC 7396): every member may be absent, null removes an optional one, objects are
 * patched recursively, and lists are replaced as a whole.
 */
export function mergePatchOf({ required = [], ...schema }: JsonSchema): JsonSchema {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const patched = members.map(([name, { default: _kept, ...member }]) => {
    const patch = member['properties'] === undefined ? member : mergePatchOf(member);
    return [name, (required as string[]).includes(name) ? patch : orNull(patch)] as const;
  });
  return { ...schema, properties: Object.fromEntries(patched) };
}

function orNull(schema: JsonSchema): JsonSchema {
  const alternatives = (schema['anyOf'] ?? [schema]) as JsonSchema[];
  if (alternatives.some(({ type }) => type === 'null')) return schema;
  return { anyOf: [...alternatives, { type: 'null' }] };
}

interface OptionalEntry {
  type: string;
  wrapped?: { type: string };
  default?: unknown;
}

function isAlwaysPresent(entry: OptionalEntry | undefined): boolean {
  const isOptional = ['optional', 'exact_optional', 'nullish', 'undefinedable'].includes(entry?.type ?? '');
  return !isOptional || entry?.default !== undefined;
}

/** Tells whether a schema is one of valibot, which validates requests, and not one written for the reference. */
export function isValibot(schema: v.GenericSchema | JsonSchema): schema is v.GenericSchema {
  return schema['kind'] === 'schema';
}

/** A query parameter with its type in clients. In the URL, numbers and switches are text. */
export interface QueryParameter {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** Returns the parameters in the schema of a query. */
export function queryParameters(query: v.GenericSchema): QueryParameter[] {
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const entries = (query as unknown as { entries: Record<string, v.GenericSchema> }).entries;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: typed(schema, actionsOf(entries[name])),
  }));
}

/** The members of a step of a valibot pipe that are read here. */
interface Action {
  type: string;
  requirement?: unknown;
  options?: readonly unknown[];
  pipe?: readonly Action[];
  wrapped?: Action;
}

/** Returns all steps of a schema's pipes, with those of wrapped schemas. */
function actionsOf(schema: unknown): Action[] {
  const action = schema as Action | undefined;
  if (action === undefined) return [];
  const inner = [...(action.wrapped === undefined ? [] : [action.wrapped]), ...(action.pipe ?? [])];
  return [action, ...inner.filter((each) => each !== action).flatMap(actionsOf)];
}

const SWITCH = new Set(['true', '1', 'false', '0', '']);

function typed({ default: byDefault, ...schema }: JsonSchema, actions: readonly Action[]): JsonSchema {
  const choices = actions.find(({ type }) => type === 'picklist')?.options?.map(String);
  const hasDefault = byDefault !== undefined && byDefault !== '';
  const withDefault = (typed: JsonSchema, value: unknown): JsonSchema =>
    hasDefault ? { ...typed, default: value } : typed;
  if (choices?.includes('true') === true && choices.every((value) => SWITCH.has(value))) {
    return withDefault({ type: 'boolean' }, byDefault === 'true');
  }
  if (isWholeNumber(schema)) {
    return withDefault({ type: 'integer', ...boundsOf(actions) }, Number(byDefault));
  }
  // An empty text means the same as no parameter, so it is not documented.
  const said = choices === undefined ? schema : { ...schema, enum: choices.filter((value) => value !== '') };
  return withDefault(said, byDefault);
}

/** Matches patterns for text of digits only. */
const DIGITS = /^\^(?:\(\?:)?(?:\[\+-\]\?)?\\d\{\d+,\d+\}(?:\)\?)?\$$/;

function isWholeNumber({ pattern }: JsonSchema): boolean {
  return typeof pattern === 'string' && DIGITS.test(pattern);
}

function boundsOf(actions: readonly Action[]): JsonSchema {
  const bound = (type: string): unknown => actions.find((action) => action.type === type)?.requirement;
  const [minimum, maximum] = [bound('min_value'), bound('max_value')];
  return {
    minimum: typeof minimum === 'number' ? minimum : 0,
    ...(typeof maximum === 'number' ? { maximum } : {}),
  };
}
