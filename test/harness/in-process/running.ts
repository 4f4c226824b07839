/** The Workers that run in this process of tests, by their origins. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { inject } from 'vitest';
import { BUNDLES, type Entry } from './bundles.ts';
import { type InProcessOptions, type InProcessWorker, startInProcess } from './worker.ts';

const running = new Map<string, InProcessWorker>();
let shared: InProcessWorker | undefined;
let lastAnswerTime = 0;

/** Tells whether the tests of this process use Workers of this process; otherwise Workers on workerd. */
export const isInProcess = process.env['LEADLINE_RUNTIME'] === 'process';

/** Starts a Worker of its own. @param entry the module that it runs */
export async function startOwn(
  entry: Entry,
  options: Omit<InProcessOptions, 'code' | 'file'>,
): Promise<InProcessWorker> {
  const file = join(inject('runFolder'), BUNDLES[entry]);
  const worker = await startInProcess({ code: readFileSync(file, 'utf8'), file, ...options });
  running.set(worker.url, worker);
  return {
    ...worker,
    close: async () => {
      running.delete(worker.url);
      await worker.close();
    },
  };
}

/** Starts a Worker that the tests of a file share, and ends that of the file before. */
export async function startShared(): Promise<void> {
  await shared?.close();
  shared = await startOwn('worker/index.ts', { vars: { PRIVATE_ADDRESSES: 'allowed' } });
}

/** Returns the origin of the shared Worker; undefined while none runs in this process. */
export function sharedOrigin(): string | undefined {
  return shared?.url;
}

/** Sends a request: to a Worker of this process directly, to others over HTTP. */
export async function dispatch(url: URL, init: RequestInit): Promise<Response> {
  const worker = running.get(url.origin);
  if (worker === undefined) return fetch(url, init);
  // As between processes, timers have their turn before the answer, and no two requests that are sent one after the other arrive
  // in the same millisecond.
  do await setImmediate();
  while (Date.now() === lastAnswerTime);
  const answer = await (worker.dispatch(url, init) ?? fetch(url, init));
  lastAnswerTime = Date.now();
  return answer;
}
