/**
 * A script that runs in each page before its own, from the edge, so that a strict policy lets it. It writes down what the
 * page complains about, and when the first swap is done or is known not to come.
 */

export const PRELUDE = { path: '/prelude.js', source: `(${watch.toString()})();` };

/** Runs in the page. */
function watch(): void {
  const complaints: string[] = (window.complaints = []);
  const note = (what: unknown): void => void complaints.push(String(what));
  addEventListener('error', ({ message, target }) => {
    // An image or a script that cannot be loaded has no message.
    if (target === window) note(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // Which some browsers ask for by themselves.
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
