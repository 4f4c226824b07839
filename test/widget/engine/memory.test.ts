/** What the engine remembers of a page does not grow with what the page throws away. */
import { expect, test } from 'vitest';
import { swap, useEngine } from './engine.ts';

const engine = useEngine();

test('of texts that a page has thrown away nothing is kept', async () => {
  const kept = await engine.page.evaluate(
    async (swaps) => {
      let looks = 0;
      // When a browser collects is its own affair; here what is no longer in the page counts as collected.
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
      // The second in which the page changed has to be over.
      await new Promise<void>((resolve) => {
        const look = (): unknown => (looks > 0 ? resolve() : setTimeout(look, 50));
        look();
      });
      looks = 0;
      running.restore();
      return { looks, text: document.body.textContent };
    },
    [swap('+12125550134', '+14155550100')],
  );

  expect(kept).toEqual({ looks: 1, text: '(212) 555-0134' });
});
