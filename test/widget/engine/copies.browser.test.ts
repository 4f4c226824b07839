/** What the page keeps of its own content, by copying or by saving it, has the page's own numbers. */
import { describe, expect, test } from 'vitest';
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

describe('a copy that the page makes of swapped content', () => {
  const PARTS = [
    '<p title="212-555-0134">Call <b>(212)</b> 555-0134</p>',
    '<p>Two: 212.555.0134, +1 212 555 0134</p>',
    '<a href="tel:+12125550134">212-555-0134</a>',
    '<a href="sms:+12125550134"><span>Text</span> 212 555 0134</a>',
    '<button onclick="location.href=\'tel:2125550134\'">(212) 555-0134</button>',
    '<input type="button" value="212-555-0134">',
  ];
  const MESSAGES = [{ ...LEASED[0]!, sms: true }];
  /** The leased number, as the plan and those after it name it. */
  const COPIES = [swap('+14155550199', '+12125550134')].map((copy) => ({ ...copy, sms: true }));

  test.for([
    ['by cloneNode', true],
    ['by innerHTML', false],
  ] as const)(
    '%s has the number of the visit, gets the one of a later plan, and is restored with the page',
    async ([, isClone]) => {
      const found = await engine.page.evaluate(
        async ([html, swaps, copies, next, isClone]) => {
          document.body.innerHTML = `<main>${html}</main><aside></aside>`;
          const engine = window.swapPage(swaps, copies);
          const [main, aside] = [document.querySelector('main')!, document.querySelector('aside')!];
          const states: Record<string, [string, string]> = {};
          const look = (name: string): unknown => (states[name] = [main.innerHTML, aside.innerHTML]);
          if (isClone) aside.append(...main.cloneNode(true).childNodes);
          else aside.innerHTML = main.innerHTML;
          await new Promise(requestAnimationFrame);
          look('copied');
          window.swapPage(next, copies);
          await new Promise(requestAnimationFrame);
          look('later plan');
          engine.restore();
          look('restored');
          return states;
        },
        [PARTS.join(''), MESSAGES, COPIES, [{ ...NEXT[0]!, sms: true }], isClone] as const,
      );

      for (const [shown, copied] of Object.values(found)) expect(copied).toBe(shown);
      expect(found['restored']?.[0]).toBe(PARTS.join(''));
      expect(found['copied']?.[0]).toContain('tel:+14155550199');
      expect(found['later plan']?.[0].match(/\b415\b/g)).toBeNull();
    },
  );

  test('and comes back after the lease has neither its number nor a wrong one', async () => {
    const found = await engine.page.evaluate(
      async ([html, swaps, copies]) => {
        document.body.innerHTML = `<main>${html}</main>`;
        window.swapPage(swaps, copies);
        // As a slider, `localStorage` or the back/forward cache keep it.
        const kept = document.body.innerHTML;
        document.body.innerHTML = '';
        window.swapPage([], copies);
        document.body.innerHTML = kept;
        await new Promise(requestAnimationFrame);
        return document.body.innerHTML;
      },
      [PARTS.join(''), MESSAGES, COPIES] as const,
    );

    expect(found).toBe(`<main>${PARTS.join('')}</main>`);
  });

  test('is told apart from a printed number in the same line', async () => {
    const found = await engine.page.evaluate(
      async ([swaps, copies]) => {
        document.body.innerHTML = '<p>212-555-0134</p>';
        const engine = window.swapPage(swaps, copies);
        const line = document.querySelector('p')!;
        const states: string[] = [];
        const look = async (): Promise<unknown> => {
          await new Promise(requestAnimationFrame);
          return states.push(line.textContent);
        };
        line.append(' or 212-555-0134');
        await look();
        line.append(' or 415-555-0199');
        await look();
        engine.restore();
        await look();
        return states;
      },
      [MESSAGES, COPIES] as const,
    );

    expect(found).toEqual([
      '415-555-0199 or 415-555-0199',
      '415-555-0199 or 415-555-0199 or 415-555-0199',
      '212-555-0134 or 212-555-0134 or 212-555-0134',
    ]);
  });
});
