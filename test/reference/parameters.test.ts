/** Parameters are of the types that the reference says: the Worker is asked with values that fit and with ones that do not. */
import { beforeAll, expect, test } from 'vitest';
import { exchangeOf } from '../../build/reference/examples.ts';
import { OPERATIONS, openApiDocument } from '../../build/reference/openapi.ts';
import type { JsonSchema, Operation } from '../../build/reference/operation.ts';
import { E164 } from '../../worker/phone-numbers.ts';
import { answerOf } from '../harness/builders.ts';
import { visitorHeaders, type ProblemBody, send, sendAs } from '../harness/client.ts';
import { type CallCompany, makeCallCompany } from '../worker/core/calls/call-company.ts';

/** Stands for the address of a user of the company. */
const SOMEBODY = 'somebody@example.com';
/** A value that no narrow schema has. */
const UNFITTING = 'no, such, value!';
const ID = '00000000-0000-4000-8000-000000000001';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
}

const paths = openApiDocument('1.0.0')['paths'] as Record<
  string,
  Record<string, { parameters: Parameter[] }>
>;
const cases = OPERATIONS.flatMap((operation) =>
  parametersOf(operation).map((parameter): [string, Operation, Parameter] => [
    `${parameter.name} of ${operation.name}`,
    operation,
    parameter,
  ]),
);

/** What else a request needs, so that the parameter counts at all. */
const COMPANIONS: Record<string, Record<string, string>> = {
  listRecentLeads: { from: '2026-01-01', to: '2026-01-02' },
  'listRecentLeads.relative': {},
  searchLeads: { q: 'ann' },
  'exportLeads.search_fields': { q: 'ann' },
  listLeadsByIds: { ids: '[]' },
  previewCall: { number: '+15125550102' },
  issueTokenByQuery: { username: 'ann@example.com', password: 'wrong' },
};

let company: CallCompany;
/** The values of the parameters in paths. */
let places: Record<string, string>;
beforeAll(async () => {
  company = await makeCallCompany();
  places = { company: company.companyId, zip: '78701', ...(await things(company)) };
});

test('every parameter of a query is tried', () => {
  expect(cases.length).toBeGreaterThan(130);
});

test.for(cases.filter(([, { method }]) => method === 'GET'))(
  '%s takes what fits it',
  async ([, operation, parameter]) => {
    const refused: string[] = [];
    for (const value of fitting(parameter.schema)) {
      if (await isRefused(operation, parameter, value)) refused.push(value);
    }

    expect(fitting(parameter.schema)).not.toEqual([]);
    expect(refused).toEqual([]);
  },
);

test.for(cases.filter(([, , { schema }]) => unfitting(schema).length > 0))(
  '%s refuses what does not fit it, by name',
  async ([, operation, parameter]) => {
    const taken: string[] = [];
    for (const value of unfitting(parameter.schema)) {
      if (!(await isRefused(operation, parameter, value))) taken.push(value);
    }

    expect(taken).toEqual([]);
  },
);

async function isRefused(operation: Operation, { name }: Parameter, value: string): Promise<boolean> {
  const { body } = exchangeOf(operation.golden).request;
  const companions = COMPANIONS[`${operation.name}.${name}`] ?? COMPANIONS[operation.name] ?? {};
  const query = new URLSearchParams({
    ...companions,
    [name]: value === SOMEBODY ? company.agent.email : value,
  });
  const path = `${operation.path.replaceAll(/\{(\w+)\}/g, (_, place: string) => places[place] ?? ID)}?${query}`;
  const response = await ask(operation, path, body);
  // What is malformed is as unknown as an id of somebody else.
  if (response.status === 404) return value === UNFITTING;
  if (response.status !== 400) return false;
  const problem = (await response.json()) as ProblemBody;
  return problem.errors.some(({ parameter = '' }) => parameter === name || parameter.startsWith(`${name}.`));
}

function ask({ access, method }: Operation, path: string, body: unknown): Promise<Response> {
  const sent = method === 'GET' ? undefined : (body ?? {});
  if (access !== 'none') return sendAs(company.superadmin, method, path, sent);
  return send(path, {
    method,
    headers: { ...visitorHeaders(), 'Content-Type': 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
}

/** One of everything that a path may name. */
async function things({ superadmin, path }: CallCompany): Promise<Record<string, string>> {
  const make = async (where: string, body: unknown): Promise<Record<string, string>> =>
    answerOf(await sendAs(superadmin, 'POST', `${path}${where}`, body));
  const created = (await make('/leads/create', { email: 'ann@example.com' })) as { lead_ids?: unknown };
  const [lead] = created.lead_ids as string[];
  const view = await make('/smart_views', { name: 'Mine' });
  const fields = [{ name: 'city', label: 'City', type: 'text' }];
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, fields));
  const bulk = await make('/leads/bulk', { action: 'tags', add: ['x'], lead_ids: [lead] });
  const webhook = await make('/webhooks', { url: 'https://hooks.example.com/' });
  const module = await make('/adms', {
    display_name: 'Jobs',
    custom_fields: [{ name: 'a', label: 'A', type: 'text' }],
  });
  const rows = await send(`${path}/leads/import`, {
    method: 'POST',
    headers: { Authorization: superadmin.authorization, 'Content-Type': 'text/csv' },
    body: 'Email\nann@example.org\n',
  });
  const imported = await answerOf<Record<string, string>>(rows);
  return {
    lead: lead ?? '',
    view: view['smart_view_id'] ?? '',
    bulk: bulk['bulk_id'] ?? '',
    webhook: webhook['webhook_id'] ?? '',
    adm: module['adm_id'] ?? '',
    import: imported['import_id'] ?? '',
  };
}

function parametersOf({ method, path }: Operation): Parameter[] {
  const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {};
  return parameters.filter((parameter) => parameter.in === 'query');
}

/** Values that the schema allows, as a query has them. */
function fitting(schema: JsonSchema): string[] {
  const { anyOf, enum: values, const: only, type, format, examples, contentSchema } = schema;
  if (Array.isArray(examples)) return examples.map(String);
  if (Array.isArray(anyOf)) return anyOf.flatMap((each: JsonSchema) => fitting(each));
  if (Array.isArray(values)) return values.map(String);
  if (only !== undefined) return [String(only)];
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer') return [schema['minimum'] ?? 0, schema['maximum'] ?? 7].map(String);
  if (contentSchema !== undefined) return [(contentSchema as JsonSchema)['type'] === 'array' ? '[]' : '{}'];
  if (format === 'uuid') return [ID];
  if (format === 'email') return [SOMEBODY];
  if (format === 'date-time') return ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+02:00'];
  if (schema['pattern'] === E164.source) return ['+15125550102'];
  if (schema['pattern'] !== undefined) throw new Error(`Give an example of ${JSON.stringify(schema)}.`);
  return ['some words'];
}

/** Values that the schema does not allow. None: it allows any text. */
function unfitting(schema: JsonSchema): string[] {
  const { type, maximum, minimum, contentSchema } = schema;
  if (type === 'integer') {
    const beyond = typeof maximum === 'number' ? [String(maximum + 1)] : [];
    return ['x', '1.5', '1-2', String(Number(minimum ?? 0) - 1), ...beyond];
  }
  if (contentSchema !== undefined) return ['{', '7'];
  const isNarrow = ['enum', 'const', 'pattern', 'format', 'anyOf'].some((key) => schema[key] !== undefined);
  return isNarrow || type === 'boolean' ? [UNFITTING] : [];
}
