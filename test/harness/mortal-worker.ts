/** A Worker in a process of its own, with its data in a folder: one that can be killed and started again. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startWorker } from './own-worker.ts';

export interface MortalWorker {
  url: string;
  /** Ends the process and its runtime at once (SIGKILL), whatever they are doing. */
  kill(): Promise<void>;
}

/** Starts the production bundle on what `folder` holds. */
export async function startMortalWorker(folder: string): Promise<MortalWorker> {
  // A process group of its own, so that the kill takes workerd along.
  const child = fork(import.meta.filename, [folder], { detached: true });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    kill: async () => {
      const exited = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await exited;
    },
  };
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  const { url } = await startWorker({}, { persistTo: process.argv[2] ?? '' });
  process.send(url);
}
