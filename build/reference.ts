/** Builds the API reference: `/reference/openapi.json` and a page of it, `/reference/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  writeFileSync(`${directory}/reference/index.html`, referencePage(version));
  return OPERATIONS.length;
}
