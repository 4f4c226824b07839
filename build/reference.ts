/** Builds the API reference: `/reference/openapi.json` and a page of it, `/reference/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { listGaps } from './reference/completeness.ts';
import { openApiDocument } from './reference/openapi.ts';
import { OPERATIONS } from './reference/operations.ts';
import { buildPage } from './reference/page.ts';

/**
 * @param directory the root of the static files
 * @returns the number of operations
 * @throws Error when the document lacks an explanation or has an unused one
 */
export function buildReference(directory: string): number {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const document = openApiDocument(version);
  const missing = listGaps(document);
  if (missing.length > 0) throw new Error(`The API reference is not whole:\n${missing.join('\n')}`);
  mkdirSync(`${directory}/reference`, { recursive: true });
  writeFileSync(`${directory}/reference/openapi.json`, `${JSON.stringify(openApiDocument(version))}\n`);
  buildPage(directory, version);
  return OPERATIONS.length;
}
