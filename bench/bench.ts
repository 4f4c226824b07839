/**
 * `npm run bench [part ...]`: bundles the Worker, compares the product with a lower bound or a peer in the same run, and prints
 * ratios.
 */
import { spawnSync } from 'node:child_process';
import { benchAttribution } from './attribution/bench.ts';
import { benchBulk } from './bulk/bench.ts';
import { benchCalls } from './calls/bench.ts';
import { benchConsole } from './console/bench.ts';
import { benchCost } from './cost/bench.ts';
import { benchFinding } from './finding/bench.ts';
import { benchLive } from './live/bench.ts';
import { benchLookup } from './lookup/bench.ts';
import { benchLeases } from './lookup/leases.ts';
import { benchPage } from './page/bench.ts';
import { benchForms } from './page/forms.ts';
import { benchReports } from './reports/bench.ts';
import { bundleWorker } from '../test/harness/global-setup.ts';

const PARTS: Record<string, () => Promise<void>> = {
  lookup: benchLookup,
  page: benchPage,
  forms: benchForms,
  core: () => runApart('bench/core/bench.ts'),
  finding: benchFinding,
  bulk: benchBulk,
  calls: benchCalls,
  live: benchLive,
  reports: benchReports,
  visits: async () => {
    await runApart('bench/visits/bench.ts');
    await benchLeases();
  },
  console: benchConsole,
  cost: benchCost,
  attribution: benchAttribution,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
bundleWorker();
for (const [name, run] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n# ${name}\n`);
  await run();
}

/** Runs a part in a separate process, since it runs the Worker's code, which needs the Worker's types. */
async function runApart(file: string): Promise<void> {
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
