/**
 * `node test/harness/run/record-durations.ts` writes `durations.json` anew from the results that Vitest keeps of its runs. Do this
 * after a whole `npm test` on a quiet machine.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('durations.json', import.meta.url);
/** The order of shorter files makes no difference. */
const LEAST_SECONDS = 10;

/** The results that Vitest keeps. */
interface Results {
  projects: Record<string, { files: Record<string, { duration: number }> }>;
}

const seconds = new Map<string, number>();
for (const path of globSync('node_modules/.vite/vitest/*/results.json')) {
  const { projects } = JSON.parse(readFileSync(path, 'utf8')) as Results;
  for (const { files } of Object.values(projects))
    for (const [file, { duration }] of Object.entries(files)) seconds.set(file, Math.round(duration / 1000));
}
const long = [...seconds]
  .filter(([, each]) => each >= LEAST_SECONDS)
  .toSorted(([one], [other]) => one.localeCompare(other));
writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(long), undefined, 2)}\n`);
console.log(`${long.length} of ${seconds.size} files take ${LEAST_SECONDS} s or longer.`);
