/** Runs in the page: builds it, lets a contender do its work, and takes the time of every task that the work needs. */
// First, since the engine takes its observer when it is loaded.
import { inTask, later, newTasks } from './tasks.ts';
import { numberForms } from '../../worker/edge/lookup/number-forms/number-forms.ts';
import { compile } from '../../widget/forms.ts';
import { restorePage, setForms, swapAgain } from '../../widget/page.ts';

export type Work = 'first swap' | '1,000 added nodes' | '1,000 changed texts';
export type Contender = 'bare walk' | 'leadline' | 'peer';

/** Main-thread time and longest task in milliseconds, and how many numbers show the new digits afterwards. */
export interface Measurement {
  total: number;
  longest: number;
  swapped: number;
}

/** What a contender does: at the start, and until it is told to stop about what the page changes. */
type Start = () => () => void;

const SWAPS = [{ from: '+12125550134', to: '+14155550199', sms: false }];
const FORMS = numberForms(SWAPS);
const CHANGES = 1_000;
/** Whether the engine has swapped and restored this page before. */
let isRestored = false;
/** Every so many text nodes there is a number. */
const NUMBER_EVERY = 100;

declare global {
  interface Window {
    /** Collects the garbage (V8's `--expose-gc`). */
    gc(): void;
    measure(contender: Contender, size: number, work: Work): Promise<Measurement>;
    findAndReplaceDOMText(node: Node, options: { find: RegExp; replace: string }): unknown;
  }
}

const STARTS: Record<Contender, Start> = {
  'bare walk': () => watch(readTexts),
  leadline: () => {
    setForms(compile({ swaps: SWAPS, forms: FORMS }), () => {});
    // A page that was restored has to ask for it.
    if (isRestored) swapAgain(document);
    return () => {
      isRestored = true;
      restorePage();
    };
  },
  peer: () => watch(replaceTexts),
};

window.measure = async (contender, size, work) => {
  document.body.innerHTML = pageOf(size);
  const texts = textsWithoutNumber();
  let tasks = newTasks();
  await idle(tasks);
  window.gc();
  const stop = inTask(STARTS[contender]);
  await idle(tasks);
  if (work !== 'first swap') {
    tasks = newTasks();
    window.gc();
    // The change itself is not measured, only what the contender does about it.
    if (work === '1,000 added nodes') addNodes();
    else changeTexts(texts);
    await idle(tasks);
  }
  const swapped = document.body.textContent.split('(415) 555-0199').length - 1;
  stop();
  return {
    total: tasks.reduce((sum, task) => sum + task, 0),
    longest: Math.max(0, ...tasks),
    swapped,
  };
};

/** Looks at the page, and at what is added or changed as soon as an observer tells of it. */
function watch(look: (node: Node) => unknown): () => void {
  look(document.body);
  const observer = new MutationObserver((records) => {
    const nodes = new Set<Node>();
    for (const { target, addedNodes } of records) {
      if (target.nodeType === Node.TEXT_NODE) nodes.add(target);
      for (const node of addedNodes) nodes.add(node);
    }
    nodes.forEach(look);
    // Without the records of its own changes.
    observer.takeRecords();
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

/** The peer knows texts only, and here one form. It looks at elements, and may have replaced a text since it changed. */
function replaceTexts(node: Node): void {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentNode : node;
  if (element) {
    window.findAndReplaceDOMText(element, { find: /\(212\) 555-0134/g, replace: '(415) 555-0199' });
  }
}

function readTexts(root: Node): number {
  if (root.nodeType === Node.TEXT_NODE) return (root.nodeValue ?? '').length;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let length = 0;
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

function addNodes(): void {
  const added = Array.from({ length: CHANGES }, (_, index) => {
    const node = document.createElement('p');
    node.textContent = index % 10 === 0 ? 'New: (212) 555-0134' : `New: ${index} things`;
    return node;
  });
  document.querySelector('main')?.append(...added);
}

/** The texts that no contender replaces, so that each has the same ones to see changed. */
function textsWithoutNumber(): Node[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.nodeValue?.includes('555-')) texts.push(walker.currentNode);
  }
  return texts;
}

/** Changes as many texts, from one end of the page to the other. */
function changeTexts(texts: readonly Node[]): void {
  for (let index = 0; index < CHANGES; index++) {
    const text = texts[Math.floor((index * texts.length) / CHANGES)];
    if (text) text.nodeValue = index % 10 === 0 ? ' Changed: (212) 555-0134 ' : ` Changed: ${index} things `;
  }
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
