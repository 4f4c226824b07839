/** What the page keeps of its own content, by copying or by saving it, has the page's own numbers. */
import { expect, test } from 'vitest';
import { useEngine } from './engine.ts';
import { swap } from './texts.ts';

const LEASED = [swap('+12125550134', '+14155550199')];
const NEXT = [swap('+12125550134', '+13035550111')];

const engine = useEngine();

test.for(['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave', 'livewire:navigating'])(
  'after %s a page cache copies the numbers of the page, and the copy gets those of the day when it is shown',
  async (type) => {
    const found = await engine.page.evaluate(
      async ([type, leased, next]) => {
        const served = '<p title="212-555-0134">Call <b>(212)</b> 555-0134</p>';
        const later = (): Promise<unknown> =>
          new Promise((resolve) => {
            setTimeout(resolve);
          });
        document.body.innerHTML = served;
        window.swapPage(leased);
        const shown = document.body.innerHTML;
        document.body.dispatchEvent(new Event(type, { bubbles: true }));
        const atOnce = document.body.innerHTML;
        // Turbo copies in the next task.
        await later();
        const copy = document.body.cloneNode(true) as HTMLElement;
        while (document.body.innerHTML !== shown) await later();
        window.swapPage(next);
        document.body.replaceWith(copy);
        await Promise.resolve();
        return [atOnce, copy.innerHTML];
      },
      [type, LEASED, NEXT] as const,
    );

    expect(found).toEqual([
      '<p title="212-555-0134">Call <b>(212)</b> 555-0134</p>',
      '<p title="303-555-0111">Call <b>(303)</b> 555-0111</p>',
    ]);
  },
);

test.for(['contenteditable', 'data-leadline-skip'])(
  'a part that gets %s gets its own numbers back and keeps them, until it loses that',
  async (attribute) => {
    const found = await engine.page.evaluate(
      async ([attribute, swaps]) => {
        document.body.innerHTML =
          '<main><p title="212-555-0134">Call <b>(212)</b> 555-0134</p></main><footer>212-555-0134</footer>';
        window.swapPage(swaps);
        const main = document.querySelector('main')!;
        const states: string[] = [];
        const look = async (): Promise<unknown> => {
          await Promise.resolve();
          return states.push(document.body.textContent + main.firstElementChild?.getAttribute('title'));
        };
        await look();
        main.setAttribute(attribute, '');
        await look();
        main.append(' or 212-555-0134');
        await look();
        main.removeAttribute(attribute);
        await look();
        return states;
      },
      [attribute, LEASED] as const,
    );

    expect(found).toEqual([
      'Call (415) 555-0199415-555-0199415-555-0199',
      'Call (212) 555-0134415-555-0199212-555-0134',
      'Call (212) 555-0134 or 212-555-0134415-555-0199212-555-0134',
      'Call (415) 555-0199 or 415-555-0199415-555-0199415-555-0199',
    ]);
  },
);
