/** Parameters have the types of the reference: the Worker accepts valid values and refuses others. */
import { beforeAll, expect, test } from 'vitest';
import { exchangeOf } from '../../build/reference/examples.ts';
import { openApiDocument } from '../../build/reference/openapi.ts';
import { OPERATIONS } from '../../build/reference/operations.ts';
import type { JsonSchema, Operation } from '../../worker/shared/reference/operation.ts';
import { E164 } from '../../worker/shared/contact/phone-numbers.ts';
import { answerOf } from '../harness/builders.ts';
import { PICTURES } from '../harness/pictures.ts';
import { visitorHeaders, type ProblemBody, send, sendAs } from '../harness/client.ts';
import { AUSTIN, type CallCompany, makeCallCompany } from '../worker/core/phone/calls/call-company.ts';
import { effort } from '../harness/effort.ts';

/** A placeholder for the address of a user of the company. */
const SOMEBODY = 'somebody@example.com';
/** A value that narrow schemas refuse. */
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

/** Further parameters without which a parameter has no effect. */
const COMPANIONS: Record<string, Record<string, string>> = {
  listRecentLeads: { from: '2026-01-01', to: '2026-01-02' },
  'listRecentLeads.relative': {},
  searchLeads: { q: 'ann' },
  'exportLeads.search_fields': { q: 'ann' },
  listLeadsByIds: { ids: '[]' },
  runReport: { metrics: 'calls' },
  'previewDecision.latitude': { longitude: '10.2' },
  'previewDecision.longitude': { latitude: '56.15' },
  'previewDecision.city': { latitude: '56.15', longitude: '10.2' },
  'previewDecision.country': { latitude: '56.15', longitude: '10.2' },
  previewCall: { number: '+15125550102' },
  issueTokenByQuery: { username: 'ann@example.com', password: 'wrong' },
};

/** Every second parameter in the gate. */
const tried = cases.filter((_, index) => index % effort(2, 1) === 0);

let company: CallCompany;
/** The values of path parameters. */
let places: Record<string, string>;
beforeAll(async () => {
  company = await makeCallCompany();
  const { superadmin, path } = company;
  const headers = { Authorization: superadmin.authorization };
  const { file: body = null } = PICTURES['png'] ?? {};
  await answerOf(await send(`${path}/brand/logo`, { method: 'PUT', headers, body }));
  places = {
    company: company.companyId,
    zip: '78701',
    version: '1',
    location: 'austin',
    number: AUSTIN,
    ...(await things(company)),
  };
});

test('every query parameter is tested', () => {
  expect(cases.length).toBeGreaterThan(130);
  const read = cases.filter(([, { method }]) => method === 'GET');
  expect(read.filter(([, , { schema }]) => fitting(schema).length === 0)).toEqual([]);
});

test.for(tried.filter(([, { method }]) => method === 'GET'))(
  '%s accepts valid values',
  async ([, operation, parameter]) => {
    const refused: string[] = [];
    for (const value of fitting(parameter.schema)) {
      if (await isRefused(operation, parameter, value)) refused.push(value);
    }

    expect(fitting(parameter.schema)).not.toEqual([]);
    expect(refused).toEqual([]);
  },
);

/** A page gets its number also with another value, which counts as set. */
const LENIENT: ReadonlySet<string> = new Set(['nocache']);

test.for(tried.filter(([, , { name, schema }]) => !LENIENT.has(name) && unfitting(schema).length > 0))(
  '%s refuses invalid values by name',
  async ([, operation, parameter]) => {
    const taken: string[] = [];
    for (const value of unfitting(parameter.schema)) {
      if (!(await isRefused(operation, parameter, value))) taken.push(value);
    }

    expect(taken).toEqual([]);
  },
);

test.for(OPERATIONS.filter((each) => each.method === 'GET' && each.versioned === true))(
  '$name answers 304 for the current version',
  async ({ path }) => {
    const place = examplePath(path);
    const first = await sendAs(company.superadmin, 'GET', place);
    const tag = first.headers.get('ETag') ?? '';
    const again = await sendAs(company.superadmin, 'GET', place, undefined, { 'If-None-Match': tag });

    expect([first.status, tag]).toEqual([200, expect.stringContaining('"')]);
    expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, '']);
  },
);

/** Returns the path with the company's own records. */
function examplePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(places[place] ?? ID));
}

async function isRefused(operation: Operation, { name }: Parameter, value: string): Promise<boolean> {
  const { body } = exchangeOf(operation.golden).request;
  const companions = COMPANIONS[`${operation.name}.${name}`] ?? COMPANIONS[operation.name] ?? {};
  const query = new URLSearchParams({
    ...companions,
    [name]: value === SOMEBODY ? company.agent.email : value,
  });
  const response = await ask(operation, `${examplePath(operation.path)}?${query}`, body);
  // A malformed id has the same answer as an unknown one.
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

/** Creates one record for each path parameter. */
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
  const channel = await make('/chat_channels', {
    name: 'Desk',
    platform: 'slack',
    url: 'https://hooks.slack.com/services/T0/B0/x',
    events: ['text'],
  });
  const report = await make('/reports/saved', { name: 'x', query: { metrics: 'calls' } });
  const rule = await make('/conversions/rules', {
    name: 'Calls',
    when: { what: 'call' },
    value: 'lead',
    platforms: ['google_ads'],
  });
  const module = await make('/adms', {
    display_name: 'Jobs',
    custom_fields: [{ name: 'a', label: 'A', type: 'text' }],
  });
  const record = await make(`/adms/${module['adm_id']}/records`, { a: 'x' });
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
    channel: channel['channel_id'] ?? '',
    rule: rule['rule_id'] ?? '',
    report: report['report_id'] ?? '',
    platform: 'google_ads',
    adm: module['adm_id'] ?? '',
    record: record['record_id'] ?? '',
    import: imported['import_id'] ?? '',
  };
}

function parametersOf({ method, path }: Operation): Parameter[] {
  const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {};
  return parameters.filter((parameter) => parameter.in === 'query');
}

/** Returns valid values of a schema, as in a query. */
function fitting(schema: JsonSchema): string[] {
  const { anyOf, enum: values, examples, type } = schema;
  for (const list of [examples, values]) if (Array.isArray(list)) return list.map(String);
  if (Array.isArray(anyOf)) return anyOf.flatMap((each: JsonSchema) => fitting(each));
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'integer') return [schema['minimum'] ?? 0, schema['maximum'] ?? 7].map(String);
  return fittingTexts(schema);
}

/** Returns texts by format or from examples, which any other pattern must have. */
const TEXTS: Record<string, string[]> = {
  uuid: [ID],
  email: [SOMEBODY],
  date: ['2026-01-02'],
  'date-time': ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+02:00'],
  [E164.source]: ['+15125550102'],
  '^[+-]?\\d{1,3}(?:\\.\\d+)?$': ['56.15', '-7'],
  '^[A-Za-z]{2}$': ['DK'],
  // A month, and a position among opt-outs.
  '^20\\d\\d-(?:0[1-9]|1[0-2])$': ['2026-11'],
  '^\\d{1,15}-[+ ]?\\d{1,20}$': ['1795950000000-+15125550102'],
  '^(?:\\d{1,15}\\.\\d{1,15}\\.\\d{1,15})?$': ['1795950000000.2.1', ''],
};

function fittingTexts({ format, pattern, contentSchema }: JsonSchema): string[] {
  if (contentSchema !== undefined) return [(contentSchema as JsonSchema)['type'] === 'array' ? '[]' : '{}'];
  const shape = (format ?? pattern) as string | undefined;
  const texts = shape === undefined ? ['some words'] : TEXTS[shape];
  if (texts === undefined) throw new Error(`Give an example for ${shape} in overlays.ts.`);
  return texts;
}

/** Returns invalid values of a schema; none if it allows any text. */
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
