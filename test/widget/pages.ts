/**
 * Pages with their expected results: `data-becomes="..."` is the text of the element after the swap, `data-becomes-href="..."` an
 * attribute's value. Everything else must not change, nodes included.
 */
import type { Page } from '../harness/engines/page.ts';
import { ready, type Scenario, type Visit } from './scenario.ts';

declare global {
  interface Window {
    /** Visits every node of the page, shadow roots and frames of the site included. */
    look: () => Look[];
    served: Look[];
    findFaults: () => string[];
  }
}

/** A node or an attribute with its original value. */
interface Look {
  node: Node;
  value: string | null;
}

/**
 * Opens a page whose plan arrives only after the page has loaded and its values are recorded, and waits for the swap. `findFaults`
 * then compares the values.
 */
export async function openSwapped(scenario: Scenario, path: string, visitor?: Visit): Promise<Page> {
  const visit = visitor ?? (await scenario.visit());
  visit.before(watch);
  let answer = (): void => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  scenario.edge.treat = () => seen.then(() => 'pass');
  const page = await visit.open(path);
  await page.evaluate(() => {
    window.served = window.look();
  });
  answer();
  await ready(page);
  await idle(page);
  return page;
}

/** Waits until changes are swapped: in the next frame, and for framework roots when the page is idle. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<null>((resolve) => {
        // Safari has no idle callback; the widget waits for a timer there.
        const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 50));
        requestAnimationFrame(() => void wait(() => resolve(null), { timeout: 1000 }));
      }),
  );
}

/** Fills the page's memory until the browser collects garbage. */
export async function clearMemory(page: Page): Promise<void> {
  await page.until(async () => {
    // Browsers keep objects used in a task until its end.
    const turn = (): Promise<unknown> =>
      new Promise((resolve) => {
        setTimeout(resolve);
      });
    const unheld = Array.from({ length: 100 }, () => new WeakRef({}));
    for (let turns = 0; turns < 5; turns++) {
      await turn();
      Array.from({ length: 300_000 }, (_, at) => [at]);
      // WebKit counts large buffers, and may leave out lists that nobody reads.
      Array.from({ length: 16 }, () => new Uint8Array(4 << 20).fill(1));
    }
    await turn();
    return unheld.some((one) => !one.deref());
  });
}

/**
 * Lists what is wrong with a page of `openSwapped`: a marked text or attribute without the expected value, an unmarked one that has
 * changed, a node that was created, moved or removed. A page without marks is wrong too: a page that must not change marks its
 * title, so that it cannot pass because nothing ran.
 */
export async function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => window.findFaults());
}

/** Runs in the page before its own scripts. */
function watch(): void {
  // On a busy machine a pass is split into slices; here it runs in one.
  performance.now = () => 0;
  const look = (root: Node): Look[] => {
    const { shadowRoot, contentDocument, attributes } = root as Partial<HTMLIFrameElement>;
    const field = /^(INPUT|TEXTAREA)$/.test(root.nodeName) ? (root as HTMLInputElement).value : null;
    return [
      { node: root, value: root.nodeValue ?? field },
      ...Array.from(attributes ?? [], (node) => ({ node, value: node.value })),
      ...[shadowRoot, contentDocument, ...root.childNodes].flatMap((node) => (node ? look(node) : [])),
    ];
  };
  const plain = (text: string): string => text.replaceAll(/[ \n]+/g, ' ').trim();
  const nameOf = (node: Node | null): string => {
    const owner = (node as Attr).ownerElement;
    if (owner) return `${nameOf(owner)}[${node?.nodeName}]`;
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName}${element.id && `#${element.id}`}` : String(node?.nodeName);
  };
  /** Compares the expected and the actual value of a mark. */
  const check = (mark: Attr): string[] => {
    const element = mark.ownerElement as Element;
    const name = mark.name.slice('data-becomes-'.length);
    const found = name ? element.getAttribute(name) : element.textContent;
    return plain(found ?? '') === plain(mark.value)
      ? []
      : [`${nameOf(element)} ${name} is to be "${mark.value}" and is "${plain(found ?? '')}"`];
  };
  const isMarked = (node: Node): boolean | undefined => {
    const { ownerElement, name } = node as Attr;
    if (ownerElement) return ownerElement.hasAttribute(`data-becomes-${name}`);
    if (node.nodeName === 'INPUT') return (node as Element).hasAttribute('data-becomes-value');
    return !!node.parentElement?.closest('[data-becomes]');
  };
  window.look = () => look(document);
  window.findFaults = () => {
    const { served } = window;
    const now = window.look();
    const marks = now.map(({ node }) => node).filter(({ nodeName }) => /^data-becomes/i.test(nodeName));
    const isSame = now.length === served.length && now.every(({ node }, at) => node === served[at]?.node);
    return [
      ...(marks.length ? [] : ['nothing is marked']),
      ...marks.flatMap((mark) => check(mark as Attr)),
      ...(isSame ? [] : ['there are other nodes than before']),
      ...now.flatMap(({ node, value }, at) =>
        !isSame || value === served[at]?.value || isMarked(node)
          ? []
          : [`${nameOf(node)} was "${served[at]?.value}" and is "${value}"`],
      ),
    ];
  };
}
