/** Runs in the page: builds it, lets a contender do its work, and takes the time of every task that the work needs. */
// First, since the engine takes its observer when it is loaded.
import { inTask, later, newTasks } from './tasks.ts';
import { numberForms } from '../../worker/lookup/number-forms.ts';
import { setSwaps } from '../../widget/page.ts';

export type Work = 'first swap' | '1,000 added nodes' | '1,000 changed texts';

/** Main-thread time and longest task in milliseconds, and how many numbers show the new digits afterwards. */
export interface Measurement {
  total: number;
  longest: number;
  swapped: number;
}

const SWAPS = [{ from: '+12125550134', to: '+14155550199', sms: false }];
const FORMS = numberForms(SWAPS);
const CHANGES = 1_000;
/** Every so many text nodes there is a number. */
const NUMBER_EVERY = 100;

declare global {
  interface Window {
    measure(contender: string, size: number, work: Work): Promise<Measurement>;
    findAndReplaceDOMText(node: Node, options: { find: RegExp; replace: string }): unknown;
  }
}

/** What a contender does about what is below the nodes that it is given. */
const LOOKS: Record<string, (nodes: readonly Node[]) => void> = {
  'bare walk': (nodes) => nodes.forEach(readTexts),
  peer: (nodes) =>
    nodes.forEach((node) =>
      window.findAndReplaceDOMText(node, { find: /\(212\) 555-0134/g, replace: '(415) 555-0199' }),
    ),
};

window.measure = async (contender, size, work) => {
  document.body.innerHTML = pageOf(size);
  let tasks = newTasks();
  await idle(tasks);
  if (contender === 'leadline') inTask(() => startEngine());
  else inTask(() => LOOKS[contender]?.([document.body]));
  await idle(tasks);
  if (work !== 'first swap') {
    tasks = newTasks();
    // The change itself is the page's business, what comes of it the contender's.
    const changed = work === '1,000 added nodes' ? addNodes() : changeTexts();
    if (contender !== 'leadline') inTask(() => LOOKS[contender]?.(changed));
    await idle(tasks);
  }
  return {
    total: tasks.reduce((sum, task) => sum + task, 0),
    longest: Math.max(0, ...tasks),
    swapped: document.body.textContent.split('(415) 555-0199').length - 1,
  };
};

function startEngine(): void {
  setSwaps(SWAPS, FORMS, () => {});
}

function readTexts(root: Node): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let length = root.nodeType === Node.TEXT_NODE ? (root.nodeValue ?? '').length : 0;
  while (walker.nextNode()) length += (walker.currentNode.nodeValue ?? '').length;
  return length;
}

/** Articles of paragraphs with emphasis and links, eight text nodes each; one number in a hundred text nodes. */
function pageOf(size: number): string {
  let html = '<main>';
  for (let texts = 0; texts < size; texts += 8) {
    const number = texts % NUMBER_EVERY < 8 ? '(212) 555-0134' : 'the usual number';
    html += `<article><h2>Offer ${texts}</h2><p>Some words on <b>offer ${texts}</b> and <a href="/offers/${texts}">its details</a>, call ${number} <i>today</i>.</p></article>`;
  }
  return `${html}</main>`;
}

function addNodes(): Node[] {
  const added = Array.from({ length: CHANGES }, (_, index) => {
    const node = document.createElement('p');
    node.textContent = index % 10 === 0 ? 'New: (212) 555-0134' : `New: ${index} things`;
    return node;
  });
  document.querySelector('main')?.append(...added);
  return added;
}

function changeTexts(): Node[] {
  const texts = [...document.querySelectorAll('h2')].map((heading) => heading.firstChild as Text);
  const changed = Array.from({ length: CHANGES }, (_, index) => texts[index % texts.length] as Text);
  changed.forEach((text, index) => {
    text.data = index % 10 === 0 ? 'Changed: (212) 555-0134' : `Changed: ${index} things`;
  });
  return [...new Set(changed)].map((text) => text.parentNode as Node);
}

/** Resolves when no task was needed for a while. */
async function idle(tasks: readonly number[]): Promise<void> {
  for (let quiet = 0, before = tasks.length; quiet < 4; quiet = tasks.length === before ? quiet + 1 : 0) {
    before = tasks.length;
    await new Promise((resolve) => {
      later(resolve, 20);
    });
  }
}
