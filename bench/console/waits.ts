/** Runs in the page: measures the time from a key or click to its result. */

declare global {
  interface Window {
    /**
     * Resolves to the milliseconds from the next event of this type until `main` shows its result: the first change after it, and,
     * with a request to the server, the end of the busy state.
     */
    answered(event: string, isAsked: boolean): Promise<number>;
  }
}

/** Installs the functions in the page. @param patience milliseconds, longer than any answer takes */
export function installWaits(patience: number): void {
  window.answered = (event, isAsked) =>
    new Promise((resolve, reject) => {
      let start = Number.NaN;
      let wasBusy = false;
      addEventListener(event, () => (start = performance.now()), { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (Number.isNaN(start)) return;
        const isBusy = document.querySelector('main [aria-busy=true]') !== null;
        wasBusy ||= isBusy;
        if (isBusy || (isAsked && !wasBusy)) return;
        observer.disconnect();
        resolve(performance.now() - start);
      });
      const changes = { childList: true, subtree: true, characterData: true, attributes: true };
      observer.observe(document.querySelector('main') ?? document.body, changes);
      setTimeout(() => reject(new Error(`The ${event} had no result.`)), patience);
    });
}
