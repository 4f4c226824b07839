/** Runs in the page: builds it, runs a contender, and measures all its tasks. */
// First, since the engine creates its observer when loaded.
import { inTask, later, newTasks } from './tasks.ts';
import { numberForms } from '../../worker/edge/lookup/number-forms/number-forms.ts';
import { compile } from '../../widget/forms.ts';
import { restorePage, setForms, swapAgain } from '../../widget/page.ts';

/** `lines` and `split lines`: the first swap of a page on which every line has a number, also split over elements. */
export type Work = 'first swap' | '1,000 added nodes' | '1,000 changed texts' | 'lines' | 'split lines';
export type Contender = 'bare walk' | 'leadline' | 'peer';

/** Main-thread time and longest task in milliseconds, and how many numbers show the new digits afterwards. */
export interface Measurement {
  total: number;
  longest: number;
  swapped: number;
}

/** Starts a contender, which then handles changes of the page. @returns a function that stops it */
type Start = () => () => void;

const SWAPS = [{ from: '+12125550134', to: '+14155550199', sms: false }];
const FORMS = numberForms(SWAPS);
const CHANGES = 1_000;
/** Whether the engine has swapped and restored this page before. */
let isRestored = false;
/** One number in this many text nodes. */
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
    // After a restore, swapping must be requested.
    if (isRestored) swapAgain(document);
    return () => {
      isRestored = true;
      restorePage();
    };
  },
  peer: () => watch(replaceTexts),
};

window.measure = async (contender, size, work) => {
  document.body.innerHTML = work.includes('lines') ? linesOf(size, work) : pageOf(size);
  const texts = textsWithoutNumber();
  let tasks = newTasks();
  await idle(tasks);
  window.gc();
  const stop = inTask(STARTS[contender]);
  await idle(tasks);
  if (work.startsWith('1,000')) {
    tasks = newTasks();
    window.gc();
    // The change itself is not measured, only the contender's reaction.
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

/** Visits the page, and then each addition and change that the observer reports. */
function watch(look: (node: Node) => unknown): () => void {
  look(document.body);
  const observer = new MutationObserver((records) => {
    const nodes = new Set<Node>();
    for (const { target, addedNodes } of records) {
      if (target.nodeType === Node.TEXT_NODE) nodes.add(target);
      for (const node of addedNodes) nodes.add(node);
    }
    nodes.forEach(look);
    // Drop the records of its own changes.
    observer.takeRecords();
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

/** Runs the peer, which handles only texts and here one form. It takes elements, and may already have replaced a changed text. */
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

/** Returns articles with emphasis and links, eight text nodes each, and one number in a hundred text nodes. */
function pageOf(size: number): string {
  let html = '<main>';
  for (let texts = 0; texts < size; texts += 8) {
    const number = texts % NUMBER_EVERY < 8 ? '(212) 555-0134' : 'the usual number';
    html += `<article><h2>Offer ${texts}</h2><p>Some words on <b>offer ${texts}</b> and <a href="/offers/${texts}">its details</a>, call ${number} <i>today</i>.</p></article>`;
  }
  return `${html}</main>`;
}

/** Returns lines directly below the body, each with a number. */
function linesOf(size: number, work: Work): string {
  const number = work === 'lines' ? '(212) 555-0134' : '<b>(212)</b> 555-<i>0134</i>';
  return Array.from({ length: size }, (_, line) => `<p>Line ${line}: call ${number} today.</p>`).join('');
}

function addNodes(): void {
  const added = Array.from({ length: CHANGES }, (_, index) => {
    const node = document.createElement('p');
    node.textContent = index % 10 === 0 ? 'New: (212) 555-0134' : `New: ${index} things`;
    return node;
  });
  document.querySelector('main')?.append(...added);
}

/** Returns the texts that no contender replaces, so that all handle the same changes. */
function textsWithoutNumber(): Node[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.nodeValue?.includes('555-')) texts.push(walker.currentNode);
  }
  return texts;
}

/** Changes texts, spread over the page. */
function changeTexts(texts: readonly Node[]): void {
  for (let index = 0; index < CHANGES; index++) {
    const text = texts[Math.floor((index * texts.length) / CHANGES)];
    if (text) text.nodeValue = index % 10 === 0 ? ' Changed: (212) 555-0134 ' : ` Changed: ${index} things `;
  }
}

/** Resolves when there was no task for a while. */
async function idle(tasks: readonly number[]): Promise<void> {
  for (let quiet = 0, before = tasks.length; quiet < 4; quiet = tasks.length === before ? quiet + 1 : 0) {
    before = tasks.length;
    await new Promise((resolve) => {
      later(resolve, 20);
    });
  }
}
