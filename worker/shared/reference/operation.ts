/** How an operation is described, from which its part of the API reference is made. */
import type * as v from 'valibot';
import { E164 } from '../contact/phone-numbers.ts';
import type { ProblemCode } from '../http/problems.ts';
import type { ResponseHeader } from './response-headers.ts';
import type { Tag } from './tags.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** Who may call: everybody, a user, the operator, or (`settings`) the operator and super admins. */
export type Access = 'none' | 'user' | 'operator' | 'settings';

export interface Operation {
  /** What clients call it: a verb and what it is done to, `mergeLead`. The schema of its body is `MergeLeadBody`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With OpenAPI's `{name}` for parameters. */
  path: string;
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  /** The schema that validates the query. */
  query?: v.GenericSchema;
  /** The schema that validates the body. */
  body?: v.GenericSchema | JsonSchema;
  /** The content type of the body, JSON by default. */
  bodyType?: string;
  /** What comes back; null: nothing. An object without a name of its own becomes the schema `MergeLeadAnswer`. */
  answer: v.GenericSchema | JsonSchema | null;
  /** What comes back of an operation without an answer when the query asks for it. */
  answerOnDemand?: v.GenericSchema | JsonSchema;
  /** The content type of the answer, JSON by default. */
  answerType?: string;
  /** The answer is a file that comes from a carrier: of whatever type, and a range of it may be asked for. */
  isFile?: boolean;
  /** The answer has an `ETag`: a read takes `If-None-Match` and answers 304, a write takes `If-Match` and may be a 412. */
  versioned?: boolean;
  /** A POST that takes no Idempotency-Key: it changes nothing, or is meant to happen each time. */
  keyless?: boolean;
  /** Headers of the answer beyond those that follow from the rest. */
  headers?: readonly ResponseHeader[];
  /** The golden file below `test/golden` that shows a real request and its answer. */
  golden: string;
  /** Codes beyond those that follow from access, query and body. */
  problems?: readonly ProblemCode[];
}

/** What an operation says of itself beside what all of its room have in common. */
export type Described = Omit<Operation, 'tag' | 'access'>;

/** Describes operations of one tag that the same callers may call. */
export function operationsOf(tag: Tag, access: Access): (operation: Described) => Operation {
  return (operation) => ({ ...operation, tag, access });
}

/** A reference to a schema of `components.ts`. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** `mergeLead` as the name of a type: `MergeLead`. */
export function typeName(name: string): string {
  return name
    .split(/[_.\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
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

/** One of the schemas, each of which has another value of `member`. @param names by that value */
export function oneOfBy(member: string, names: Record<string, string>): JsonSchema {
  return {
    oneOf: Object.values(names).map(ref),
    discriminator: {
      propertyName: member,
      mapping: Object.fromEntries(
        Object.entries(names).map(([value, name]) => [value, String(ref(name)['$ref'])]),
      ),
    },
  };
}

/** JSON within a text, for instance in a parameter of a query. */
export function jsonText(schema: JsonSchema): JsonSchema {
  return { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
}

export function nullable(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}

export function choice(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

export const text: JsonSchema = { type: 'string' };
export const flag: JsonSchema = { type: 'boolean' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const id: JsonSchema = { type: 'string', format: 'uuid' };
export const time: JsonSchema = { type: 'string', format: 'date-time' };
/** E.164. */
export const phone: JsonSchema = { type: 'string', pattern: E164.source };

/** An object whose members the reference cannot name. @param why the reason, which the document tells as `$comment` */
export function anyMembers(why: string): JsonSchema {
  return { type: 'object', additionalProperties: true, $comment: why };
}

/** A value of any type. @param why as of `anyMembers` */
export function anyValue(why: string): JsonSchema {
  return { $comment: why };
}
