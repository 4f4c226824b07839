import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A row of a table in test/README.md, and the folder that its files are in unless they name another. */
interface Row {
  rule: string;
  rest: string;
  folder: string;
}

/** The rows below the heads of all tables. */
function rowsOf(document: string): Row[] {
  let folder = '';
  let isHead = true;
  return document.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) folder = '';
    if (!line.startsWith('|')) {
      folder = /\bin `([\w/-]+\/)`/.exec(line)?.[1] ?? folder;
      isHead = true;
      return [];
    }
    const [rule = '', ...cells] = line.slice(1, -1).split(' | ');
    if (/^[\s|-]+$/.test(line)) isHead = false;
    return isHead || /^[\s|-]+$/.test(line) ? [] : [{ rule: rule.trim(), rest: cells.join(' | '), folder }];
  });
}

/** The file, or the files of the folder, that a row names; none for a name of nothing. */
function filesOf(name: string, folder: string): string[] {
  const path = [`test/${name}`, `test/${folder}${name}`, name].find((each) =>
    statSync(each, { throwIfNoEntry: false }),
  );
  if (path === undefined) return [];
  return path.endsWith('/') ? globSync(`${path}**/*.{ts,json}`) : [path];
}

const rows = rowsOf(readFileSync('test/README.md', 'utf8'));

test('the list of rules has each rule once', () => {
  const rules = rows.map(({ rule }) => rule);

  expect(rules.length).toBeGreaterThan(150);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

test('the files and the tests that the list of rules names are there', () => {
  const lost = rows.flatMap(({ rest, folder }) => {
    const names = [...rest.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, name = '']) => name);
    const files = names.map((name) => ({ name, found: filesOf(name, folder) }));
    const source = files
      .flatMap(({ found }) => found.map((file) => readFileSync(file, 'utf8')))
      .join('\n')
      .replaceAll("\\'", "'");
    const quoted = [...rest.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote);
    return [
      ...files.filter(({ found }) => found.length === 0).map(({ name }) => name),
      ...quoted.filter((quote) => quote.split('…').some((part) => !source.includes(part.trim()))),
    ];
  });

  expect(lost).toEqual([]);
});
