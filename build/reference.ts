/** Builds the API reference: `/reference/openapi.json` and a page of it, `/reference/`. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { addPageHeaders } from './page-headers.ts';
import { OPERATIONS, openApiDocument } from './reference/openapi.ts';
import { referencePage } from './reference/page.ts';

/**
 * @param directory the root of the static files
 * @returns the number of operations
 */
export function buildReference(directory: string): number {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  mkdirSync(`${directory}/reference`, { recursive: true });
  writeFileSync(
    `${directory}/reference/openapi.json`,
    `${JSON.stringify(openApiDocument(version), undefined, 2)}\n`,
  );
  const page = referencePage(version);
  writeFileSync(`${directory}/reference/index.html`, page);
  addPageHeaders(directory, '/reference/', page);
  appendFileSync(`${directory}/_headers`, '\n/reference/openapi.json\n  X-Content-Type-Options: nosniff\n');
  return OPERATIONS.length;
}
