/** The examples of the reference are real requests and answers, and match their schemas exactly. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../build/reference/openapi.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

const DOCUMENT = 'leadline://document';

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

interface Described {
  operationId: string;
  parameters: { name?: string; in?: string; example?: unknown; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description?: string; content?: Record<string, Content>; headers?: object }>;
}

const document = openApiDocument('1.0.0') as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: object; examples: Record<string, { value: Record<string, unknown> }> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, formats: formats() });
ajv.addSchema(strictly({ $id: DOCUMENT, components: { schemas: document.components.schemas } }) as object);

test.for(operations.filter((each) => contentOf(each) !== undefined))(
  'the example answer of $operationId matches its schema, without further members',
  (operation) => {
    const { schema = {}, example } = contentOf(operation) ?? {};

    expect(example).toBeDefined();
    expect(faultsOf(schema, example)).toEqual([]);
  },
);

test.for(operations.filter(({ requestBody }) => requestBody !== undefined))(
  'the example body of $operationId matches its schema',
  ({ requestBody }) => {
    const examples = Object.values(requestBody?.content ?? {}).filter((content) => 'example' in content);

    expect(examples.flatMap(({ schema, example }) => faultsOf(schema, example))).toEqual([]);
  },
);

test('every answer has an example, also one that the request has to ask for', () => {
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses['200']?.content ?? {}).map(([type, content]) => ({
      operationId,
      type,
      ...content,
    })),
  );

  expect(
    answers.filter(({ example }) => example === undefined).map((each) => `${each.operationId} ${each.type}`),
  ).toEqual([]);
  expect(answers.flatMap(({ schema, example }) => faultsOf(schema, example))).toEqual([]);
});

test('the answer about a note or a reminder is one, and values that are few are listed', () => {
  const answerOf = (name: string): string | undefined => {
    const found = operations.find(({ operationId }) => operationId === name);
    return String(found && contentOf(found)?.schema['$ref'])
      .split('/')
      .at(-1);
  };
  const notes = ['addNote', 'modifyNote', 'removeNote', 'restoreNote'].map(answerOf);
  const reminders = [
    'setReminder',
    'completeReminder',
    'dismissReminder',
    'reopenReminder',
    'postponeReminder',
  ].map(answerOf);
  const free = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ name = '', schema }) => ['hour', 'nocache'].includes(name) && isFree(schema))
      .map(({ name }) => `${operationId}.${String(name)}`),
  );

  expect([...new Set(notes), ...new Set(reminders)]).toEqual(['NoteEvent', 'ReminderEvent']);
  expect(free).toEqual([]);
});

test('the examples of parameters are valid', () => {
  const examples = operations
    .flatMap(({ parameters }) => parameters)
    .filter((parameter) => 'example' in parameter);

  expect(examples.length).toBeGreaterThan(100);
  expect(examples.flatMap(({ schema = {}, example }) => faultsOf(schema, example))).toEqual([]);
});

test('every refusal has an example of each of its codes, with its status', () => {
  const refusals = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { content = {} }]) => ({ operationId, status: Number(status), content })),
  );
  const wrong = refusals.filter(({ status, content }) => {
    const { examples = {} } = content['application/problem+json'] ?? {};
    const values = Object.values(examples).map(({ $ref: name }) => exampleOf(name));
    const isOnlyType = Object.keys(content).join() === 'application/problem+json';
    return !isOnlyType || values.length === 0 || values.some((value) => value['status'] !== status);
  });

  expect(refusals.length).toBeGreaterThan(1_000);
  expect(wrong.map(({ operationId, status }) => `${operationId} ${status}`)).toEqual([]);
});

test('the examples of problems match their schema, without further members', () => {
  const problems = Object.entries(document.components.examples);
  const shape = { $ref: '#/components/schemas/Problem' };

  expect(problems.length).toBeGreaterThan(70);
  expect(problems.flatMap(([, { value }]) => faultsOf(shape, value))).toEqual([]);
});

test('answers with content have a content type, and a GET with an ETag documents 304', () => {
  const gets = Object.values(document.paths).flatMap(({ get }) => (get === undefined ? [] : [get]));
  const versioned = gets.filter(({ responses }) => Object.hasOwn(responses['200']?.headers ?? {}, 'ETag'));

  expect(versioned.length).toBeGreaterThan(10);
  expect(versioned.filter(({ responses }) => responses['304'] === undefined)).toEqual([]);
  expect(versioned.filter(({ responses }) => responses['304']?.content !== undefined)).toEqual([]);
});

test('a cursor has the same type in requests and answers', () => {
  const lists = operations.flatMap(({ operationId, parameters, responses }) => {
    const cursor = parameters.find(({ name }) => name === 'cursor');
    const [content] = Object.values(responses['200']?.content ?? {});
    const answer = resolved(content?.schema ?? {})['properties'] as Record<string, JsonSchema> | undefined;
    const next = answer?.['next_cursor'];
    return cursor === undefined || next === undefined
      ? []
      : [{ operationId, taken: cursor.schema?.['type'], answered: next['type'] }];
  });

  expect(lists.length).toBeGreaterThan(4);
  expect(lists.filter(({ taken, answered }) => taken !== answered)).toEqual([]);
});

/** Tells whether a schema allows any text. */
function isFree(schema: JsonSchema | undefined): boolean {
  return schema?.['type'] === 'string' && schema['enum'] === undefined;
}

/** Returns the schema of a successful answer; undefined if it has none, or only on demand. */
function contentOf({ responses }: Described): Content | undefined {
  const [content] = Object.values(responses['200']?.content ?? {});
  return responses['200']?.description?.includes('unless') === true ? undefined : content;
}

function exampleOf(reference: string): Record<string, unknown> {
  return document.components.examples[reference.split('/').at(-1) ?? '']?.value ?? {};
}

function resolved(schema: JsonSchema): JsonSchema {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  return schemas[reference.split('/').at(-1) ?? ''] ?? {};
}

const validators = new Map<string, ValidateFunction>();

function faultsOf(schema: JsonSchema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(strictly(schema) as object);
  validators.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Returns the schema without the allowance for members of later versions, and with references to the whole document. */
function strictly(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), function (this: unknown, key, value: unknown) {
    if (key === '$ref' && typeof value === 'string') return value.startsWith('#') ? DOCUMENT + value : value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const each = value as { properties?: object; additionalProperties?: unknown };
    const isClosed = each.properties !== undefined && each.additionalProperties === undefined;
    return isClosed && !Array.isArray(this) ? { ...value, additionalProperties: false } : value;
  }) as unknown;
}

/** The patterns of the document's formats. */
function formats(): Record<string, RegExp | true> {
  return {
    uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/,
    'date-time': /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/,
    uri: /^[a-z][a-z\d+.-]*:\S+$/,
    email: /^\S+@\S+$/,
  };
}
