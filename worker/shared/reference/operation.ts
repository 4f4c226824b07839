/** The description of an operation, from which the build makes its part of the API reference. */
import type * as v from 'valibot';
import { E164 } from '../contact/phone-numbers.ts';
import type { ProblemCode } from '../http/problems.ts';
import type { ResponseHeader } from './response-headers.ts';
import type { Tag } from './tags.ts';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** The allowed callers: everybody, a user, the operator, or (`settings`) the operator and super admins. */
export type Access = 'none' | 'user' | 'operator' | 'settings';

/** An operation of the API. */
export interface Operation {
  /** Its name in clients, a verb and a noun: `mergeLead`. The schema of its body is `MergeLeadBody`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In OpenAPI's notation, with `{name}` for parameters. */
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
  /** The schema of the answer; null if there is no body. An object without a name of its own becomes the schema `MergeLeadAnswer`. */
  answer: v.GenericSchema | JsonSchema | null;
  /** The schema of the answer that an operation without one gives if the query requests it. */
  answerOnDemand?: v.GenericSchema | JsonSchema;
  /** The content type of the answer, JSON by default. */
  answerType?: string;
  /** Whether the answer is CSV if the request asks for it. */
  isCsvOnDemand?: boolean;
  /** Whether the answer is a file of a carrier, which may have any type and supports ranges. */
  isFile?: boolean;
  /** Whether the answer has an `ETag`: a read accepts `If-None-Match` and may answer 304, a write accepts `If-Match` and may answer 412. */
  versioned?: boolean;
  /** Whether a POST takes no Idempotency-Key, because it changes nothing or has to take effect each time. */
  keyless?: boolean;
  /** Every request is answered 204, whatever its contents. */
  takesAnything?: boolean;
  /** Whether the request opens a WebSocket, and is answered 101. */
  isSocket?: boolean;
  /** Headers of the answer, except for those that follow from the other members. */
  headers?: readonly ResponseHeader[];
  /** The golden file below `test/golden`, which has a real request and its answer. */
  golden: string;
  /** The golden file of the other answer, if there is one: `answerOnDemand` or CSV. */
  goldenOnDemand?: string;
  /** Problem codes, except for those that follow from access, query and body. */
  problems?: readonly ProblemCode[];
}

/** An operation without the members that all operations of its group share. */
export type Described = Omit<Operation, 'tag' | 'access'>;

/** Returns a function that completes the operations of a group with their tag and access. */
export function operationsOf(tag: Tag, access: Access): (operation: Described) => Operation {
  return (operation) => ({ ...operation, tag, access });
}

/** Returns a reference to a named schema (build/reference/components/). */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a name as that of a type: `MergeLead` for `mergeLead`. */
export function typeName(name: string): string {
  return name
    .split(/[_.\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the schema of a list. */
export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** Returns the schema of an object with exactly these members; one whose name ends in `?` may be absent. */
export function exactly(members: Record<string, JsonSchema>): JsonSchema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

/** Returns the schema of JSON in a string, for instance in a query parameter. */
export function jsonText(schema: JsonSchema): JsonSchema {
  return { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
}

/** Returns the schema that also allows null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}

/** Returns the schema of a string with these values. */
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

/** Returns the schema of an object whose members the reference cannot name. @param why the reason, which becomes `$comment` */
export function anyMembers(why: string): JsonSchema {
  return { type: 'object', additionalProperties: true, $comment: why };
}

/** Returns the schema of a value of any type. @param why as for `anyMembers` */
export function anyValue(why: string): JsonSchema {
  return { $comment: why };
}
