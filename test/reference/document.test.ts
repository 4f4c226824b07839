import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { listProblemCodes } from '../../worker/shared/http/problems.ts';
import { exchangeOf } from '../../build/reference/examples.ts';
import { listGaps } from '../../build/reference/completeness.ts';
import { openApiDocument } from '../../build/reference/openapi.ts';
import { OPERATIONS } from '../../build/reference/operations.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';
import { problemsOf } from '../../build/reference/refusals.ts';
import { isValibot } from '../../build/reference/schemas.ts';
import { TAG_GROUPS, TAGS } from '../../worker/shared/reference/tags.ts';
import { mountedRoutes } from '../harness/mounted-routes.ts';

/** Golden files with further cases of an operation, and refusals. */
const FURTHER = [
  'leads/get-without-data',
  'leads/import-refused',
  'leads/merge',
  'leads/upsert-created',
  'leads/write-to-merged',
  'people/refused',
];

/** Content types whose examples no schema checks. */
const NO_JSON = new Set(['image/*', 'text/csv', 'application/x-www-form-urlencoded']);

const document = openApiDocument('1.0.0');

test('every mounted route is documented, and every documented operation is mounted', async () => {
  const documented = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

  // Links in mail, and shared pages, are for people and their mail programs: docs/notifications.md, docs/reports.md. Assistants read
  // what /mcp does from its tools: docs/assistants.md.
  const elsewhere = / \/(?:(?:unsubscribe|reports)\/|mcp$)/;
  const mounted = (await mountedRoutes()).filter((route) => !elsewhere.test(route));
  expect(documented.sort((left, right) => left.localeCompare(right))).toEqual(mounted);
});

test('operations are described beside their routes, and the list has all of them', () => {
  const beside = globSync('worker/**/{*-,}reference.ts').filter((file) => /_OPERATIONS\b/.test(read(file)));
  const listed = [...read('build/reference/operations.ts').matchAll(/'\.\.\/\.\.\/([^']+)'/g)].map(
    ([, path]) => path,
  );

  expect(beside.length).toBeGreaterThan(20);
  expect(listed).toEqual(expect.arrayContaining(beside));
  expect(beside.filter((file) => globSync(`${dirname(file)}/{*-,}routes.ts`).length === 0)).toEqual([]);
});

test('operations have unique names in camel case', () => {
  const names = OPERATIONS.map(({ name }) => name);

  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('every tag is in one group of the sidebar', () => {
  expect(Object.values(TAG_GROUPS).flat().sort()).toEqual(Object.keys(TAGS).sort());
});

test('every schema, member and parameter has a description, every array a type of its items', () => {
  expect(listGaps(document)).toEqual([]);
});

test.for<[string, JsonSchema]>([
  [
    'has no description',
    { components: { schemas: { Lead: { description: 'A lead.', properties: { age: {} } } } } },
  ],
  ['has no description', { components: { schemas: { Lead: { type: 'string' } } } }],
  [
    '(page) has no description',
    { paths: { '/leads': { parameters: [{ name: 'page', in: 'query', schema: {} }] } } },
  ],
  [
    'is an array without a type of its items',
    { components: { schemas: { Leads: { description: 'Leads.', type: 'array' } } } },
  ],
])('the build fails for a part that %s', ([complaint, part]) => {
  expect(listGaps(part).join()).toContain(complaint);
});

test('an operation answers each code', () => {
  const answered = new Set(OPERATIONS.flatMap(problemsOf));

  const never = listProblemCodes().filter(({ code }) => !answered.has(code));
  // For a path that has operations with other methods.
  expect(never.map(({ code }) => code)).toEqual(['method_not_allowed']);
});

test('every golden file is the example of an operation, or a further case', () => {
  const files = readdirSync('test/golden', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''));

  const examples = OPERATIONS.flatMap(({ golden, goldenOnDemand = golden }) => [golden, goldenOnDemand]);
  expect(files.filter((name) => !FURTHER.includes(name)).sort()).toEqual([...new Set(examples)].sort());
});

test.for(
  OPERATIONS.filter(
    ({ bodyType = 'application/json', body }) => body !== undefined && !NO_JSON.has(bodyType),
  ),
)('the example of $name is a valid request', ({ body, golden, takesAnything }) => {
  const { request, status } = exchangeOf(golden);

  expect(status).toBe(takesAnything === true ? 204 : 200);
  const schema = body !== undefined && isValibot(body) ? body : v.object({});
  expect(v.safeParse(schema, request.body).issues).toBeUndefined();
});

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
