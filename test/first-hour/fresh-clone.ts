/** Clones the last commit with its dependencies, once for all tests of a run. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    clone: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-clone-'));
  execFileSync('git', ['clone', '-q', '--no-local', process.cwd(), folder]);
  project.provide('clone', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
