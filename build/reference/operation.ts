/** How an operation is described, from which its part of the API reference is made. */
import type * as v from 'valibot';
import type { ProblemCode } from '../../worker/problems.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** Who may call: everybody, a user, the operator, or (`settings`) the operator and super admins. */
export type Access = 'none' | 'user' | 'operator' | 'settings';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With OpenAPI's `{name}` for parameters. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** The schema that validates the query. */
  query?: v.GenericSchema;
  /** The schema that validates the body, and a body that it takes. `type` is the content type, JSON by default. */
  body?: { schema: v.GenericSchema | JsonSchema; example: unknown; type?: string };
  /** What comes back; null: nothing. */
  answer: JsonSchema | null;
  /** The content type of the answer, JSON by default. */
  answerType?: string;
  /** The golden file below `test/golden` that shows a real answer. */
  golden: string;
  /** Codes beyond those that follow from access, query and body. */
  problems?: readonly ProblemCode[];
}

/** A reference to a schema of `components.ts`. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** An object that has exactly these members; a name that ends in `?` may be absent. */
export function exactly(members: Record<string, JsonSchema>): JsonSchema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export const text: JsonSchema = { type: 'string' };
export const flag: JsonSchema = { type: 'boolean' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const id: JsonSchema = { type: 'string', format: 'uuid' };
export const time: JsonSchema = { type: 'string', format: 'date-time' };
