/** Later additions and changes are swapped before they are painted, without endless loops. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

const open = (path = '/page.html'): Promise<Page> => scenario.open(path);

/** On a busy machine even a small pass is split into slices; here it runs in one. */
async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    performance.now = () => 0;
  });
}

/** Each test changes an element of its own. */
describe('on one page', () => {
  let page: Page;

  beforeAll(async () => {
    page = await open();
  });

  beforeEach(() => page.evaluate(() => document.querySelector('main')!.replaceChildren()));

  test('comments of frameworks among added nodes cause no error', async () => {
    await page.evaluate((target) => {
      const paragraph = document.createElement('p');
      paragraph.append(document.createComment('if'), target);
      document.querySelector('main')!.append(document.createComment('v-if'), paragraph);
    }, TARGET);

    expect(await page.text('main')).toBe(DIRECT);
    expect(await page.complaints()).toEqual([]);
  });

  test('a number added in parts is swapped when it is complete', async () => {
    const text = (): Promise<string> => page.text('#parts');

    await page.evaluate(() => document.querySelector('#parts')!.append('-01'));
    expect(await text()).toBe('Call (212) 555-01');
    await page.evaluate(() => {
      const part = document.createElement('b');
      part.textContent = '34';
      document.querySelector('#parts')!.append(part);
    });
    expect(await text()).toBe('Call (415) 555-0100');
  });

  test('an old number that a framework writes again is swapped again', async () => {
    for (let round = 0; round < 5; round++) {
      await page.evaluate((target) => {
        document.querySelector('#framework')!.firstChild!.nodeValue = target;
      }, TARGET);
      expect(await page.text('#framework')).toBe(DIRECT);
    }
  });

  test('late shadow roots and frames are swapped, and so are changes in them', async () => {
    await page.evaluate((target) => {
      customElements.define(
        'phone-card',
        class extends HTMLElement {
          connectedCallback(): void {
            this.attachShadow({ mode: 'open' }).innerHTML = `<p>${target}</p>`;
          }
        },
      );
      document.querySelector('#host')!.append(document.createElement('phone-card'));
      const frame = document.createElement('iframe');
      frame.srcdoc = `<p>${target}</p>`;
      document.body.append(frame);
    }, TARGET);
    const shadow = (): Promise<string> =>
      page.evaluate(() => document.querySelector('phone-card')!.shadowRoot!.textContent);

    await expect.poll(shadow).toBe(DIRECT);
    await page.evaluate((target) => {
      document.querySelector('phone-card')!.shadowRoot!.innerHTML = `<i>Now ${target}</i>`;
    }, TARGET);
    await expect.poll(shadow).toBe(`Now ${DIRECT}`);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('iframe')!.contentDocument!.body.textContent))
      .toBe(DIRECT);
  });

  test('the content of a new route is swapped', async () => {
    await page.evaluate((target) => {
      history.pushState(null, '', '/contact');
      document.querySelector('main')!.innerHTML = `<h1>Contact</h1><a href="tel:2125550134">${target}</a>`;
    }, TARGET);

    expect(await page.html('main')).toBe(`<h1>Contact</h1><a href="tel:4155550100">${DIRECT}</a>`);
  });

  test('added nodes, changed texts and changed attributes are swapped before the next paint', async () => {
    await stopClock(page);

    const seen = await page.evaluate(
      (target) =>
        new Promise<unknown>((resolve) => {
          const link = document.querySelector('#link')!;
          document.querySelector('#text')!.firstChild!.nodeValue = target;
          document.querySelector('main')!.insertAdjacentHTML('beforeend', `<b id="new">${target}</b>`);
          link.setAttribute('href', 'tel:+12125550134');
          link.setAttribute('aria-label', target);
          document.title = target;
          requestAnimationFrame(() =>
            resolve([
              document.querySelector('#text')!.textContent,
              document.querySelector('#new')!.textContent,
              link.getAttribute('href'),
              link.getAttribute('aria-label'),
              document.title,
            ]),
          );
        }),
      TARGET,
    );

    expect(seen).toEqual([DIRECT, DIRECT, 'tel:+14155550100', DIRECT, DIRECT]);
  });

  test('nodes added in an animation frame are swapped in that frame', async () => {
    await stopClock(page);

    const text = await page.evaluate(
      (target) =>
        new Promise<string>((resolve) => {
          requestAnimationFrame(() => {
            document.querySelector('main')!.innerHTML = `<p>${target}</p>`;
            // A microtask of this frame: style, layout and paint come after it.
            queueMicrotask(() => queueMicrotask(() => resolve(document.querySelector('main')!.textContent)));
          });
        }),
      TARGET,
    );

    expect(text).toBe(DIRECT);
  });
});

test('an attribute removed in the meantime does not stop the swap of others', async () => {
  const page = await open();
  await page.evaluate((target) => {
    // Each read of the clock ends a slice.
    let now = 0;
    performance.now = () => (now += 100);
    const link = (id: string): string => `<a id="${id}" href="tel:+12125550134" title="${target}">Call</a>`;
    document.querySelector('main')!.innerHTML = link('early') + link('late');
    // After the page's own task, when the changes are known.
    setTimeout(() => {
      for (const name of ['href', 'title']) document.querySelector('#early')!.removeAttribute(name);
    });
  }, TARGET);

  await expect.poll(() => page.attribute('#late', 'title')).toBe(DIRECT);
  expect(await page.attribute('#late', 'href')).toBe('tel:+14155550100');
  expect(await page.complaints()).toEqual([]);
});

test('5,000 nodes added at once are swapped in one pass', { tags: ['one-engine'] }, async () => {
  const page = await open();

  const swapped = await page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        document.querySelector('main')!.innerHTML = `<p>${target}</p>`.repeat(5000);
        const count = (): number => document.querySelector('main')!.textContent.split('(415)').length - 1;
        const look = (): void => (count() < 5000 ? void requestAnimationFrame(look) : resolve(count()));
        look();
      }),
    TARGET,
  );

  expect(swapped).toBe(5000);
});

/**
 * Undoes every swap of a paragraph at once, for 300 ms. Runs in the page.
 * @returns how often
 */
function fight([target, texts]: readonly [string, number]): Promise<number> {
  return new Promise((resolve) => {
    const paragraph = document.querySelector('#fight')!;
    let count = 0;
    const undoing = new MutationObserver(() => {
      if (paragraph.textContent !== target) {
        count++;
        paragraph.innerHTML = `<b>${target}</b>`;
      }
    });
    undoing.observe(paragraph, { subtree: true, childList: true, characterData: true });
    paragraph.textContent = 'start';
    const others = document.createElement('div');
    others.innerHTML = `<p>${target}</p>`.repeat(texts);
    document.body.append(others);
    setTimeout(() => {
      undoing.disconnect();
      resolve(count);
    }, 300);
  });
}

test.each([
  ['', 0],
  [', even during a swap over several tasks', 10_000],
] as const)(
  'a page that undoes every swap stays responsive%s, and is swapped once it stops',
  async (_, texts) => {
    const page = await open();

    const writes = await page.evaluate(fight, [TARGET, texts] as const);

    expect(writes).toBeGreaterThan(1);
    expect(writes).toBeLessThan(250);
    // When the page leaves it be, it is swapped at the end of the second.
    await expect.poll(() => page.text('#fight')).toBe(DIRECT);
  },
);

test(
  'added nodes that are excluded, typed or part of something longer stay, however many',
  { tags: ['one-engine'] },
  async () => {
    const page = await open('/does-not.html');

    await page.evaluate((target) => {
      document.querySelector('main')!.innerHTML = `<p title="${target}">${target}</p>`;
      document.querySelector('#order')!.textContent = 'ORD-2125550134';
      document.querySelector('#typed')!.textContent = target;
      document.querySelector('#link')!.setAttribute('href', '/orders/2125550134');
    }, TARGET);

    expect(await page.html('main')).toBe(`<p title="${TARGET}">${TARGET}</p>`);
    expect(await page.text('#order')).toBe('ORD-2125550134');
    expect(await page.text('#typed')).toBe(TARGET);
    expect(await page.attribute('#link', 'href')).toBe('/orders/2125550134');

    // Also 5,000 order numbers at once.
    await stopClock(page);
    const html = await page.evaluate(
      (target) =>
        new Promise<string>((resolve) => {
          const orders = document.createElement('section');
          orders.innerHTML = '<p>ORD-2125550134</p>'.repeat(5000);
          document.body.append(orders, `Now ${target}`);
          requestAnimationFrame(() => resolve(orders.innerHTML));
        }),
      TARGET,
    );

    expect(html).toBe('<p>ORD-2125550134</p>'.repeat(5000));
    expect(await page.text('body')).toContain(`Now ${DIRECT}`);
  },
);
