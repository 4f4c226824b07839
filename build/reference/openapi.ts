/** The OpenAPI 3.1 document of the whole service, made of the operations and the schemas that validate them. */
import { readFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type ProblemCode, problemVocabulary } from '../../worker/problems.ts';
import { CALL_OPERATIONS } from './call-operations.ts';
import { BULK_OPERATIONS } from './bulk-operations.ts';
import { COMPONENTS } from './components.ts';
import { CSV_OPERATIONS } from './csv-operations.ts';
import { DNI_SETTINGS_OPERATIONS } from './dni-settings-operations.ts';
import { FINDING_OPERATIONS } from './finding-operations.ts';
import { KEY_OPERATIONS } from './key-operations.ts';
import { LEAD_OPERATIONS } from './lead-operations.ts';
import { MEMBERSHIP_OPERATIONS } from './membership-operations.ts';
import type { Access, JsonSchema, Operation } from './operation.ts';
import { OTHER_OPERATIONS } from './other-operations.ts';
import { PEOPLE_OPERATIONS } from './people-operations.ts';
import { REMOVAL_OPERATIONS } from './removal-operations.ts';
import { TEXT_OPERATIONS } from './text-operations.ts';
import { STREAM_OPERATIONS } from './stream-operations.ts';

export const OPERATIONS: readonly Operation[] = [
  ...OTHER_OPERATIONS,
  ...DNI_SETTINGS_OPERATIONS,
  ...LEAD_OPERATIONS,
  ...BULK_OPERATIONS,
  ...CSV_OPERATIONS,
  ...FINDING_OPERATIONS,
  ...CALL_OPERATIONS,
  ...TEXT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...MEMBERSHIP_OPERATIONS,
  ...KEY_OPERATIONS,
  ...REMOVAL_OPERATIONS,
  ...STREAM_OPERATIONS,
];

/** What a description says of path parameters. */
const PARAMETERS: Record<string, string> = {
  company: 'The company.',
  lead: 'The lead.',
  import: 'The import.',
  bulk: 'The bulk operation.',
  user: 'The user.',
  invitation: 'The invitation; its id is that of the company.',
  adm: 'The data module.',
  record: 'The record.',
  event: 'The event.',
  note: 'The note, which is an event.',
  type: 'The type of the event.',
  location: 'The location_id.',
  number: 'The tracking number, in E.164.',
  zip: 'A US ZIP code or a Canadian forward sortation area.',
  view: 'The smart view.',
  key: 'The API key.',
  webhook: 'The webhook.',
  delivery: 'The message, by its webhook-id.',
  call: 'The call.',
  text: 'The text.',
  index: 'Which of them, from 0.',
  carrier: 'twilio, signalwire or telnyx.',
  carrier_call: 'The call, as the carrier names it.',
  turn: 'The turn of phones, from 0.',
};
const NO_UUID = new Set(['type', 'zip', 'location', 'number', 'carrier', 'carrier_call', 'turn', 'index']);

const SECURITY: Record<Access, object[]> = {
  none: [],
  user: [{ user: [] }, { key: [] }],
  operator: [{ operator: [] }],
  settings: [{ operator: [] }, { user: [] }, { key: [] }],
};
const ACCESS_PROBLEMS: Record<Access, readonly ProblemCode[]> = {
  none: [],
  user: [
    'credentials_required',
    'invalid_credentials',
    'token_expired',
    'insufficient_scope',
    'rate_limited',
  ],
  operator: ['credentials_required', 'invalid_credentials', 'operator_token_unset', 'rate_limited'],
  settings: [
    'credentials_required',
    'invalid_credentials',
    'token_expired',
    'permission_denied',
    'insufficient_scope',
    'operator_token_unset',
  ],
};
const BODY_PROBLEMS: readonly ProblemCode[] = [
  'invalid_json',
  'invalid_encoding',
  'missing_parameter',
  'invalid_parameter',
  'unknown_parameter',
  'body_too_large',
  'unsupported_media_type',
];

const CSV_PROBLEMS: readonly ProblemCode[] = [
  'invalid_csv',
  'invalid_encoding',
  'body_too_large',
  'unsupported_media_type',
];

/** The document; examples of answers are the golden files of the tests. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of OPERATIONS) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadline',
      version,
      description: 'Tracking numbers at the edge, and the leads that the calls become.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: COMPONENTS,
      securitySchemes: {
        user: { type: 'http', scheme: 'basic', description: 'E-mail address and access token or API key.' },
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token.' },
        operator: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the deployment.' },
      },
    },
  };
}

/** What every change of a company may be refused for. */
const WRITE_PROBLEMS: readonly ProblemCode[] = [
  'unknown_parameter',
  'value_too_large',
  'company_full',
  'invalid_idempotency_key',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];

/** The codes of an operation's refusals, those that follow from its kind and its own. */
export function problemsOf(operation: Operation): ProblemCode[] {
  const { query, body, path, access, method } = operation;
  const isWrite = method !== 'GET' && access !== 'none' && access !== 'operator';
  const codes = new Set<ProblemCode>([
    ...ACCESS_PROBLEMS[access],
    ...(path.includes('{') ? (['not_found'] as const) : []),
    ...(query === undefined ? [] : (['missing_parameter', 'invalid_parameter'] as const)),
    ...(body === undefined ? [] : body.type === 'text/csv' ? CSV_PROBLEMS : BODY_PROBLEMS),
    ...(isWrite ? WRITE_PROBLEMS : []),
    ...(operation.problems ?? []),
  ]);
  return problemVocabulary()
    .map(({ code }) => code)
    .filter((code) => codes.has(code));
}

/** The real answer that shows what the operation does. */
export function exampleOf(operation: Operation): unknown {
  const file = new URL(`../../test/golden/${operation.golden}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { body: unknown }).body;
}

function describe(operation: Operation): JsonSchema {
  const { description, body } = operation;
  return {
    operationId: operationId(operation),
    tags: [operation.tag],
    summary: operation.summary,
    ...(description === undefined ? {} : { description }),
    security: SECURITY[operation.access],
    parameters: [...pathParameters(operation.path), ...queryParameters(operation.query)],
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { 200: success(operation), ...refusals(operation) },
  };
}

function operationId({ method, path }: Operation): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words].join('_');
}

function success(operation: Operation): JsonSchema {
  if (operation.answer === null) return { description: 'Done; no content.' };
  return {
    description: operation.summary,
    content: {
      [operation.answerType ?? 'application/json']: {
        schema: operation.answer,
        example: exampleOf(operation),
      },
    },
  };
}

/** One response a status, which names its codes. */
function refusals(operation: Operation): Record<string, JsonSchema> {
  const codes = new Set(problemsOf(operation));
  const responses: Record<string, JsonSchema> = {};
  for (const { code, status, title } of problemVocabulary()) {
    if (!codes.has(code)) continue;
    const former = responses[status]?.['description'];
    const line = `\`${code}\`: ${title}.`;
    responses[status] = {
      description: typeof former === 'string' ? `${former}\n\n${line}` : line,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

function requestBody({
  schema,
  example,
  type = 'application/json',
}: NonNullable<Operation['body']>): JsonSchema {
  return { required: true, content: { [type]: { schema: schemaOf(schema), example } } };
}

function pathParameters(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name],
    schema: NO_UUID.has(name) ? { type: 'string' } : { type: 'string', format: 'uuid' },
  }));
}

function queryParameters(query: v.GenericSchema | undefined): JsonSchema[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** What a schema takes in. Checks that JSON Schema cannot say are left out: the server has the last word. */
function schemaOf(schema: v.GenericSchema | JsonSchema): JsonSchema {
  if (!('kind' in schema)) return schema;
  const { $schema: _, ...converted } = toJsonSchema(schema as v.GenericSchema, {
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return converted;
}
