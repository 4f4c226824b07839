/** Runs in the page: how long it takes from a key or a press to what was asked by it. */

declare global {
  interface Window {
    /**
     * Resolves to the milliseconds from the next event of this type until `main` shows what came of it: the first change
     * after it, and where something is asked of the server, the end of being busy.
     */
    answered(event: string, isAsked: boolean): Promise<number>;
  }
}

/** Gives the page what it needs. @param patience milliseconds; longer than any answer takes */
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
      setTimeout(() => reject(new Error(`Nothing came of the ${event}.`)), patience);
    });
}
