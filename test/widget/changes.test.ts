/** What a page adds or changes later is swapped before it is painted; nothing loops, nothing is fought over. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { type Site, openReady, openVisitor, pageOf, startSite } from '../harness/site.ts';
import { DIRECT, TARGET, makeSiteCompany } from './site-company.ts';

let browser: Browser;
let site: Site;
let companyId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
  companyId = await makeSiteCompany();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function open(body = '<main></main>'): Promise<Page> {
  site.put('/page', pageOf(companyId, body));
  const page = await openReady(await openVisitor(browser), `${site.origin}/page`);
  await page.waitForLoadState('load');
  return page;
}

/** On a busy machine even a small pass is cut into slices; here it has all the time of its task. */
async function stopClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    performance.now = () => 0;
  });
}

test('added nodes, changed texts and changed attributes are swapped before the next paint', async () => {
  const page = await open('<main><p id="text">None</p><a id="link" href="/">Call</a></main>');
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

test('comments among what is added, as frameworks leave them, are no obstacle', async () => {
  const page = await open('<main></main>');
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));

  await page.evaluate((target) => {
    const paragraph = document.createElement('p');
    paragraph.append(document.createComment('if'), target);
    document.querySelector('main')!.append(document.createComment('v-if'), paragraph);
  }, TARGET);

  expect(await page.locator('main').textContent()).toBe(DIRECT);
  expect(errors).toEqual([]);
});

test('what an animation frame adds is swapped in that frame', async () => {
  const page = await open();
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

test('5,000 nodes at once are swapped in one go', async () => {
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

test('a number that comes in parts is swapped once it is whole, and not before', async () => {
  const page = await open('<main><p id="p">Call (212) 555</p></main>');
  const text = (): Promise<string | null> => page.locator('#p').textContent();

  await page.evaluate(() => document.querySelector('#p')!.append('-01'));
  expect(await text()).toBe('Call (212) 555-01');
  await page.evaluate(() => {
    const part = document.createElement('b');
    part.textContent = '34';
    document.querySelector('#p')!.append(part);
  });
  expect(await text()).toBe('Call (415) 555-0100');
});

test('a framework that writes the old number back sees it swapped again', async () => {
  const page = await open(`<p id="p">${TARGET}</p>`);

  for (let round = 0; round < 5; round++) {
    await page.evaluate((target) => {
      document.querySelector('#p')!.firstChild!.nodeValue = target;
    }, TARGET);
    expect(await page.locator('#p').textContent()).toBe(DIRECT);
  }
});

test('a page that undoes every swap at once is not fought with, and stays alive', async () => {
  const page = await open('<p id="p"></p>');

  const writes = await page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        const paragraph = document.querySelector('#p')!;
        let count = 0;
        new MutationObserver(() => {
          if (paragraph.textContent !== target) {
            count++;
            paragraph.innerHTML = `<b>${target}</b>`;
          }
        }).observe(paragraph, { subtree: true, childList: true, characterData: true });
        paragraph.textContent = 'start';
        setTimeout(() => resolve(count), 300);
      }),
    TARGET,
  );

  expect(writes).toBeGreaterThan(1);
  expect(writes).toBeLessThan(250);
  expect(await page.locator('#p').textContent()).toBe(TARGET);
});

test('late shadow roots and late frames are swapped; what is changed in them as well', async () => {
  const page = await open('<div id="host"></div>');

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
  await expect.poll(() => page.frameLocator('iframe').locator('p').textContent()).toBe(DIRECT);
});

test('a change of route is a change of content', async () => {
  const page = await open('<main>Home</main>');

  await page.evaluate((target) => {
    history.pushState(null, '', '/contact');
    document.querySelector('main')!.innerHTML = `<h1>Contact</h1><a href="tel:2125550134">${target}</a>`;
  }, TARGET);

  expect(await page.locator('main').innerHTML()).toBe(
    `<h1>Contact</h1><a href="tel:4155550100">${DIRECT}</a>`,
  );
});
