/**
 * Starts web workers from the console's own scripts: the only use of a string as a script that the page's policy (Trusted
 * Types) allows.
 */

/** Types that TypeScript's library lacks. */
interface Policies {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (name: string) => string },
    ): {
      createScriptURL(name: string): string;
    };
  };
}

/** The service worker has a fixed address, which decides its scope (console/frame/install/service-worker.ts). */
const SERVICE_WORKER = 'service-worker';

const policy = (window as Policies).trustedTypes?.createPolicy('console', { createScriptURL: addressOf });

/** Registers the service worker of the console, or returns it if it is. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const address = policy?.createScriptURL(SERVICE_WORKER) ?? addressOf(SERVICE_WORKER);
  return navigator.serviceWorker.register(address, { scope: '/console/' });
}

/** Starts a worker. @param name the name of its script */
export function ownWorker(name: string): Worker {
  return new Worker(policy?.createScriptURL(name) ?? addressOf(name), { type: 'module' });
}

/** Returns the URL of a script: in the folder of this one, but for the service worker. */
function addressOf(name: string): string {
  if (name === SERVICE_WORKER) return new URL(`/console/${name}.js`, location.origin).href;
  return new URL(`./${encodeURIComponent(name)}.js`, import.meta.url).href;
}
