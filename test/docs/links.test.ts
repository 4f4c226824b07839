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

/** Returns a document without code. */
function proseOf(document: string): string {
  return readFileSync(document, 'utf8').replaceAll(/^\s*```.*?^\s*```/gms, '');
}

/** Returns the anchors of a document's headings, as GitHub generates them. */
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

test('the links of the documents have targets', () => {
  const links = DOCUMENTS.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) => ({
      document,
      link,
    })),
  );
  expect(links.length).toBeGreaterThan(DOCUMENTS.length);
  expect(links.filter(({ document, link }) => !isThere(document, link))).toEqual([]);
});

test('decisions are numbered without gaps, and the index lists each by its heading', () => {
  const files = globSync('docs/decisions/[0-9]*.md')
    .map((path) => path.slice('docs/decisions/'.length))
    .toSorted();
  const listed = [
    ...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/\[(.+)\]\((\d{3}-[\w-]+\.md)\)/g),
  ].map(([, heading = '', file = '']) => [file, heading]);

  expect(files.length).toBeGreaterThan(15);
  expect(files.map((file) => Number(file.slice(0, 3)))).toEqual(files.map((_, index) => index + 1));
  expect(listed).toEqual(
    files.map((file) => [file, readFileSync(`docs/decisions/${file}`, 'utf8').split('\n')[0]?.slice(2)]),
  );
});

test('decisions named in the code exist', () => {
  const references = globSync(
    '{worker,widget,console,build,test,bench,demo,packages,integrations}/**/*.{ts,tsx,css,js,md,yml}',
    { exclude: ['**/node_modules/**', 'test/docs/**'] },
  ).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdecisions?[ /](\d{3})\b/gi)].map(([, number]) => ({
      path,
      number,
    })),
  );

  expect(references.length).toBeGreaterThan(5);
  expect(references.filter(({ number }) => globSync(`docs/decisions/${number}-*.md`).length !== 1)).toEqual(
    [],
  );
});
