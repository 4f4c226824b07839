/** What the document leaves unsaid. The build stops at it. */
import { unusedMeanings } from './meanings.ts';
import type { JsonSchema } from '../../worker/shared/reference/operation.ts';

/** One line for everything that is missing in the document, or that is said of nothing. */
export function whatIsMissing(document: JsonSchema): string[] {
  const parts = [...partsOf(document, '')];
  const schemas = parts.filter(({ path }) => /\/schema\b|^\/components\/schemas\//.test(path));
  const named = schemas.filter(({ path }) => /^\/components\/schemas\/\w+$/.test(path));
  const parameters = parts.filter(({ part }) => 'in' in part && 'schema' in part);
  const mute = [...named, ...parameters, ...schemas.flatMap(membersOf)];
  const vague = schemas.filter(({ part }) => part['type'] === 'array' && part['items'] === undefined);
  return [
    ...mute
      .filter(({ part }) => part['description'] === undefined)
      .map(({ path, part }) => `${path}${nameOf(part)} has no description: say it in meanings.yml`),
    ...vague.map(({ path }) => `${path} is an array of what?`),
    ...unusedMeanings().map((name) => `meanings.yml or overlays.ts explains ${name}, which nothing has`),
  ];
}

interface Part {
  /** The JSON pointer to it. */
  path: string;
  part: JsonSchema;
}

/** Every object of the document; values of examples are no part of it. */
function* partsOf(value: unknown, path: string): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, part: value as JsonSchema };
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example' || (key === 'value' && path.startsWith('/components/examples/'))) continue;
    yield* partsOf(member, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** The members of a schema. */
function membersOf({ path, part }: Part): Part[] {
  return Object.entries((part['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, member]) => ({
    path: `${path}/properties/${name}`,
    part: member,
  }));
}

function nameOf({ name }: JsonSchema): string {
  return typeof name === 'string' ? ` (${name})` : '';
}
