import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/README.md',
  ...globSync('docs/**/*.md'),
];

/** The document without what is shown as code. */
function proseOf(document: string): string {
  return readFileSync(document, 'utf8').replaceAll(/^\s*```.*?^\s*```/gms, '');
}

/** What the headings of a document are linked by, as GitHub makes it. */
function anchorsOf(document: string): string[] {
  return [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isThere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

test('what the documents link to is there', () => {
  const links = DOCUMENTS.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => ({
      document,
      link,
    })),
  );
  expect(links.length).toBeGreaterThan(DOCUMENTS.length);
  expect(links.filter(({ document, link }) => !isThere(document, link))).toEqual([]);
});

test('each decision has a number of its own, and its heading says it', () => {
  const files = globSync('docs/decisions/*.md').map((path) => path.slice('docs/decisions/'.length));
  const numbers = files.map((file) => file.slice(0, 3)).toSorted();
  expect(numbers).toEqual([...new Set(numbers)]);
  for (const file of files) {
    const [heading] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n');
    expect(heading).toMatch(new RegExp(`^# ${file.slice(0, 3)}: \\S`));
  }
});
