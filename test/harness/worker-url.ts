/** Finds the Worker that the tests of this process share. */
import { inject } from 'vitest';
import { sharedOrigin } from './in-process/running.ts';

/**
 * Returns the origin of the Worker that the tests of this process share. Each process has its own, since a Worker has one
 * thread and a single one would leave the second core idle.
 */
export function workerUrl(): string {
  const here = sharedOrigin();
  if (here !== undefined) return here;
  const urls = inject('workerUrls') ?? [];
  const url = urls[Number(process.env['VITEST_POOL_ID']) % urls.length];
  if (url === undefined) throw new Error('Only tests named .api, .server or .browser have a Worker.');
  return url;
}
