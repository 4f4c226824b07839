/**
 * Notifications on this device: shown by the service worker, also while the page is in the background. The browser asks for
 * permission only after the user has pressed the button.
 */
import { signal } from '@preact/signals';
import type { DeviceBody, DevicesBody } from '../../../worker/core/people/push/reference.ts';
import { ask, Refusal } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { registerServiceWorker } from './own-worker.ts';
import { go, load, place } from '../../address/router.ts';

const ICON = '/console/icon-192.png';

/** The state of notifications on this device: `none` where the browser has none. */
export const deviceState = signal<'none' | NotificationPermission>(
  'serviceWorker' in navigator && 'Notification' in window ? Notification.permission : 'none',
);

/** Whether the server pushes notifications to this browser, also while no page is open. */
export const isPushed = signal(false);

/** The user has switched notifications off on this device, though the browser allows them. */
const OFF = 'leadline.device-off';
/** The id under which the server knows this browser. */
const DEVICE = 'leadline.device';

/** Asks for the permission, and has notifications pushed. Call it for a press of the user. */
export async function allowOnDevice(): Promise<void> {
  localStorage.removeItem(OFF);
  deviceState.value = await Notification.requestPermission();
  if (deviceState.value === 'granted') await subscribe();
}

/** Ends the notifications on this device. */
export async function endOnDevice(): Promise<void> {
  localStorage.setItem(OFF, 'true');
  const registration = await registerServiceWorker();
  const subscription = await registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  isPushed.value = false;
  const id = localStorage.getItem(DEVICE);
  localStorage.removeItem(DEVICE);
  // Unknown if it was forgotten before.
  if (id !== null) await ask(`${devices()}/${id}/remove`, { method: 'POST' }).catch(ignoreUnknown);
}

/** Whether notifications are shown on this device. */
export function isOnDevice(): boolean {
  return deviceState.value === 'granted' && localStorage.getItem(OFF) === null;
}

/**
 * Has notifications pushed to this browser for the present session. Where no push service can be reached, the open pages show them
 * themselves.
 */
async function subscribe(): Promise<void> {
  const registration = await registerServiceWorker();
  const { public_key: key } = (await ask<DevicesBody>(devices())).body;
  if (key === null || !('pushManager' in registration)) return;
  const subscription = await subscriptionOf(registration.pushManager, key).catch(() => undefined);
  if (subscription === undefined) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, keys };
  const { device_id: id } = (await ask<DeviceBody>(devices(), { method: 'POST', body })).body;
  localStorage.setItem(DEVICE, id);
  isPushed.value = true;
}

/** Returns the browser's subscription with the key of this deployment, or makes one. */
async function subscriptionOf(manager: PushManager, key: string): Promise<PushSubscription> {
  const present = await manager.getSubscription();
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const known = new Uint8Array(present?.options.applicationServerKey ?? new ArrayBuffer());
  if (present !== null && known.join() === bytes.join()) return present;
  await present?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
}

function devices(): string {
  return companyPath('/notifications/devices');
}

function ignoreUnknown(error: unknown): void {
  if (!(error instanceof Refusal) || error.problem.status !== 404) throw error;
}

/** Shows a notification if the user has allowed it and does not see the page. Pages of the same user show it once. */
export async function showOnDevice(text: string, { url, tag }: { url: string; tag: string }): Promise<void> {
  // The service worker shows what is pushed.
  if (!isOnDevice() || isPushed.value || document.visibilityState === 'visible') return;
  const registration = await registerServiceWorker();
  await registration.showNotification(text, { tag, icon: ICON, data: { url } });
}

/** Renews the service worker, and goes where a pressed notification leads. @returns a function that stops it */
export function followNotifications(): () => void {
  if (deviceState.value === 'none') return () => undefined;
  if (isOnDevice()) subscribe().catch(() => undefined);
  const follow = ({ data }: MessageEvent): void => {
    const { go: address } = data as { go?: unknown };
    if (typeof address !== 'string' || !address.startsWith('/console/')) return;
    const [, , company = ''] = address.split('/');
    if (company === place.value.company) go(address);
    else load(address);
  };
  navigator.serviceWorker.addEventListener('message', follow);
  return () => navigator.serviceWorker.removeEventListener('message', follow);
}
