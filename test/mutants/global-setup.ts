/** The set-up of a run with a fault: `dist/` is there from the run before the first fault, only the Worker is bundled anew. */
import type { TestProject } from 'vitest/node';
import { bundleWorker, startShared } from '../harness/global-setup.ts';

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  bundleWorker();
  return startShared(project);
}
