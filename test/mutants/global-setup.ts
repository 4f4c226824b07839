/** The set-up of a run with a fault. `dist/` exists from the run without faults, so only the Worker is bundled again. */
import type { TestProject } from 'vitest/node';
import { bundleWorker, startShared } from '../harness/global-setup.ts';

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  bundleWorker();
  return startShared(project);
}
