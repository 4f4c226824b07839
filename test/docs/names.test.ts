/** The code names and files in the documents exist in the tree, also after something was renamed. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/README.md',
  ...globSync('docs/**/*.md'),
];
const FOLDERS = '{worker,widget,console,build,bench,demo,packages,integrations,test}';
const SOURCES = [
  ...globSync(`${FOLDERS}/**/*.{ts,tsx,js,yml,css,html,php,toml}`),
  ...globSync('*.{json,toml,ts}'),
];

/** Names of other products. */
const FOREIGN: ReadonlySet<string> = new Set([
  // An attribute of Twilio's <Number> (decision 022).
  'machineDetection',
  // A medium of other people's links, which matches a pattern (docs/sources.md).
  'e_mail',
  // A pragma of SQLite (decision 014).
  'secure_delete',
  // Members of a request to Claude's API (docs/assistants.md).
  'authorization_token',
  'mcp_servers',
  // A variable of n8n (docs/automations.md).
  'NODE_FUNCTION_ALLOW_BUILTIN',
  // A metric of Chrome's DevTools (docs/benchmarks.md).
  'ScriptDuration',
]);

const files = SOURCES.filter((path) => !path.includes('node_modules'));
/** This file names what may be missing. */
const others = files.filter((path) => path !== 'test/docs/names.test.ts');
const words = new Set(others.flatMap((path) => readFileSync(path, 'utf8').match(/[\w$]+/g) ?? []));

/** Returns the texts in backticks outside of code blocks, each with its document. */
function quotedIn(pattern: RegExp): { document: string; name: string }[] {
  return DOCUMENTS.flatMap((document) => {
    const prose = readFileSync(document, 'utf8').replaceAll(/^\s*```.*?^\s*```/gms, '');
    const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
    return quoted.flatMap((text) => [...text.matchAll(pattern)].map(([name]) => ({ document, name })));
  });
}

test('functions, types, members and variables in the documents are in the code', () => {
  const named = [
    // `camelCase` and `PascalCase`
    ...quotedIn(/^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w*(?=(?:\(\))?$)/g),
    // `members_of_answers`
    ...quotedIn(/^[a-z]+(?:_[a-z\d]+)+$/g),
    // `ENVIRONMENT_VARIABLES` and constants
    ...quotedIn(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g),
  ];

  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ name }) => !words.has(name) && !FOREIGN.has(name))).toEqual([]);
});

test('source files in the documents exist', () => {
  const paths = [...files, ...globSync(`${FOLDERS}/**/*.{json,yaml,csv}`), ...globSync('.*/**/*')];
  const named = quotedIn(/^[\w./-]+\.(?:ts|tsx|yml|toml|css)$/g).filter(
    // What a reader of docs/install writes into a project of their own.
    ({ document }) => !document.startsWith('docs/install/'),
  );

  expect(named.length).toBeGreaterThan(80);
  expect(
    named.filter(({ name }) => !paths.some((path) => path === name || path.endsWith(`/${name}`))),
  ).toEqual([]);
});
