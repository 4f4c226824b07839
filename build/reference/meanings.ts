/**
 * Adds descriptions to the members of requests and answers. A name has the same meaning everywhere and is explained once, in
 * meanings.yml. For an exception, the key there begins with the names of the enclosing schemas: `Lead.state`, `emails.type`.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';
import { OVERLAYS } from './overlays.ts';

const MEANINGS = parse(readFileSync(new URL('meanings.yml', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

/** Schemas whose members have the meanings of another schema's, or of the list that they are entries of. */
const RELATED_SCHEMAS: Readonly<Record<string, string>> = {
  ApiKeyWithSecret: 'ApiKey',
  BulkWithRows: 'Bulk',
  CreateCostFeedBody: 'CostFeed',
  ModifyCostFeedBody: 'CostFeed',
  CheckCostFeedBody: 'CostFeed',
  CreateChatChannelBody: 'ChatChannel',
  ModifyChatChannelBody: 'ChatChannel',
  DniLocation: 'locations',
  DniLocationInput: 'locations',
  DniLocationPatch: 'locations',
  DniNumber: 'numbers',
  DniNumberInput: 'numbers',
  DniNumberPatch: 'numbers',
  DniSettingsInput: 'DniSettings',
  DniSettingsPatch: 'DniSettings',
  OverflowPlan: 'SwapPlan',
  SavedDniSettings: 'DniSettings',
  TriedChoice: 'KeptDecision',
  TestVisit: 'previewDecision',
  WebhookWithSecret: 'Webhook',
};

const used = new Set<string>();
/** The explained schemas by path, by the key of the meaning. */
const uses = new Map<string, Map<string, JsonSchema>>();

/** The keywords for schemas within a schema: lists, and single ones. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLE = ['items', 'additionalProperties'];

/**
 * Returns a schema with descriptions of itself and of every member.
 * @param path the names of the enclosing schemas and its own, separated by dots: `Lead`, `Lead.emails`, `searchLeads.q`
 */
export function explain(schema: JsonSchema, path: string): JsonSchema {
  const said = { ...schema, ...overlayOf(path) };
  const description = said['description'] ?? meaningOf(path, said);
  return { ...withParts(said, path), ...(description === undefined ? {} : { description }) };
}

/** Returns the explained schemas by path, by the key of the meaning. Call it after building the document. */
export function usesOfMeanings(): ReadonlyMap<string, ReadonlyMap<string, JsonSchema>> {
  return uses;
}

/** Lists unused explanations. Call it after building the document. */
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
    if (Array.isArray(list))
      parts[name] = withoutDuplicates(list.map((each: JsonSchema) => withParts(each, path)));
  }
  if (isSchema(schema['properties'])) {
    parts['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, member]) => [
        name,
        withDefaultInDescription(explain(member as JsonSchema, `${path}.${name}`)),
      ]),
    );
  }
  const { anyOf, ...rest } = { ...schema, ...parts } as JsonSchema & { anyOf?: JsonSchema[] };
  if (anyOf === undefined) return rest;
  return anyOf.length === 1 ? { ...anyOf[0], ...rest } : { ...rest, anyOf };
}

/**
 * Moves the default of a member into its description: generators regard a member with a `default` as always present, and
 * would require it in every request.
 */
function withDefaultInDescription({ default: byDefault, ...member }: JsonSchema): JsonSchema {
  const { description } = member;
  if (byDefault === undefined || typeof description !== 'string') return member;
  return {
    ...member,
    description: `${description} Default: \`${JSON.stringify(byDefault)}\`.`,
  };
}

/** Removes duplicate alternatives, which differ only in checks that JSON Schema cannot express. */
function withoutDuplicates(schemas: readonly JsonSchema[]): JsonSchema[] {
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

/** Finds the entry for the most specific name of a path. */
function firstOf<Said>(said: Record<string, Said>, path: string): { name: string; said: Said } | undefined {
  const name = namesOf(path).find((each) => Object.hasOwn(said, each));
  if (name === undefined) return undefined;
  used.add(name);
  return { name, said: said[name] as Said };
}

/** Lists the names of a path such as `DniLocation.hours.duration`: itself, the same with the related schema, and its ends, longest first. */
function namesOf(path: string): string[] {
  const [schema = '', ...members] = path.split('.');
  const other = RELATED_SCHEMAS[schema];
  const ends = members.map((_, index) => members.slice(index).join('.'));
  return [path, ...(other === undefined ? [] : [[other, ...members].join('.')]), ...ends];
}
