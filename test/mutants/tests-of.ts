/** Finds the tests for a file of the Worker. */
import { globSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Folders and files below `worker/` that also have tests elsewhere, below `test/`. The first matching prefix counts. */
const ELSEWHERE: readonly (readonly [source: string, tests: readonly string[]])[] = [
  ['accounts/', ['worker/accounts/']],
  ['core/company/dni/', ['worker/dni/', 'worker/edge/lookup/', 'worker/core/memory.server.test.ts']],
  [
    'core/company/settings/',
    ['worker/core/company/', 'worker/core/engine/log/', 'worker/core/outbound/webhooks/'],
  ],
  ['core/company/setup/', ['worker/edge/site-check/']],
  [
    'core/engine/commit/',
    ['worker/core/engine/', 'worker/core/write.api.test.ts', 'worker/core/leads/modify.api.test.ts'],
  ],
  ['core/engine/context/', ['worker/core/*.test.ts', 'worker/core/engine/']],
  ['core/engine/http/', ['worker/core/*.test.ts', 'worker/core/engine/', 'worker/*.test.ts']],
  [
    'core/engine/storage/',
    [
      'worker/core/engine/',
      'worker/core/*.test.ts',
      'worker/core/leads/bounds.api.test.ts',
      'worker/core/leads/finding/search.api.test.ts',
    ],
  ],
  ['core/engine/times/', ['worker/core/leads/', 'worker/core/phone/']],
  ['core/engine/work/', ['worker/core/*.test.ts', 'worker/core/engine/']],
  // Whatever is stored about a person is erased with them.
  ['core/leads/comments/', ['worker/core/privacy/places.server.test.ts', 'worker/core/leads/timeline/']],
  ['core/leads/notes/', ['worker/core/privacy/places.server.test.ts', 'worker/core/leads/timeline/']],
  ['core/leads/reminders/', ['worker/core/privacy/places.server.test.ts', 'worker/core/leads/timeline/']],
  ['core/leads/editing/', ['worker/core/leads/*.test.ts']],
  ['core/leads/finding/listing/', ['worker/core/leads/*.test.ts']],
  ['core/leads/merges/', ['worker/core/leads/merge.api.test.ts', 'worker/core/leads/*.test.ts']],
  [
    'core/leads/record/',
    ['worker/core/leads/*.test.ts', 'worker/core/leads/finding/', 'worker/core/leads/csv/'],
  ],
  ['core/leads/removals/', ['worker/core/privacy/', 'worker/core/leads/*.test.ts']],
  [
    'core/people/',
    [
      'worker/core/people/',
      'worker/accounts/',
      'worker/edge/operator/',
      'worker/core/*.test.ts',
      'worker/mail/',
    ],
  ],
  ['core/phone/', ['worker/core/phone/', 'worker/edge/carriers/']],
  ['dni/', ['worker/dni/', 'worker/edge/lookup/', 'worker/core/phone/calls/', 'worker/visits/pools/']],
  ['edge/carriers/', ['worker/edge/carriers/', 'worker/core/phone/']],
  ['edge/lookup/number-forms/', ['widget/corpus/', 'widget/engine/', 'worker/edge/lookup/']],
  ['edge/settings/', ['worker/dni/', 'worker/edge/lookup/', 'worker/edge/forward/']],
  ['edge/sign-in/', ['worker/accounts/', 'worker/edge/console/', 'worker/core/authenticate.api.test.ts']],
  ['edge/console/', ['worker/edge/console/', 'worker/edge/forward/', 'worker/*.test.ts']],
  ['shared/contact/', ['worker/core/leads/*.test.ts', 'worker/dni/', 'worker/core/people/']],
  ['shared/limits/', ['worker/core/*.test.ts', 'worker/accounts/', 'worker/edge/']],
  ['shared/mail/', ['worker/mail/', 'worker/core/people/']],
  ['shared/secrets/', ['worker/core/outbound/', 'worker/core/people/', 'worker/edge/carriers/']],
  ['shared/', ['worker/*.test.ts', 'worker/core/*.test.ts', 'worker/edge/']],
];

/** The list of constants, which takes no time. */
const OF_EVERY_FILE = 'test/docs/limits.test.ts';

/**
 * Returns the test files of a source, the nearest first: those with its name, the folder of `test/worker` that mirrors the
 * source's folder, then those of `ELSEWHERE`.
 * @param source path from the root of the project
 */
export function testsOf(source: string, project = '.'): string[] {
  const own = mirrorOf(dirname(source), project);
  const below = source.replace(/^worker\//, '');
  const elsewhere = ELSEWHERE.find(([prefix]) => below.startsWith(prefix))?.[1] ?? [];
  const name = basename(source, '.ts');
  const files = [own, ...elsewhere.map((path) => `test/${path}`)].flatMap((path) => filesOf(path, project));
  const named = files.filter((file) => basename(file).startsWith(`${name}.`));
  return [...new Set([OF_EVERY_FILE, ...named, ...files])];
}

/** Returns the nearest folder of tests that mirrors a folder of `worker/` or one above it; for the Worker itself, the files at the top. */
function mirrorOf(folder: string, project: string): string {
  if (folder === 'worker') return 'test/worker/*.test.ts';
  const mirror = `test/${folder}/`;
  const isThere = statSync(join(project, mirror), { throwIfNoEntry: false }) !== undefined;
  return isThere ? mirror : mirrorOf(dirname(folder), project);
}

/** @param path a folder, which ends with a slash, or a pattern of files */
function filesOf(path: string, project: string): string[] {
  return globSync(path.endsWith('/') ? `${path}**/*.test.ts` : path, { cwd: project }).toSorted();
}
