import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { COMPONENTS } from '../../build/reference/components.ts';
import { OPERATIONS } from '../../build/reference/openapi.ts';
import type { JsonSchema } from '../../build/reference/operation.ts';
import { launchBrowser } from '../harness/browser.ts';
import { send } from '../harness/client.ts';
import { mountedRoutes } from '../harness/mounted-routes.ts';

const GOLDEN = 'test/golden';

/** Golden files that show an operation from another side than its own example does. */
const FURTHER: Record<string, string> = {
  'leads/get-without-data': 'leads/get',
  'leads/upsert-created': 'leads/upsert-updated',
  'leads/merge': 'leads/merge-dry-run',
};

const goldenFiles = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

test('every mounted route is documented, and every documented operation is mounted', async () => {
  const documented = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

  expect(documented.sort((left, right) => left.localeCompare(right))).toEqual(await mountedRoutes());
});

test.for(goldenFiles)('the golden answer %s has the documented shape', (name) => {
  const { status, body } = JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), 'utf8')) as {
    status: number;
    body: unknown;
  };
  const operation = OPERATIONS.find(({ golden }) => golden === (FURTHER[name] ?? name));
  const schema = status === 200 ? operation?.answer : { $ref: '#/components/schemas/Problem' };
  expect(schema).toBeDefined();

  expect(faultsOf(schema ?? { type: 'null' }, body)).toEqual([]);
});

test.for(OPERATIONS.filter(({ body }) => body !== undefined))(
  'the example body of $method $path is one that is taken',
  ({ body }) => {
    const schema = body?.schema as v.GenericSchema | undefined;
    const isValibot = schema !== undefined && 'kind' in schema;

    expect(isValibot ? v.safeParse(schema, body?.example).issues : undefined).toBeUndefined();
  },
);

describe('what is served', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('the OpenAPI document is 3.1 and names each operation once', async () => {
    const response = await send('/reference/openapi.json');

    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(document.openapi).toBe('3.1.0');
    expect(ids).toHaveLength(OPERATIONS.length);
    expect(new Set(ids).size).toBe(ids.length);
    expect(unresolved(document)).toEqual([]);
  });

  test('the page asks for nothing else and finds operations', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(new URL('/reference/', inject('workerUrl')).href);

    await page.fill('input', 'leads merge dry_run');

    const shown = await page.locator('details:visible code').first().textContent();
    expect(shown).toBe('/companies/{company}/leads/{lead}/merge');
    expect(await page.locator('details:visible').count()).toBe(1);
    expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toHaveLength(1);
  });
});

function faultsOf(schema: JsonSchema, value: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile({ ...schema, components: { schemas: COMPONENTS } });
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/** References to schemas that the document does not have. */
function unresolved(document: object): string[] {
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  return names.filter((name) => name === undefined || !(name in COMPONENTS)).map(String);
}
