import type * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchangeOf } from '../../build/reference/examples.ts';
import { openApiDocument } from '../../build/reference/openapi.ts';
import { OPERATIONS } from '../../build/reference/operations.ts';
import type { Operation } from '../../worker/shared/reference/operation.ts';
import { isValibot } from '../../build/reference/schemas.ts';
import { Fields } from '../../worker/edge/carriers/readers.ts';
import { answerOf, makeCompanyWithUsers } from '../harness/builders.ts';
import { problemOf, sendAs, type TestUser } from '../harness/client.ts';
import { type ImportAnswer, sendFile } from '../harness/csv.ts';
import { createLead, type LeadClient, sendLead } from '../harness/leads.ts';
import { OPERATOR_TOKEN } from '../harness/operator-token.ts';
import { withAt } from '../harness/places.ts';
import { effort } from '../harness/effort.ts';

const NUL = 'a\0b';
const HALF = 'a\ud800b';

type Json = Record<string, unknown>;

/** Operations whose bodies are only queries, which are not stored. */
const QUESTIONS = ['findClosestLocation', 'findClosestLocationByPostalCode', 'searchFacets'];
/** An operation whose rows are checked one by one, see below. */
const BY_ROW = ['runLeadBatch'];

const { components, paths } = openApiDocument('1.0.0') as {
  components: { schemas: Record<string, Json> };
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Json }> } }>>;
};
const writes = OPERATIONS.filter(
  ({ method, body, bodyType = 'application/json', name }) =>
    method !== 'GET' &&
    body !== undefined &&
    bodyType.endsWith('json') &&
    ![...QUESTIONS, ...BY_ROW].includes(name),
);

/** Generates the paths of all texts in a schema. */
function textsOf(schema: Json, steps: readonly string[] = [], within: readonly unknown[] = []): string[][] {
  const { $ref, type } = schema;
  const isText = [type].flat().includes('string');
  return [
    ...(isText ? [[...steps]] : []),
    ...referredTo($ref, within).flatMap((each) => textsOf(each, steps, [...within, $ref])),
    ...partsOf(schema).flatMap(([step, part]) => textsOf(part, [...steps, ...step], within)),
  ];
}

/** Resolves a reference; a recursive one only once. */
function referredTo(reference: unknown, within: readonly unknown[]): Json[] {
  if (typeof reference !== 'string' || within.includes(reference)) return [];
  return [components.schemas[reference.split('/').at(-1) ?? ''] ?? {}];
}

/** Returns the schemas within a schema, each with its step; without a step for further schemas of the same value. */
function partsOf(schema: Json): [string[], Json][] {
  const { properties = {}, items, additionalProperties: others } = schema;
  const same = ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (schema[name] ?? []) as Json[]);
  const inside: [string, unknown][] = [...Object.entries(properties as Json), ['0', items], ['x', others]];
  return [
    ...same.map((part): [string[], Json] => [[], part]),
    ...inside.flatMap(([step, part]): [string[], Json][] =>
      typeof part === 'object' && part !== null ? [[[step], part as Json]] : [],
    ),
  ];
}

describe('a text that cannot be stored is refused with its place', () => {
  let superadmin: TestUser;
  const values: Record<string, string> = {};

  beforeAll(async () => {
    const company = await makeCompanyWithUsers();
    superadmin = company.superadmin;
    const client = { user: superadmin, path: company.path };
    const views = await answerOf<[{ smart_view_id: string }]>(
      await sendAs(superadmin, 'GET', `${company.path}/smart_views`),
    );
    const settings = exchangeOf('lookup/put-settings').request.body;
    await answerOf(
      await sendAs(superadmin, 'PUT', `/dni/api/companies/${company.companyId}/settings`, settings),
    );
    const lead = await createLead(client);
    const fields = [{ name: 'size', label: 'Size', type: 'text' }];
    const adms = `${company.path}/adms`;
    const { adm_id: adm } = await answerOf<{ adm_id: string }>(
      await sendAs(superadmin, 'POST', adms, { display_name: 'Cars', custom_fields: fields }),
    );
    const { record_id: record } = await answerOf<{ record_id: string }>(
      await sendAs(superadmin, 'POST', `${adms}/${adm}/records`, { size: ['large'] }),
    );
    Object.assign(values, {
      adm,
      record,
      company: company.companyId,
      lead,
      user: company.agent.userId,
      view: views[0].smart_view_id,
      location: 'austin',
      number: encodeURIComponent('+15125550101'),
      type: 'note',
    });
  });

  test.for(writes)('$name', async ({ method, path, access, body, bodyType = 'application/json', golden }) => {
    const schema = isValibot(body ?? {}) ? bodyOf({ path, method }) : (body as Json);
    const all = [...new Map(textsOf(schema).map((steps) => [steps.join('/'), steps])).values()];
    // In the gate every third text of each write, beginning with the first.
    const texts = all.filter((_, index) => index % effort(3, 1) === 0);
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? crypto.randomUUID());
    const authorization = access === 'operator' ? `Bearer ${OPERATOR_TOKEN}` : superadmin.authorization;
    const example = exchangeOf(golden).request.body;

    const told = await Promise.all(
      texts.map(async (steps, index) => {
        const sent = withAt(example, steps, index % 2 === 0 ? NUL : HALF);
        const headers = { 'Content-Type': bodyType };
        const response = await sendAs({ authorization }, method, url, sent, headers);
        const { errors } = await problemOf(response);
        return [
          response.status,
          errors.map(({ pointer }) => pointer).find((at) => at === `/${steps.join('/')}`),
        ];
      }),
    );

    expect(told).toEqual(texts.map((steps) => [400, `/${steps.join('/')}`]));
  });

  function bodyOf({ path, method }: Pick<Operation, 'path' | 'method'>): Json {
    const [content] = Object.values(paths[path]?.[method.toLowerCase()]?.requestBody.content ?? {});
    return content?.schema ?? {};
  }
});

describe('rows are refused one by one', () => {
  let client: LeadClient;

  beforeAll(async () => {
    const { superadmin, path } = await makeCompanyWithUsers();
    client = { user: superadmin, path };
  });

  test('of a batch', async () => {
    const lead = { email: 'ann@example.com', name: 'Ann' };
    const operations = [
      lead,
      { ...lead, name: NUL },
      { ...lead, lead_fields: { [HALF]: ['x'] } },
      { name: HALF },
    ];
    const { results } = await answerOf<{ results: { status: number; problem?: { errors: Json[] } }[] }>(
      await sendLead(client, 'POST', '/batch', {
        operations: operations.map((each) => ({ op: 'upsert', lead: each })),
      }),
    );

    expect(results.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
    expect(results[1]?.problem?.errors).toEqual([
      {
        pointer: '/operations/1/lead/name',
        code: 'invalid_parameter',
        detail: expect.stringContaining('U+0000'),
      },
    ]);
    expect(JSON.stringify(results[2])).toContain('surrogate');
  });

  test('of a file', async () => {
    const file = `email,name\nbea@example.com,Bea\ncid@example.com,${NUL}\n`;
    const { rows } = await answerOf<ImportAnswer>(await sendFile(client, file));

    expect(rows).toMatchObject([
      { status: 'created' },
      { status: 'failed', errors: [{ column: 'name', code: 'invalid_parameter' }] },
    ]);
    const header = await sendFile(client, `email,${NUL}\ndan@example.com,Dan\n`, {
      mapping: JSON.stringify({ [NUL]: null }),
    });
    expect((await problemOf(header)).errors).toMatchObject([{ code: 'unknown_column' }]);
  });
});

test('such characters are removed from requests of carriers, which cannot correct them', () => {
  expect(new Fields(new URLSearchParams({ CallerName: NUL })).given('CallerName')).toBe('ab');
});

test('a body nested to any depth is refused', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const deep = `{"name": "Ann", "filters": ${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}}`;
  const response = await sendAs(superadmin, 'POST', `${path}/smart_views`, deep);

  expect(response.status).toBe(400);
});

test('limits of texts count characters, not surrogates', () => {
  const bodies = OPERATIONS.flatMap(({ body, query }) => [body, query]).filter((each) => each !== undefined);
  const limits = new Set(bodies.filter(isValibot).flatMap((schema) => limitsOf(schema)));

  expect(limits.size).toBeGreaterThan(30);
  for (const limit of limits) {
    const issuesOf = (count: number): unknown =>
      limit['~run']({ typed: true, value: '😀'.repeat(count) }, {}).issues;
    expect([issuesOf(limit.requirement), issuesOf(limit.requirement + 1)]).toEqual([
      undefined,
      expect.anything(),
    ]);
  }
});

/** A step of a valibot schema that limits the length of a text. */
interface Limit {
  requirement: number;
  '~run'(dataset: { typed: true; value: string }, config: object): { issues?: unknown };
}

function limitsOf(schema: v.GenericSchema): Limit[] {
  const found: Limit[] = [];
  const seen = new Set<unknown>();
  const look = (value: unknown, isText: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { pipe, type } = value as { pipe?: { type: string }[]; type?: unknown };
    const isLimit = type === 'max_length' || type === 'max_code_points';
    if (isLimit && isText) found.push(value as Limit);
    // A transformation may turn a text into a list, which has another length.
    const turn = pipe?.findIndex((step) => /transform|parse_json/.test(step.type)) ?? -1;
    pipe?.forEach((step, index) => look(step, pipe[0]?.type === 'string' && (turn < 0 || index < turn)));
    for (const part of Object.values(value)) if (part !== pipe) look(part, false);
  };
  look(schema, false);
  return found;
}
