/**
 * A script from the edge, so that a strict policy allows it, which runs in each page before the page's own scripts. It records
 * the page's errors, and whether the first swap is done or has failed.
 */

export const PRELUDE = { path: '/prelude.js', source: `(${watch.toString()})();` };

/** Runs in the page. */
function watch(): void {
  const complaints: string[] = (window.complaints = []);
  const note = (what: unknown): void => void complaints.push(String(what));
  addEventListener('error', ({ message, target }) => {
    // The error of an image or a script that fails to load has no message.
    if (target === window) note(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // Some browsers request it by themselves.
    if (!blockedURI.endsWith('/favicon.ico')) note(`${violatedDirective} ${blockedURI}`);
  });
  for (const type of ['leadline:swap', 'leadline:error']) {
    document.addEventListener(type, () => (window.isSettled = true));
  }
  for (const level of ['warn', 'error'] as const) {
    const write = console[level];
    console[level] = (...given: unknown[]) => {
      note(given.join(' '));
      write.apply(console, given);
    };
  }
}
