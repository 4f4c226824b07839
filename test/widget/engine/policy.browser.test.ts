/** A content security policy that blocks or guards scripts in attributes. */
import { expect, test } from 'vitest';
import { useEngine } from './engine.ts';
import { swap } from './texts.ts';

const engine = useEngine();

test('what a policy blocks or guards stays: handlers that are no functions, and all with Trusted Types', async () => {
  const found = await engine.page.evaluate(
    (swaps) => {
      const show = (): (string | null)[] => {
        const link = document.querySelector('a')!;
        const [button] = document.getElementsByTagName('button');
        return [button!.getAttribute('onclick'), link.textContent, link.getAttribute('href')];
      };
      const fill = (): void => {
        document.body.innerHTML = `<button onclick="location='tel:2125550134'">Call</button><a href="tel:2125550134">212-555-0134</a>`;
      };
      fill();
      // As with a policy that allows no scripts in attributes.
      Object.defineProperty(document.querySelector('button'), 'onclick', { value: null });
      window.swapPage(swaps);
      const blocked = show();
      fill();
      const meta = document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = "require-trusted-types-for 'script'";
      document.head.append(meta);
      window.swapPage(swaps);
      return [blocked, show()];
    },
    [swap('+12125550134', '+14155550199')],
  );

  const expected = ["location='tel:2125550134'", '415-555-0199', 'tel:4155550199'];
  expect(found).toEqual([expected, expected]);
});
