/** The documents and configuration beside the code are correct: commands, paths, versions, and the workflows. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks } from '../harness/documents.ts';
import { chosen } from '../harness/run/run-one.ts';

const PAPERS = ['CONTRIBUTING.md', 'SECURITY.md'];
/** Matches paths in the text by their first folders. */
const PATH = /`((?:worker|test|build|docs|bench|demo|widget|console|\.ci)\/[\w./-]*|[A-Z]+\.md|\.nvmrc)`/g;

const textOf = (path: string): string => readFileSync(path, 'utf8');
const manifest = JSON.parse(textOf('package.json')) as {
  version: string;
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};
const files = globSync('test/**/*.test.ts');

test('the commands are scripts of package.json', () => {
  const named = PAPERS.flatMap((paper) => [...textOf(paper).matchAll(/\bnpm run ([a-z][a-z:-]*)/g)]);

  expect(named.length).toBeGreaterThan(8);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test('the files and folders exist', () => {
  // test/docs/worked-example.test.ts creates the files of the code blocks.
  const prose = PAPERS.map((paper) => textOf(paper).replaceAll(/^```.*?^```/gms, ''));
  const paths = prose.flatMap((text) => [...text.matchAll(PATH)].map(([, path = '']) => path));

  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('CONTRIBUTING.md explains how to set up, run a test, add a feature and a migration, and release', () => {
  const headings = [...textOf('CONTRIBUTING.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

  expect(headings).toEqual(
    expect.arrayContaining(['Set up', 'Run a test', 'Add a feature', 'Add a migration', 'Release']),
  );
});

test.for(
  codeBlocks('CONTRIBUTING.md')
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.includes('test:one -- ')),
)('%s runs some tests', (command) => {
  const options = chosen(command.split(' -- ')[1]?.split(' ') ?? [], files);
  const [first, pattern = ''] = options;
  const isFound =
    first === '-t'
      ? files.some((file) => new RegExp(pattern).test(textOf(file)))
      : options.every((option) => files.includes(option));

  expect(isFound).toBe(true);
});

test('words of a path select its file, other words the tests with that name', () => {
  const some = [
    'test/worker/core/phone/calls/lists.server.test.ts',
    'test/worker/core/phone/calls/routing.api.test.ts',
  ];

  expect(chosen(['Lists'], some)).toEqual(['test/worker/core/phone/calls/lists.server.test.ts']);
  expect(chosen(['calls'], some)).toEqual(some);
  expect(chosen(['a', 'page', '(of', 'calls)'], some)).toEqual(['-t', String.raw`a.*page.*\(of.*calls\)`]);
});

test.for([
  ['gate', ['pull_request', 'push'], '.ci/run'],
  ['nightly', ['schedule', 'workflow_dispatch'], 'npm run test:full'],
] as const)('the workflow %s runs on %j, with the least rights', ([name, occasions, command]) => {
  const workflow = parse(textOf(`.github/workflows/${name}.yml`)) as {
    on: Record<string, unknown>;
    permissions: Record<string, string>;
    jobs: Record<string, { steps: { run?: string; uses?: string }[] }>;
  };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  expect(Object.keys(workflow.on).sort()).toEqual(occasions);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(steps.map(({ run }) => run)).toContain(command);
  expect(
    steps.flatMap(({ uses = 'actions/' }) => uses).filter((each) => !each.startsWith('actions/')),
  ).toEqual([]);
});

test('the update bot checks the packages and the actions of the workflows', () => {
  const { version, updates } = parse(textOf('.github/dependabot.yml')) as {
    version: number;
    updates: {
      'package-ecosystem': string;
      directory: string;
      groups?: Record<string, { patterns: string[] }>;
    }[];
  };
  const grouped = updates.flatMap(({ groups = {} }) =>
    Object.values(groups).flatMap(({ patterns }) => patterns),
  );
  const packages = Object.keys({ ...manifest.devDependencies, ...dependencies() });

  expect(version).toBe(2);
  expect(updates.map((update) => [update['package-ecosystem'], update.directory])).toEqual([
    ['npm', '/'],
    ['npm', '/test/oracles'],
    ['npm', '/test/harness/engines'],
    ['github-actions', '/'],
  ]);
  expect(grouped.length).toBeGreaterThan(0);
  expect(
    grouped.filter((pattern) => !packages.some((name) => name.startsWith(pattern.replace('*', '')))),
  ).toEqual([]);
});

test.for(globSync('.github/ISSUE_TEMPLATE/!(config).yml'))('%s has fields, each once', (path) => {
  const form = parse(textOf(path)) as {
    name: string;
    description: string;
    body: { type: string; id?: string; validations?: { required?: boolean } }[];
  };
  const fields = form.body.filter(({ type }) => type !== 'markdown');

  expect([typeof form.name, typeof form.description]).toEqual(['string', 'string']);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  expect(fields.some(({ validations }) => validations?.required === true)).toBe(true);
});

test('.nvmrc has the Node version among the dependencies, .editorconfig the width of the formatter', () => {
  const { printWidth } = JSON.parse(textOf('.oxfmtrc.json')) as { printWidth: number };

  expect(textOf('.nvmrc').trim()).toBe(manifest.devDependencies['node']?.split('.')[0]);
  expect(textOf('.editorconfig')).toContain(`\nmax_line_length = ${printWidth}\n`);
});

test('the changelog begins with "Unreleased", then has dated versions, newest first', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const released = headings.slice(1).map((heading) => {
    const [, version, date = ''] = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
    return { version, date };
  });

  expect(headings[0]).toBe('Unreleased');
  expect(released[0]?.version).toBe(manifest.version);
  expect(released.filter(({ date }) => date === '')).toEqual([]);
  expect(released.map(({ date }) => date)).toEqual(
    released
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
});

test('the version is the same everywhere', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const plugin = 'integrations/wordpress/leadline';
  const stated = [
    lock.version,
    lock.packages['']?.version,
    (JSON.parse(textOf('packages/leadline/package.json')) as { version: string }).version,
    /^Stable tag: (\S+)$/m.exec(textOf(`${plugin}/readme.txt`))?.[1],
    /^ \* Version: +(\S+)$/m.exec(textOf(`${plugin}/leadline.php`))?.[1],
    /leadline-(\d+\.\d+\.\d+)-/.exec(textOf('docs/widget.md'))?.[1],
  ];

  expect(stated).toEqual(stated.map(() => manifest.version));
});

function dependencies(): Record<string, string> {
  return (JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }).dependencies;
}

/** `NNN` stands for a number that the reader chooses. */
function isThere(path: string): boolean {
  return path.includes('NNN') || statSync(path, { throwIfNoEntry: false }) !== undefined;
}
