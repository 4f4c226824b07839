import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Matches calls that select entries, of which there may be none. */
const PICKS = /\.(?:filter|matchAll)\(|globSync\(/;

/** A loop over `list` that asserts something about each entry. */
interface AssertingLoop {
  line: number;
  list: string;
  /** The source of the file before the loop. */
  before: string;
}

const files = globSync('test/**/*.ts', {
  exclude: (name) => name === 'node_modules' || name === 'generated',
});

test('no test asserts only in a loop that may be empty: it counts the list first, or compares it as a whole', () => {
  const sources = files.map((file) => ({ file, loops: assertingLoops(readFileSync(file, 'utf8')) }));
  const faults = sources.flatMap(({ file, loops }) =>
    loops.filter((loop) => mayBeEmpty(loop)).map(({ line, list }) => `${file}:${line}: ${list}`),
  );

  expect(sources.flatMap(({ loops }) => loops).length).toBeGreaterThan(40);
  expect(faults).toEqual([]);
});

/** Returns the `for … of` loops of a formatted source with an assertion. */
function assertingLoops(source: string): AssertingLoop[] {
  const lines = source.split('\n');
  return lines.flatMap((text, index) => {
    const [, indent = '', list] = /^(\s*)for \(const .*? of (.*)\)(?: \{| .*;|)$/.exec(text) ?? [];
    if (list === undefined) return [];
    const lastOfBlock = lines.indexOf(`${indent}}`, index);
    const end = text.endsWith('{') ? lastOfBlock : index + (text.endsWith(';') ? 0 : 1);
    const body = lines.slice(index, end + 1).join('\n');
    return /\bexpect[(.]/.test(body)
      ? [{ line: index + 1, list, before: lines.slice(0, index).join('\n') }]
      : [];
  });
}

/** Tells whether the list, or the one that it derives from, is a selection, and no assertion expects entries in it. */
function mayBeEmpty({ list, before }: AssertingLoop): boolean {
  if (!/^\w+$/.test(list)) return PICKS.test(list);
  const declared = before.lastIndexOf(`const ${list} = `);
  const since = declared < 0 ? '' : before.slice(declared);
  const isPicked = PICKS.test(since.slice(0, since.indexOf(';\n')));
  return isPicked && !new RegExp(`expect\\(\\[?\\.*${list}\\b`).test(since);
}
