/** Finds the Worker that the tests of this process share. */
import { inject } from 'vitest';

/**
 * Returns the origin of the Worker that the tests of this process share. Each process has its own: a Worker has one thread,
 * so that with a single one the second core would wait.
 */
export function workerUrl(): string {
  const urls = inject('workerUrls');
  const url = urls[Number(process.env['VITEST_POOL_ID']) % urls.length];
  if (url === undefined) throw new Error('The index of this Vitest process is unknown.');
  return url;
}
