/** Workers of the console's own scripts: the one thing that the page's policy (Trusted Types) lets a name become a script for. */

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

/** The script of a name, in the folder of this one. */
const urlOf = (name: string): string => new URL(`./${encodeURIComponent(name)}.js`, import.meta.url).href;

const policy = (window as Policies).trustedTypes?.createPolicy('console', { createScriptURL: urlOf });

/** Starts a worker. @param name of its script */
export function ownWorker(name: string): Worker {
  return new Worker(policy?.createScriptURL(name) ?? urlOf(name), { type: 'module' });
}
