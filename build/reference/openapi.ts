/** Builds the OpenAPI 3.1 document of the whole service from the operations and their schemas. */
import { readFileSync } from 'node:fs';
import { answerComponents, answerOf, answerOnDemandOf } from './answers.ts';
import { COMPONENTS } from './components.ts';
import { everything } from './copied-data.ts';
import { exchangeOf } from './examples.ts';
import {
  HEADER_COMPONENTS,
  HEADER_PARAMETERS,
  isConditional,
  requestHeadersOf,
  responseHeadersOf,
} from './headers.ts';
import { explain } from './meanings.ts';
import {
  type Access,
  type JsonSchema,
  jsonText,
  type Operation,
  ref,
  typeName,
} from '../../worker/shared/reference/operation.ts';
import { OPERATIONS } from './operations.ts';
import { pathParameters } from './path-parameters.ts';
import { problemExamples, refusals } from './refusals.ts';
import { isValibot, queryParameters, schemaOf } from './schemas.ts';
import { SHARED_BODIES } from './shared-bodies.ts';
import { TAG_GROUPS, TAGS } from '../../worker/shared/reference/tags.ts';
import { webhooks } from './webhooks.ts';

const SECURITY: Record<Access, object[]> = {
  none: [{}],
  user: [{ key: [] }, { user: [] }],
  operator: [{ operator: [] }],
  settings: [{ key: [] }, { user: [] }, { operator: [] }],
};

const INTRODUCTION = readFileSync(new URL('introduction.md', import.meta.url), 'utf8');

/** Builds the document. Its examples are the golden files of the tests. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of OPERATIONS) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadline API',
      version,
      summary: 'Tracking numbers at the edge, and the leads from their calls.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The deployment that serves this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    'x-tagGroups': Object.entries(TAG_GROUPS).map(([name, tags]) => ({ name, tags })),
    paths,
    webhooks: webhooks(),
    components: {
      schemas: schemas(),
      headers: HEADER_COMPONENTS,
      parameters: HEADER_PARAMETERS,
      examples: problemExamples(OPERATIONS),
      securitySchemes: {
        user: {
          type: 'http',
          scheme: 'basic',
          description: 'The e-mail address, and an access token or an API key as the password.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token.' },
        operator: { type: 'http', scheme: 'bearer', description: 'The `OPERATOR_TOKEN` of the deployment.' },
      },
    },
  };
}

/** Returns all named schemas of answers and bodies, with descriptions. */
export function schemas(): Record<string, JsonSchema> {
  const bodies = OPERATIONS.flatMap(({ name, body }) =>
    body === undefined || !isValibot(body) ? [] : [[bodyName(name, body), schemaOf(body)] as const],
  );
  const answers = OPERATIONS.flatMap((operation) => {
    const answer = answerOf(operation);
    return answer?.['properties'] === undefined ? [] : [[answerName(operation.name), answer] as const];
  });
  const open = [
    ...Object.entries({ ...COMPONENTS, ...answerComponents(), Everything: everything() }),
    ...answers,
  ].map(([name, schema]) => [name, withFurtherMembers(schema)] as const);
  const all = Object.fromEntries([...open, ...bodies]);
  return Object.fromEntries(
    Object.entries(all)
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([name, schema]) => [name, { description: generalDescription(name), ...explain(schema, name) }]),
  );
}

/** Allows further members in answers, since later versions may add some. */
function withFurtherMembers(value: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(value), (key, member: unknown) =>
    key === 'additionalProperties' && member === false ? undefined : member,
  ) as JsonSchema;
}

/** Returns a general description for the body or answer of a single operation, whose members have their own. */
function generalDescription(name: string): string | undefined {
  const operation = OPERATIONS.find((each) =>
    [`${typeName(each.name)}Body`, answerName(each.name)].includes(name),
  );
  if (operation === undefined) return undefined;
  return `The ${name.endsWith('Body') ? 'body' : 'answer'} of \`${operation.name}\`.`;
}

/** Returns the schema of an operation's answer, or a reference to it. */
function answerSchema(operation: Operation): JsonSchema | null {
  const answer = answerOf(operation);
  return answer?.['properties'] === undefined ? answer : ref(answerName(operation.name));
}

function bodyName(name: string, body: NonNullable<Operation['body']>): string {
  return SHARED_BODIES.get(body) ?? `${typeName(name)}Body`;
}

function answerName(name: string): string {
  return `${typeName(name)}Answer`;
}

function describe(operation: Operation): JsonSchema {
  const { name, description, summary, tag, access, query } = operation;
  const body = requestBody(operation);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    security: SECURITY[access],
    parameters: [
      ...pathParameters(operation.path),
      ...(query === undefined ? [] : queryParameters(query)).map(({ schema, ...parameter }) => ({
        ...parameter,
        in: 'query',
        ...withDescription(explain(schema, `${name}.${parameter.name}`)),
      })),
      ...requestHeadersOf(operation),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [statusOf(operation)]: success(operation),
      ...(isConditional(operation) ? { 304: unchanged(operation) } : {}),
      ...(operation.isFile === true ? { 206: range(operation) } : {}),
      ...(operation.takesAnything === true ? {} : refusals(operation)),
    },
  };
}

function statusOf({ takesAnything, isSocket }: Operation): number {
  if (isSocket === true) return 101;
  return takesAnything === true ? 204 : 200;
}

/** Moves a parameter's description out of its schema. */
function withDescription({ description, ...schema }: JsonSchema): JsonSchema {
  return { description, schema };
}

function requestBody({
  name,
  body,
  bodyType = 'application/json',
  golden,
}: Operation): JsonSchema | undefined {
  if (body === undefined) return undefined;
  const schema = isValibot(body) ? ref(bodyName(name, body)) : body;
  const { body: sent } = exchangeOf(golden).request;
  const isJsonInText = bodyType === 'text/plain';
  return {
    required: true,
    content: {
      [bodyType]: {
        schema: isJsonInText ? jsonText(schema) : schema,
        ...(sent === undefined ? {} : { example: isJsonInText ? JSON.stringify(sent) : sent }),
      },
    },
  };
}

function success(operation: Operation): JsonSchema {
  const { summary, answerType = 'application/json', golden } = operation;
  const headers = responseHeadersOf(operation, 200);
  const schema = answerSchema(operation);
  if (schema === null) return { headers, ...nothing(operation) };
  const example = exchangeOf(golden).body;
  const csv =
    operation.isCsvOnDemand === true
      ? { 'text/csv': { schema: { type: 'string' }, ...onDemandExample(operation) } }
      : {};
  return { description: `${summary}.`, headers, content: { [answerType]: { schema, example }, ...csv } };
}

function nothing(operation: Operation): JsonSchema {
  if (operation.isSocket === true) return { description: 'The connection is a WebSocket from here on.' };
  const schema = answerOnDemandOf(operation);
  if (schema === undefined) return { description: 'Success, without content.' };
  return {
    description: 'Success, without content unless the query requests some.',
    content: { 'application/json': { schema, ...onDemandExample(operation) } },
  };
}

/** Returns the example of the answer that the request may ask for. */
function onDemandExample({ goldenOnDemand: golden }: Operation): { example?: unknown } {
  return golden === undefined ? {} : { example: exchangeOf(golden).body };
}

/** Describes the answer to a request with `Range`, if the carrier supports ranges. */
function range(operation: Operation): JsonSchema {
  const content = { '*/*': { schema: answerSchema(operation) ?? {} } };
  return { description: 'The range.', headers: responseHeadersOf(operation, 206), content };
}

function unchanged(operation: Operation): JsonSchema {
  return {
    description: '`If-None-Match` has the current version; without content.',
    headers: responseHeadersOf(operation, 304),
  };
}
