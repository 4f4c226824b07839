import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FOLLOWED, NOT_RUN, type Place, shellBlocks } from '../first-hour/followed.ts';

const DOCUMENTS = [
  'README.md',
  ...globSync('docs/**/*.md').filter((path) => !path.startsWith('docs/decisions/')),
];

const nameOf = ([document, heading]: Place): string => `${document}: ${heading}`;

describe('the commands of README and docs', () => {
  test('are each run by a script, and no script runs a missing one', () => {
    const written = DOCUMENTS.flatMap((document) =>
      shellBlocks(document).map(({ heading }) => nameOf([document, heading])),
    );
    const followed = Object.values(FOLLOWED).flatMap((places: readonly Place[]) => places.map(nameOf));

    expect([...new Set(written)].sort()).toEqual([...followed].sort());
  });

  test('are run by existing scripts', () => {
    const scripts = Object.keys(FOLLOWED).filter((name) => name !== 'package.json');
    const files = globSync('test/{first-hour,installs}/*.{first-hour,install}.ts');

    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((script) => !files.some((path) => path.startsWith(`test/${script}.`)))).toEqual([]);
  });

  test('are left out only if they need an account or a later version', () => {
    const left = DOCUMENTS.flatMap((document) => shellBlocks(document))
      .flatMap(({ code }) => code.split('\n'))
      .filter((line) => NOT_RUN.some((pattern) => pattern.test(line.trim())));

    expect(left.map((line) => line.trim())).toEqual([
      'npx wrangler login',
      'npx wrangler deploy',
      'echo "$OPERATOR_TOKEN" | npx wrangler secret put OPERATOR_TOKEN',
      'git pull && npm ci && npx wrangler deploy',
    ]);
  });

  test('name existing scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const texts = DOCUMENTS.map((document) => readFileSync(document, 'utf8')).join('\n');
    const named = [...texts.matchAll(/\bnpm run ([a-z][a-z:-]*)/g)].map(([, name]) => name ?? '');

    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('the README has no words that only developers of the project know', () => {
  const readme = readFileSync('README.md', 'utf8');

  expect(readme.match(/\b(?:the gate|golden|twin|slot|lane)\b/gi)).toBeNull();
});
