/** Where the shared Worker of a test is. */
import { inject } from 'vitest';

/**
 * The origin of the Worker that the tests of this process share. Each process has one of its own, since a Worker has one
 * thread: with one for all, the other core waits for it.
 */
export function workerUrl(): string {
  const urls = inject('workerUrls');
  const url = urls[Number(process.env['VITEST_POOL_ID']) % urls.length];
  if (url === undefined) throw new Error('Vitest does not say which of its processes this is.');
  return url;
}
