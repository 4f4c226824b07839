/**
 * Swaps the numbers of the page in place: only the values of text nodes and attributes change, never a node. There is
 * one page, so its state is the module's.
 */
import { blockOf, endWaiting, isSkipped, judgeBy, rules } from './elements.ts';
import type { Forms, Swap } from './forms.ts';
import { type Carrier, swapLine, walkLines } from './lines.ts';
import { swapLink } from './links.ts';

/** Work is cut into slices well below the 50 ms of a long task (Long Tasks API). */
const SLICE_MS = 20;
/** A page that undoes this many passes within a second is left alone until the second is over. */
const MAX_PASSES = 99;
/** The last digits, which all ways of printing a number have in common. */
const LABEL_DIGITS = 8;
/** `Node.TEXT_NODE` and so on; a document and a shadow root are beyond a comment. */
const TEXT = 3;
const COMMENT = 8;
/** `NodeFilter.SHOW_ELEMENT`; and what makes up the text of a subtree, the character data sections of XML too. */
const SHOW_ELEMENT = 1;
const SHOW_TEXT = 4 | 8;

/** What a text node or an attribute said and says now. */
export interface Change {
  _from: string;
  _to: string;
  /** Of a link. */
  _swap: Swap | undefined;
}

/** A node of any kind. */
type Place = Node &
  Partial<
    Pick<Element, 'shadowRoot' | 'getAttributeNode' | 'firstElementChild'> & Pick<Document, 'documentElement'>
  >;

/**
 * By text node and attribute. By element those of its attributes, by name, which hold them: WebKit throws away the
 * object of an attribute that no script holds, and has another one when the page is asked for it again.
 */
const changes = new WeakMap<Node, Change | Record<string, Carrier>>();
/** What has an entry in `changes`; of what a page has thrown away, what the last second of changes left (`rest`). */
let written: WeakRef<Carrier>[] = [];
const observer = new MutationObserver(observe);
let forms: Forms;
/** Whether the page wants to be swapped. */
let isOn = true;
let onSwap: () => void;
let changed: boolean | undefined;
/** Passes whose next slice is still to come. */
let unfinished = 0;
let passes = 0;

/**
 * Swaps these forms everywhere, after bringing back what the page said.
 * @param hear is called after the first pass, and after each that changed something
 */
export function setForms(given: Forms, hear: () => void): void {
  forms = given;
  judgeBy(forms._elements);
  undo();
  onSwap = hear;
  passes = 0;
  changed = true;
  swapIn([document]);
  // The load event comes after the scripts that take a page over. Safari has no idle callback; its timer waits as long as an
  // idle period lasts (50 ms, W3C requestIdleCallback), a number that it reads from a list, which a callback takes for no options.
  const wait = (): unknown =>
    (window.requestIdleCallback || setTimeout)(
      () => {
        const roots = endWaiting();
        if (roots) swapIn(roots);
        else wait();
      },
      [50] as object,
    );
  // Complete: the other states, interactive and loading, come later in the alphabet.
  if (document.readyState < 'd') wait();
  else addEventListener('load', wait);
  // A frame has another document once it has loaded.
  document.addEventListener(
    'load',
    ({ target }) => swapIn([(target as HTMLIFrameElement).contentDocument]),
    true,
  );
}

/**
 * Swaps in `nodes` and everything below, at once as far as a slice of time goes. What is added or changed later in
 * these documents and shadow roots is swapped before it is painted.
 */
function swapIn(nodes: Iterable<Node | null | undefined>): void {
  run(steps(nodes));
}

/** The same when the page asks for it, also after `restorePage`. */
export function swapAgain(root: Node): void {
  isOn = true;
  swapIn([root]);
}

/** Takes steps for a slice of time, and the rest in later tasks. */
function run(left: Generator, isLater?: unknown): void {
  if (isLater) unfinished--;
  if (!isOn) return;
  const stop = performance.now() + SLICE_MS;
  while (!left.next().done) {
    if (performance.now() > stop) return void setTimeout(run, 0, left, ++unfinished);
  }
  if (changed) {
    // While a slice is still to come too, which a page that undoes each pass at once would never let come.
    if (!passes++) setTimeout(rest, 1000);
    if (!unfinished) {
      changed = false;
      onSwap();
    }
  }
}

/**
 * What `swapIn` does, in steps after each of which the page may have its turn.
 * @param roots are searched, without a look at what else is below; attributes among them are swapped
 */
function* steps(nodes: Iterable<Node | null | undefined>, roots = new Set<Node>()): Generator<void> {
  const places = new Set<Node>();
  for (const node of nodes) visit(node, roots);
  yield;
  for (const root of roots) findBlocks(root, places);
  // A link comes after its label.
  for (const root of roots) if ((root as Attr).ownerElement) places.add(root);
  for (const place of places) {
    yield;
    // An attribute that the page has removed in the meantime has no element, and no texts.
    if ((place as Attr).ownerElement) swapAttribute(place as Attr);
    else if (!isSkipped(place)) walkLines(place, (line) => swapLine(forms, write, line), true);
  }
}

/**
 * Puts the blocks in which a target may stand, `root` or below it, into `blocks`. Most of a page holds no number, and the
 * text of a whole subtree is one native call; its texts are counted off only as far as there are matches. One that runs
 * from block to block is no number, but may hide one that begins within it, so each block that it touches is searched.
 */
function findBlocks(root: Node, blocks: Set<Node>): void {
  // A document without an element has no text.
  const text = `${root.textContent}`;
  const finder = forms._finder(text);
  let walker: TreeWalker | undefined;
  let node;
  let end = 0;
  let match;
  while ((match = finder.exec(text))) {
    walker ||= document.createTreeWalker(root, SHOW_TEXT);
    // A node that is a text itself, a comment for instance, has no text nodes below.
    while (end < finder.lastIndex && (node = walker.nextNode() as Text | null)) {
      end += node.length;
      if (end > match.index) blocks.add(blockOf(node));
    }
  }
}

/** Brings back what the page said, and ends everything that is still to come. */
export function restorePage(): void {
  isOn = false;
  undo();
}

/** Brings back what the page said, where it still says what was written, and watches no longer. */
function undo(): void {
  observer.disconnect();
  for (const reference of written) {
    const carrier = reference.deref();
    const change = changeOf(carrier);
    if (change) (carrier as Carrier).nodeValue = change._from;
  }
}

/** What was written to a text node or an attribute, as long as it stands there. */
export function changeOf(carrier: Node | null | undefined): Change | false | undefined {
  const change = changes.get(carrier as Node) as Change | undefined;
  return change?._to === carrier?.nodeValue && change;
}

function observe(records: MutationRecord[]): void {
  const nodes = new Set<Node>();
  const roots = new Set<Node>();
  // A parser reports every node that it adds; what is below an added node is seen with that node.
  const added = new Set<Node>();
  for (const record of records) {
    const { target, attributeName } = record;
    if (attributeName) collect(target, roots);
    else if (target.nodeType !== TEXT) {
      for (const node of record.addedNodes) {
        if (!added.has(target)) nodes.add(node);
        added.add(node);
      }
    }
    // What was written here is reported as well.
    else if (!changeOf(target)) roots.add(blockOf(target));
  }
  run(steps(nodes, roots));
}

/** Watches a document or shadow root, and puts what is to be searched, and the attributes, into `roots`. */
function visit(node: Place | null | undefined, roots: Set<Node>): void {
  if (!node) return;
  if (node.nodeType > COMMENT) {
    observer.observe(node, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: rules.attributes as string[],
    });
    // A document has no text.
    node = node.documentElement || node;
  }
  roots.add(blockOf(node));
  visit(node.shadowRoot, roots);
  collect(node, roots);
  // The same for what is below, except that the texts are a part of a root that is searched already.
  if (!node.firstElementChild) return;
  for (const element of (node as Element).querySelectorAll(rules.holders)) collect(element, roots);
  const walker = document.createTreeWalker(node, SHOW_ELEMENT);
  let element;
  while ((element = walker.nextNode() as (Element & Partial<HTMLIFrameElement>) | null)) {
    visit(element.shadowRoot || element.contentDocument, roots);
  }
}

function collect(element: Place, roots: Set<Node>): void {
  for (const name of rules.attributes) {
    const attribute = element.getAttributeNode?.(name);
    if (attribute) roots.add(attribute);
  }
}

/** The end of a second: what was left alone gets its turn. */
function rest(): void {
  const last = passes;
  passes = 0;
  written = written.filter((reference) => reference.deref());
  if (last > MAX_PASSES) swapIn([document]);
}

function swapAttribute(attribute: Attr): void {
  const { ownerElement: element, name, value } = attribute as Attr & { ownerElement: HTMLInputElement };
  if (name === 'href') {
    swapLink(forms, value, (href, swap) => {
      // Unless the label goes on to show the old number, in a form that nobody knows.
      const label = element.textContent.replace(/\D/g, '');
      if (!label.includes(swap.from.slice(-LABEL_DIGITS)) || label.includes(swap.to.slice(-LABEL_DIGITS))) {
        write(attribute, href, swap);
      }
    });
  } else if (name !== 'value' || element.matches(rules.buttons)) {
    swapLine(forms, write, [[attribute], value]);
  }
}

function write(carrier: Carrier, value: string, swap?: Swap): void {
  const from = carrier.nodeValue as string;
  const { ownerElement = carrier, name } = carrier as Partial<Attr>;
  if (value === from || changeOf(carrier) || passes > MAX_PASSES || isSkipped(ownerElement as Node)) return;
  if (!changes.has(carrier)) written.push(new WeakRef(carrier));
  changes.set(ownerElement as Node, { ...changes.get(ownerElement as Node), [name as string]: carrier });
  changes.set(carrier, { _from: from, _to: value, _swap: swap });
  carrier.nodeValue = value;
  changed = true;
}
