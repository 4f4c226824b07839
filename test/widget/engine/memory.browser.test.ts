/** The engine's memory does not grow with the nodes that a page discards. */
import { expect, test } from 'vitest';
import { useEngine } from './engine.ts';
import { swap } from './texts.ts';

const engine = useEngine();

test('discarded texts are forgotten, and texts that are written again are known once', async () => {
  const kept = await engine.page.evaluate(
    async (swaps) => {
      let looks = 0;
      // Browsers choose when to collect garbage; here every node outside the page counts as collected.
      class CollectedAtOnce {
        readonly #node: Node;
        constructor(node: Node) {
          this.#node = node;
        }
        deref(): Node | undefined {
          looks++;
          return this.#node.isConnected ? this.#node : undefined;
        }
      }
      Object.assign(window, { WeakRef: CollectedAtOnce });
      const running = window.swapPage(swaps);
      for (let round = 0; round < 3; round++) {
        document.body.innerHTML = '<p>(212) 555-0134</p>'.repeat(1_000);
        await new Promise(requestAnimationFrame);
      }
      document.body.innerHTML = '<p>(212) 555-0134</p>';
      // Wait for the cleanup after the last change; on a slow machine an earlier one has already run.
      looks = 0;
      await new Promise<void>((resolve) => {
        const look = (): unknown => (looks > 0 ? resolve() : setTimeout(look, 50));
        look();
      });
      // A text that the page writes again is the same one.
      for (let round = 0; round < 3; round++) {
        Object.assign(document.querySelector('p')!.firstChild!, { nodeValue: '(212) 555-0134' });
        await Promise.resolve();
      }
      looks = 0;
      running.restore();
      return { looks, text: document.body.textContent };
    },
    [swap('+12125550134', '+14155550100')],
  );

  expect(kept).toEqual({ looks: 1, text: '(212) 555-0134' });
});
