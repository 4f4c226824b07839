import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A row of a table in test/README.md, and the default folder of its files. */
interface Row {
  rule: string;
  rest: string;
  folder: string;
}

/** Returns the rows of all tables, without their heads. */
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

/** Returns the file, or the files of the folder, that a row names; none for a wrong name. */
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

test('the files and tests in the list of rules exist', () => {
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
