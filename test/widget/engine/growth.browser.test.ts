/** The work on a page grows with its numbers, not faster. */
import { expect, test } from 'vitest';
import { useEngine } from './engine.ts';
import { swap } from './texts.ts';

const US = swap('+12125550134', '+14155550199');

const engine = useEngine();

test('a pass asks once whether a framework hydrates the whole page, however many lines have a number', async () => {
  const asked = await engine.page.evaluate(
    (swaps) => {
      let questions = 0;
      for (const name of ['closest', 'matches', 'querySelector', 'querySelectorAll'] as const) {
        for (const prototype of [Element.prototype, Document.prototype] as object[]) {
          const ask = Reflect.get(prototype, name) as ((selector: string) => unknown) | undefined;
          if (!ask) continue;
          Reflect.set(prototype, name, function (this: Element, selector: string) {
            questions += Number(selector.includes(':has('));
            return ask.call(this, selector);
          });
        }
      }
      return [10, 1000].map((lines) => {
        document.body.innerHTML = '<p>Call <b>(212)</b> 555-<i>0134</i></p>'.repeat(lines);
        questions = 0;
        window.swapPage(swaps);
        return [questions, document.body.textContent.split('(415) 555-0199').length - 1];
      });
    },
    [US],
  );

  // Setting the numbers is a pass, and swapping again is another.
  expect(asked).toEqual([
    [2, 10],
    [2, 1000],
  ]);
});

test('a line of many elements is read once, however many numbers it has', async () => {
  const [few = 0, many = 0] = await engine.page.evaluate(
    (swaps) => {
      let read = 0;
      const { split } = String.prototype as { split: (by: string) => string[] };
      Object.assign(String.prototype, {
        split(this: string, by: string) {
          read += this.length;
          return split.call(this, by);
        },
      });
      return [50, 500].map((numbers) => {
        document.body.innerHTML = `<p>${'<b>(212)</b> 555-<i>0134</i>, '.repeat(numbers)}</p>`;
        read = 0;
        window.swapPage(swaps);
        return read;
      });
    },
    [US],
  );

  expect(few).toBeGreaterThan(0);
  expect(many / few).toBeLessThan(12);
});
test('a page that gets another plan with each lease is restored once for a page cache', async () => {
  const restored = await engine.page.evaluate(
    (swaps) => {
      let stops = 0;
      const { prototype } = MutationObserver as { prototype: { disconnect: (this: unknown) => void } };
      const { disconnect: stop } = prototype;
      prototype.disconnect = function () {
        stops++;
        stop.call(this);
      };
      return [1, 20].map((plans) => {
        for (let plan = 0; plan < plans; plan++) window.swapPage(swaps);
        stops = 0;
        document.body.dispatchEvent(new Event('turbo:before-cache', { bubbles: true }));
        return stops;
      });
    },
    [US],
  );

  expect(restored).toEqual([1, 1]);
});
