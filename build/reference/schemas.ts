/** From the valibot schemas that validate requests to JSON Schema. */
import { type ConversionConfig, type OverrideSchemaContext, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { momentSchema } from '../../worker/core/engine/times/moments.ts';
import { e164Schema } from '../../worker/shared/contact/phone-numbers.ts';
import { anyValue, type JsonSchema, phone, time } from '../../worker/shared/reference/operation.ts';

export const CONVERSION: ConversionConfig = {
  typeMode: 'input',
  errorMode: 'ignore',
  // JSON Schema counts the characters of a text as the server does: in code points.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { type, requirement } = valibotAction as { type: string; requirement?: unknown };
    if (typeof requirement !== 'number') return undefined;
    if (type === 'max_code_points') return { ...jsonSchema, maxLength: requirement };
    return type === 'min_code_points' ? { ...jsonSchema, minLength: requirement } : undefined;
  },
};

/** What text has to look like where a check says so that JSON Schema does not know, by the first schema of the pipe. */
const TEXT_SHAPES = new Map<unknown, JsonSchema>([
  [momentSchema.pipe[0], time],
  [e164Schema.pipe[0], phone],
]);

/** What is known of a schema better than it can be converted; undefined: nothing. */
function shapeOf(schema: { type: string }): JsonSchema | undefined {
  if (schema.type === 'unknown') return anyValue('Any JSON value; the server does not look into it.');
  return TEXT_SHAPES.get(schema);
}

/** The JSON Schema of what a schema takes in, without checks that JSON Schema cannot express; the server makes those too. */
export function schemaOf(schema: v.GenericSchema | JsonSchema): JsonSchema {
  if (!isValibot(schema)) return schema;
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    ...CONVERSION,
    // A default that is made anew each time has no value to document.
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const shape = shapeOf(valibotSchema);
      if (shape !== undefined) return shape;
      if (typeof (valibotSchema as { default?: unknown }).default !== 'function') return undefined;
      const { default: _made, ...without } = jsonSchema;
      return without;
    },
  });
  return converted;
}

/** What a schema makes of its input and what is answered later: every default is filled in, so it is always there. */
export function outputOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    ...CONVERSION,
    overrideSchema: outputShapeOf,
  });
  return converted;
}

/** How the output of a schema is converted otherwise than its input; undefined: in the same way. */
export function outputShapeOf({ valibotSchema, jsonSchema }: OverrideSchemaContext): JsonSchema | undefined {
  const shape = shapeOf(valibotSchema);
  if (shape !== undefined) return shape;
  const { type, entries } = valibotSchema as { type: string; entries?: Record<string, OptionalEntry> };
  if (type === 'optional') {
    const { default: _byDefault, ...without } = jsonSchema;
    return without;
  }
  if (entries === undefined) return undefined;
  const required = Object.keys(entries).filter((name) => isAlwaysThere(entries[name]));
  return { ...jsonSchema, required };
}

/**
 * The JSON Merge Patch (RFC 7396) of what a schema describes: every member may be absent, null takes one away that may be
 * absent, objects are patched in their turn, and lists are replaced as a whole.
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
  default?: unknown;
}

function isAlwaysThere(entry: OptionalEntry | undefined): boolean {
  const isOptional = ['optional', 'exact_optional', 'nullish', 'undefinedable'].includes(entry?.type ?? '');
  return !isOptional || entry?.default !== undefined;
}

/** Whether a schema is one of those that validate requests, not one that was written for the reference. */
export function isValibot(schema: v.GenericSchema | JsonSchema): schema is v.GenericSchema {
  return schema['kind'] === 'schema';
}

/** A parameter of a query, in the type that a client knows it by: numbers and switches come as text. */
export interface QueryParameter {
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** The parameters that the schema of a query takes. */
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

/** A step of a valibot pipe, as far as it is read here. */
interface Action {
  type: string;
  requirement?: unknown;
  options?: readonly unknown[];
  pipe?: readonly Action[];
  wrapped?: Action;
}

/** Every step of a schema's pipes, those of the schemas that it wraps included. */
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
  // The empty text is only another way to leave the parameter out, so it is not documented.
  const said = choices === undefined ? schema : { ...schema, enum: choices.filter((value) => value !== '') };
  return withDefault(said, byDefault);
}

/** A pattern of text that is digits from end to end, or nothing. */
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
