/** Where a press on a notification leads: into a window of the console, or a new one. */
import { beforeAll, expect, test, vi } from 'vitest';

const ORIGIN = 'https://leadline.test';
const PLACE = '/console/c/leads/l';

/** A window of the browser that notes what it is told. */
interface Window {
  url: string;
  told: unknown[];
}

/** The service worker's listeners by event. */
const listeners = new Map<string, (event: unknown) => void>();
const browser = { windows: [] as readonly Window[], opened: undefined as string | undefined };

beforeAll(async () => {
  const clients = {
    matchAll: async () =>
      browser.windows.map(({ url, told }) => ({
        url,
        focus: async () => told.push('focus'),
        postMessage: (message: unknown) => told.push(message),
      })),
    openWindow: async (url: string) => (browser.opened = url),
  };
  const addEventListener = (name: string, listener: (event: unknown) => void): unknown =>
    listeners.set(name, listener);
  vi.stubGlobal('self', { location: { origin: ORIGIN }, clients, addEventListener });
  await import('../../../../console/frame/install/service-worker.ts');
  vi.unstubAllGlobals();
});

/** Presses a notification of the place. @param windows the last used first @returns the address of a new window */
async function pressed(windows: readonly Window[]): Promise<string | undefined> {
  Object.assign(browser, { windows, opened: undefined });
  const work: Promise<unknown>[] = [];
  listeners.get('notificationclick')?.({
    notification: { data: { url: PLACE }, close: () => undefined },
    waitUntil: (each: Promise<unknown>) => work.push(each),
  });
  await Promise.all(work);
  return browser.opened;
}

test('of two windows of the console, the one used last goes there', async () => {
  const site: Window = { url: `${ORIGIN}/`, told: [] };
  const last: Window = { url: `${ORIGIN}/console/c/home`, told: [] };
  const earlier: Window = { url: `${ORIGIN}/console/d/home`, told: [] };

  expect(await pressed([site, last, earlier])).toBeUndefined();
  expect(last.told).toEqual([{ go: expect.stringContaining(PLACE) as string }, 'focus']);
  expect([...site.told, ...earlier.told]).toEqual([]);
});

test('without a window of the console, a new one opens there', async () => {
  const site: Window = { url: `${ORIGIN}/`, told: [] };

  expect(await pressed([site])).toContain(PLACE);
  expect(site.told).toEqual([]);
});
