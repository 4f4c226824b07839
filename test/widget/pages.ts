/**
 * Pages that say themselves what is to become of them: `data-becomes="..."` is the text of the element after the swap,
 * `data-becomes-href="..."` an attribute's value. Everything else has to stay, every node included.
 */
import type { Page } from '../harness/engines/page.ts';
import { ready, type Scene, type Visit } from './scene.ts';

declare global {
  interface Window {
    /** Looks at every node of the page, shadow roots and frames of the site included. */
    look: () => Look[];
    served: Look[];
    findFaults: () => string[];
  }
}

/** A node or an attribute, and the value that it had when it was looked at. */
interface Look {
  node: Node;
  value: string | null;
}

/**
 * Opens a page whose plan comes only once the page has loaded and was looked at, and waits until the swap is done.
 * Then `findFaults` knows what has changed.
 */
export async function openSwapped(scene: Scene, path: string, visitor?: Visit): Promise<Page> {
  const visit = visitor ?? (await scene.visit());
  visit.before(watch);
  let answer = (): void => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  scene.edge.deal = () => seen.then(() => 'pass');
  const page = await visit.open(path);
  await page.evaluate(() => {
    window.served = window.look();
  });
  answer();
  await ready(page);
  await idle(page);
  return page;
}

/** Waits until what was changed is swapped, which is so in the next frame, and what a framework may own, once the page is idle. */
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

/** Fills the page's memory until the browser throws away what no script holds any more. */
export async function clearMemory(page: Page): Promise<void> {
  await page.until(async () => {
    // What a task has made or looked at, the browser keeps until the task is over.
    const turn = (): Promise<unknown> =>
      new Promise((resolve) => {
        setTimeout(resolve);
      });
    const unheld = Array.from({ length: 100 }, () => new WeakRef({}));
    for (let turns = 0; turns < 5; turns++) {
      await turn();
      Array.from({ length: 300_000 }, (_, at) => [at]);
    }
    await turn();
    return unheld.some((one) => !one.deref());
  });
}

/**
 * What is wrong with a page of `openSwapped`, in words: a marked text or attribute that is not what it has to be, an
 * unmarked one that is not what it was, a node that was made, moved or removed. A page that marks nothing is wrong as
 * well: a page that is to stay as it is marks its title, so that it cannot pass because nothing ran.
 */
export async function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => window.findFaults());
}

/** Runs in the page before its own scripts. */
function watch(): void {
  // On a busy machine a pass is cut into slices; here it has all the time of its task.
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
  /** What a mark asks for, and what is there. */
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
