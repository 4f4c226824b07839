/** Stands in for what a server does not have, so that a module of the browser's can be imported there. */
export const MutationObserver: unknown =
  globalThis.MutationObserver ??
  class {
    observe(): void {}
    disconnect(): void {}
  };
