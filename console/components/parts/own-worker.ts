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

/** Returns the URL of a script in the folder of this one. */
const urlOf = (name: string): string => new URL(`./${encodeURIComponent(name)}.js`, import.meta.url).href;

const policy = (window as Policies).trustedTypes?.createPolicy('console', { createScriptURL: urlOf });

/** Starts a worker. @param name the name of its script */
export function ownWorker(name: string): Worker {
  return new Worker(policy?.createScriptURL(name) ?? urlOf(name), { type: 'module' });
}
