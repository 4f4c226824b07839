/**
 * What the members of requests and answers mean. A name means the same wherever it stands, so it is explained once, in
 * meanings.yml; where it means something else there, by the names of what it stands in: `Lead.state`, `emails.type`.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';
import { OVERLAYS } from './overlays.ts';

const MEANINGS = parse(readFileSync(new URL('meanings.yml', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** Schemas whose members mean what those of another mean, or of a list that they are the entries of. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  ApiKeyWithSecret: 'ApiKey',
  BulkWithRows: 'Bulk',
  DniLocation: 'locations',
  DniLocationInput: 'locations',
  DniLocationPatch: 'locations',
  DniNumber: 'numbers',
  DniNumberInput: 'numbers',
  DniNumberPatch: 'numbers',
  DniSettingsInput: 'DniSettings',
  DniSettingsPatch: 'DniSettings',
  SavedDniSettings: 'DniSettings',
  TriedChoice: 'KeptDecision',
  TestVisit: 'previewDecision',
  WebhookWithSecret: 'Webhook',
};

const used = new Set<string>();
/** By the name of a meaning: the schemas that it explains, by their paths. */
const uses = new Map<string, Map<string, JsonSchema>>();

/** Schemas within a schema: lists of them, and single ones. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLE = ['items', 'additionalProperties'];

/**
 * A schema with a description for it and for every member.
 * @param path the names of what it stands in, with dots between them: `Lead`, `Lead.emails`, `searchLeads.q`
 */
export function explain(schema: JsonSchema, path: string): JsonSchema {
  const said = { ...schema, ...overlayOf(path) };
  const description = said['description'] ?? meaningOf(path, said);
  return { ...withParts(said, path), ...(description === undefined ? {} : { description }) };
}

/** What each meaning explains, by the path of each schema. To be asked once the document was made. */
export function usesOfMeanings(): ReadonlyMap<string, ReadonlyMap<string, JsonSchema>> {
  return uses;
}

/** Explanations that nothing has used. To be asked once the document was made. */
export function unusedMeanings(): string[] {
  return [...Object.keys(MEANINGS), ...Object.keys(OVERLAYS)].filter((name) => !used.has(name));
}

function withParts(schema: JsonSchema, path: string): JsonSchema {
  const parts: JsonSchema = {};
  for (const name of SINGLE) {
    if (isSchema(schema[name])) parts[name] = withParts(schema[name], path);
  }
  for (const name of LISTS) {
    const list = schema[name];
    if (Array.isArray(list)) parts[name] = different(list.map((each: JsonSchema) => withParts(each, path)));
  }
  if (isSchema(schema['properties'])) {
    parts['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, member]) => [
        name,
        withSaidDefault(explain(member as JsonSchema, `${path}.${name}`)),
      ]),
    );
  }
  const { anyOf, ...rest } = { ...schema, ...parts } as JsonSchema & { anyOf?: JsonSchema[] };
  if (anyOf === undefined) return rest;
  return anyOf.length === 1 ? { ...anyOf[0], ...rest } : { ...rest, anyOf };
}

/**
 * The default of a member in its description: generators take a member with a `default` for one that is always there, and
 * would ask for it in every request.
 */
function withSaidDefault({ default: byDefault, ...member }: JsonSchema): JsonSchema {
  const { description } = member;
  if (byDefault === undefined || typeof description !== 'string') return member;
  return {
    ...member,
    description: `${description} Default: \`${JSON.stringify(byDefault)}\`.`,
  };
}

/** Alternatives of which the checks that JSON Schema cannot say would be the only difference are one. */
function different(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function meaningOf(path: string, schema: JsonSchema): string | undefined {
  const meaning = firstOf(MEANINGS, path);
  if (meaning === undefined) return undefined;
  const explained = uses.get(meaning.name) ?? new Map<string, JsonSchema>();
  uses.set(meaning.name, explained.set(path, schema));
  return meaning.said;
}

function overlayOf(path: string): JsonSchema | undefined {
  return firstOf(OVERLAYS, path)?.said;
}

/** What is said of the first of the names that the path goes by. */
function firstOf<Said>(said: Record<string, Said>, path: string): { name: string; said: Said } | undefined {
  const name = namesOf(path).find((each) => Object.hasOwn(said, each));
  if (name === undefined) return undefined;
  used.add(name);
  return { name, said: said[name] as Said };
}

/** Of `DniLocation.hours.duration`: itself, the same of what the schema stands for, and its ends, the longest first. */
function namesOf(path: string): string[] {
  const [schema = '', ...members] = path.split('.');
  const other = STANDS_FOR[schema];
  const ends = members.map((_, index) => members.slice(index).join('.'));
  return [path, ...(other === undefined ? [] : [[other, ...members].join('.')]), ...ends];
}
