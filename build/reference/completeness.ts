/** Finds gaps in the document, for which the build fails. */
import { unusedMeanings } from './meanings.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

/** Lists missing descriptions, and descriptions that nothing uses; one line each. */
export function listGaps(document: JsonSchema): string[] {
  const parts = [...partsOf(document, '')];
  const schemas = parts.filter(({ path }) => /\/schema\b|^\/components\/schemas\//.test(path));
  const named = schemas.filter(({ path }) => /^\/components\/schemas\/\w+$/.test(path));
  const parameters = parts.filter(({ part }) => 'in' in part && 'schema' in part);
  const undescribed = [...named, ...parameters, ...schemas.flatMap(membersOf)];
  const vague = schemas.filter(({ part }) => part['type'] === 'array' && part['items'] === undefined);
  return [
    ...undescribed
      .filter(({ part }) => part['description'] === undefined)
      .map(({ path, part }) => `${path}${nameOf(part)} has no description. Add one to meanings.yml`),
    ...vague.map(({ path }) => `${path} is an array without a type of its items`),
    ...unusedMeanings().map((name) => `meanings.yml or overlays.ts explains ${name}, which does not occur`),
  ];
}

interface Part {
  /** Its JSON pointer. */
  path: string;
  part: JsonSchema;
}

/** Generates all objects of the document, except for values of examples. */
function* partsOf(value: unknown, path: string): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, part: value as JsonSchema };
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example' || (key === 'value' && path.startsWith('/components/examples/'))) continue;
    yield* partsOf(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** Returns the members of a schema. */
function membersOf({ path, part }: Part): Part[] {
  return Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, member]) => ({
    path: `${path}/properties/${name}`,
    part: member,
  }));
}

function nameOf({ name }: JsonSchema): string {
  return typeof name === 'string' ? ` (${name})` : '';
}
