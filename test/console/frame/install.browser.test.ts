/** The installed console: manifest, icons, and the service worker that only shows notifications. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';
import { makeCompanyWithUsers } from '../../harness/builders.ts';
import { sendAs } from '../../harness/client.ts';
import { createLead, type LeadClient, sendLead } from '../../harness/leads.ts';
import { workerUrl } from '../../harness/worker-url.ts';
import { openConsole } from '../console.ts';
import { test } from '../console-test.ts';

/** When a push message counts as lost. */
const AGAIN_MS = 5_000;

/** The headless shell denies notifications. */
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ isWholeBrowser: true });
});
afterAll(() => browser.close());

test('manifest, icons and service worker have their types and headers', async () => {
  const answers = await Promise.all(
    ['manifest.webmanifest', 'icon-512.png', 'maskable-512.png', 'service-worker.js'].map((name) =>
      fetch(`${workerUrl()}/console/${name}`),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ headers }) => headers.get('Content-Type')?.replace(/;.*/, ''))).toEqual([
    'application/manifest+json',
    'image/png',
    'image/png',
    'text/javascript',
  ]);
  expect(answers[3]?.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(answers[3]?.headers.get('Cache-Control')).toBe('no-cache');
  expect(await answers[3]?.text()).not.toMatch(/addEventListener\("fetch"|caches\b/);
  expect(await answers[0]?.json()).toMatchObject({
    scope: '/console/',
    start_url: '/console/',
    display: 'standalone',
  });
});

test('with the permission a push is shown, and a press goes to its place in the open window', async ({
  company,
}) => {
  const leadId = await createLead({ user: company.manager, path: company.path }, { name: 'Pushed' });
  const { page, context, faults } = await openConsole(browser, company.superadmin);
  await context.grantPermissions(['notifications'], { origin: workerUrl() });
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.goto(`/console/${company.companyId}/leads`);
  await expect.poll(() => stateOfWorker(page), { timeout: 30_000 }).toBe('activated');
  const url = `/console/${company.companyId}/leads/${leadId}`;

  const registrationId = await registered;
  const data = JSON.stringify({ title: 'Pushed called', url, tag: 'push-1' });

  await deliverUntilShown(page, async () => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: workerUrl(), registrationId, data });
  });
  expect(await titlesShown(page)).toEqual(['Pushed called']);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(press);

  await page.getByRole('heading', { name: 'Pushed' }).waitFor();
  await expect.poll(() => titlesShown(page)).toEqual([]);
  expect(withoutIncognito(faults)).toEqual([]);
  await context.close();
});

test('a page in the background shows a new notification on the device', async ({ company }) => {
  const client: LeadClient = { user: company.manager, path: company.path };
  const leadId = await createLead(client, { name: 'Background' });
  const { page, context, faults } = await openConsole(browser, company.agent);
  await context.grantPermissions(['notifications'], { origin: workerUrl() });
  await page.goto(`/console/${company.companyId}/leads`);
  await page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor();
  await expect.poll(() => stateOfWorker(page), { timeout: 30_000 }).toBe('activated');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });

  await sendLead(client, 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });

  await expect.poll(() => titlesShown(page)).toEqual(['Mary Manager assigned Background to you']);
  expect(withoutIncognito(faults)).toEqual([]);
  await context.close();
});

test('a device is turned off and on: the server learns of its subscription', async () => {
  const company = await makeCompanyWithUsers();
  const { page, context, faults } = await openConsole(browser, company.agent);
  await context.grantPermissions(['notifications'], { origin: workerUrl() });
  await context.addInitScript(withPushService);
  await page.goto(`/console/${company.companyId}/people/notifications`);
  const devices = async (): Promise<string[]> => {
    const answer = await sendAs(company.agent, 'GET', `${company.path}/notifications/devices`);
    return ((await answer.json()) as { devices: { name: string }[] }).devices.map(({ name }) => name);
  };

  await page.getByText('also while Leadline is closed').waitFor();
  expect(await devices()).toEqual([expect.stringMatching(/^Chrome /)]);
  await page.getByRole('button', { name: 'Turn off for this device' }).press('Enter');
  await page.getByText('Notifications are not shown here.').waitFor();
  await expect.poll(devices).toEqual([]);
  await page.reload();
  await page.getByText('Notifications are not shown here.').waitFor();
  await page.getByRole('button', { name: 'Turn on for this device' }).press('Enter');
  await page.getByText('also while Leadline is closed').waitFor();

  expect(await devices()).toHaveLength(1);
  expect(withoutIncognito(faults)).toEqual([]);
  await context.close();
});

/** Stands for the push service of the browser's maker, which a browser for tests cannot reach. */
function withPushService(): void {
  let present: unknown = null;
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
  Object.assign(PushManager.prototype, {
    getSubscription: async () => Promise.resolve(present),
    subscribe: async (options: { applicationServerKey: Uint8Array }) => {
      present = {
        options: { applicationServerKey: options.applicationServerKey.buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          present = null;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(present);
    },
  });
}

/** Leaves out what the browser says because the pages of tests are incognito: those have no push service. */
function withoutIncognito(faults: readonly string[]): string[] {
  return faults.filter((fault) => !fault.includes('Push API in incognito mode'));
}

function stateOfWorker(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/console/');
    return registration?.active?.state;
  });
}

function titlesShown(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/console/');
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
  });
}

/**
 * Delivers a message again as long as no notification is shown: Chromium drops one that comes before it has stored the new
 * registration. All have one tag, so a second notification replaces the first.
 */
async function deliverUntilShown(page: Page, deliver: () => Promise<void>): Promise<void> {
  let deliveredTime = -Infinity;
  const isShown = async (): Promise<boolean> => {
    if ((await titlesShown(page)).length > 0) return true;
    if (performance.now() - deliveredTime > AGAIN_MS) {
      deliveredTime = performance.now();
      await deliver();
    }
    return false;
  };
  await expect.poll(isShown, { timeout: 60_000, interval: 100 }).toBe(true);
}

/** Presses the notification, in the service worker. */
async function press(): Promise<void> {
  const scope = self as unknown as {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (name: string, init: { notification: Notification | undefined }) => Event;
  };
  const [notification] = await scope.registration.getNotifications();
  self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
}
