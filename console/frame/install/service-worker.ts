/**
 * The service worker of the installed console. It shows notifications and opens their place; it caches nothing and answers no
 * requests. Served at `/console/service-worker.js`, so its scope is `/console/`.
 */
import { addressIn, shownFor } from './shown-notification.ts';

/** The members of a service worker that are used here. TypeScript's library for it excludes that for pages. */
interface Worker {
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  location: { origin: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

interface Page {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

interface Extended {
  waitUntil(work: Promise<unknown>): void;
}

interface Events {
  install: Extended;
  activate: Extended;
  push: Extended & { data: { text(): string } | null };
  notificationclick: Extended & { notification: Notification };
}

const worker = self as unknown as Worker;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => {
  const { title, ...options } = shownFor(event.data?.text(), worker.location.origin);
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(addressIn(event.notification.data, worker.location.origin)));
});

/** Goes to an address in a window of the console, or opens one. */
async function open(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const console = pages.find(({ url }) => new URL(url).pathname.startsWith('/console/'));
  if (console === undefined) return void (await worker.clients.openWindow(address));
  // The page goes there itself, and asks before it drops what is typed.
  console.postMessage({ go: address }, []);
  await console.focus();
}
