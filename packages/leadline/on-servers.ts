/** Replaces browser globals on a server, so that the browser's module can be imported there. */
export const MutationObserver: unknown =
  globalThis.MutationObserver ??
  class {
    observe(): void {}
    disconnect(): void {}
  };
