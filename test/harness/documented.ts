/**
 * Compares every answer in a test with the OpenAPI document: status, headers, body, and the code of a problem. So all tested
 * behaviour of an operation is documented.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The built document; see build/reference. */
const FILE = 'dist/assets/reference/openapi.json';
/** The address under which the validator finds the document's components. */
const DOCUMENT = 'leadline://document';

/** Headers that any answer may have. The document names all others, operation by operation. */
const GENERAL =
  /^(?:access-control-.+|cache-control|connection|content-(?:encoding|length|security-policy|type)|cross-origin-resource-policy|date|keep-alive|transfer-encoding|referrer-policy|vary|x-(?:content-type-options|robots-tag))$/;

type Schema = Record<string, unknown>;

interface Documented {
  operationId: string;
  responses: Record<string, DocumentedResponse>;
}

interface DocumentedResponse {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Schema }>;
}

interface Document {
  paths: Record<string, Record<string, Documented>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, { schema: Schema }> };
}

/** An answer and its documentation. */
interface Answered {
  operation: Documented;
  documented: DocumentedResponse;
  checks: Checks;
  /** Whether the request selected members, so that others are absent. */
  isPicked: boolean;
}

/** The document and its validators. */
interface Checks {
  paths: { shape: RegExp; operations: Record<string, Documented> }[];
  headers: Document['components']['headers'];
  /** Returns the compiled validator. @param name of the schema */
  faultsOf(name: string, schema: Schema, value: unknown): string[];
}

let checks: Checks | undefined;

/** Checks an answer. @throws Error when the document does not describe it for this operation */
export async function expectDocumented(response: Response, url: URL, method = 'GET'): Promise<void> {
  checks ??= readChecks();
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = checks.paths.find(({ shape }) => shape.test(url.pathname))?.operations[asked];
  if (operation === undefined) return;
  const documented = operation.responses[response.status];
  const faults =
    documented === undefined
      ? [`the status; the body is ${await response.clone().text()}`]
      : [
          ...faultsOfHeaders(response, documented, checks),
          ...(method === 'HEAD'
            ? []
            : await faultsOfBody(response, {
                operation,
                documented,
                checks,
                isPicked: url.searchParams.has('fields'),
              })),
        ];
  if (faults.length === 0) return;
  const answer = `${operation.operationId} (${method} ${url.pathname}) answered ${response.status}`;
  throw new Error(`${answer}, and the OpenAPI document (build/reference/) has not:\n${faults.join('\n')}`);
}

function faultsOfHeaders(response: Response, documented: DocumentedResponse, checks: Checks): string[] {
  const names = new Map(Object.keys(documented.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  return [...response.headers].flatMap(([given, value]) => {
    if (GENERAL.test(given)) return [];
    const name = names.get(given);
    const schema = name === undefined ? undefined : checks.headers[name]?.schema;
    if (schema === undefined) return [`the header ${given}: ${value}`];
    return checks.faultsOf(`header ${given}`, schema, schema['type'] === 'integer' ? Number(value) : value);
  });
}

async function faultsOfBody(
  response: Response,
  { operation, documented, checks, isPicked }: Answered,
): Promise<string[]> {
  const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';');
  if (type === '' && (await response.clone().text()) === '') return [];
  const { content = {} } = documented;
  const schema = (content[type] ?? content[type.replace(/\/.*/, '/*')] ?? content['*/*'])?.schema;
  if (schema === undefined) return [`the content type: "${type}"`];
  if (!type.endsWith('json')) return [];
  const body: unknown = await response.clone().json();
  const faults = checks.faultsOf(`${operation.operationId} ${response.status}`, schema, body);
  return isPicked ? faults.filter((fault) => !fault.includes(' must have required property ')) : faults;
}

function readChecks(): Checks {
  const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8'), readStrictly) as Document;
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    // Validators that are plain take a third of the time to compile, which is most of the time that they take.
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: components.schemas } });
  const validators = new Map<string, ValidateFunction>();
  // Most operations have the same problems, and a validator takes 10 ms to compile.
  const bySchema = new Map<string, ValidateFunction>();
  const compiledOnce = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(schema);
    const validate = bySchema.get(text) ?? ajv.compile(schema);
    bySchema.set(text, validate);
    return validate;
  };
  return {
    paths: Object.entries(paths)
      // Prefer a path without parameters to one with them.
      .sort(([left], [right]) => left.split('{').length - right.split('{').length)
      .map(([path, operations]) => ({
        shape: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        operations,
      })),
    headers: components.headers,
    faultsOf(name, schema, value) {
      const validate = validators.get(name) ?? compiledOnce(schema);
      validators.set(name, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params, data }) =>
          `${name}${instancePath} ${message} ${JSON.stringify(params)}, and is ${JSON.stringify(data)?.slice(0, 200)}`,
      );
    },
  };
}

/** Refuses unknown members. The document allows them for later versions, but describes all members of this one. */
function readStrictly(this: unknown, key: string, value: unknown): unknown {
  if (key === 'example' || key === 'examples') return undefined;
  if (key === '$ref' && typeof value === 'string') return DOCUMENT + value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const schema = value as { properties?: Record<string, unknown>; additionalProperties?: unknown };
  if (schema.properties === undefined || schema.additionalProperties !== undefined) return value;
  const isPartOfAll = Array.isArray(this) && Object.keys(schema.properties).join() === 'code';
  return isPartOfAll ? value : { ...value, additionalProperties: false };
}
