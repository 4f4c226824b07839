/**
 * Swaps the numbers of the page in place: changes only values of text nodes and attributes, never nodes. There is one page, so
 * the state belongs to the module.
 */
import { blockOf, endWaiting, findRoots, isSkipped, setRules, rules } from './elements.ts';
import type { Forms, Swap } from './forms.ts';
import { type Carrier, EDGE, JOINT, type Line, walkLines } from './lines.ts';
import { swapLink } from './links.ts';

/** Length of a slice of work, well below the 50 ms of a long task (Long Tasks API). */
const SLICE_MS = 20;
/** After this many passes in a second (the page may undo each), swapping pauses until the second is over. */
const MAX_PASSES = 99;
/** Page caches have copied the page this long after they said so. */
const CACHED_MS = 99;
/** Number of last digits, which all forms of a number share. */
const LABEL_DIGITS = 8;
/** `Node.TEXT_NODE` and `Node.COMMENT_NODE`; documents and shadow roots have higher types. */
const TEXT = 3;
const COMMENT = 8;
/** `NodeFilter.SHOW_TEXT` and `SHOW_CDATA_SECTION`, of XML. */
const SHOW_TEXT = 4 | 8;

/** Attributes by which links, and buttons with a script, dial. */
export const DIALS = ['href', 'onclick'];

/** The change of a text node or attribute. */
export interface Change {
  /** The original value, under its name in an attribute. */
  value: string;
  /** The written value. */
  _to: string;
  /** Of a link. */
  _swap: Swap | undefined;
}

/** A node with members of any kind of node. */
type AnyNode = Node &
  Partial<
    Pick<Element, 'shadowRoot' | 'getAttributeNode' | 'firstElementChild'> & Pick<Document, 'documentElement'>
  >;

/**
 * Changes by text node and attribute. Elements map to their swapped attributes by name, to keep them alive: WebKit discards an
 * attribute object that no script references, and later creates a new one.
 */
const changes = new WeakMap<Node, Change | Record<string, Carrier>>();
/** The carriers with an entry in `changes`; `rest` removes those that the page has discarded. */
let written: WeakRef<Carrier>[] = [];
const observer = new MutationObserver(observe);
let forms: Forms;
/** Whether swapping is on. */
let isOn = true;
let onSwap: () => void;
let changed: boolean | undefined;
/** Passes with slices left. */
let unfinished = 0;
let passes = 0;

/**
 * Restores the page, then swaps these forms everywhere.
 * @param listener called after the first pass and after each that changed something
 */
export function setForms(given: Forms, listener: () => void): void {
  forms = given;
  setRules(forms._elements);
  undo();
  // With the first plan. A lease brings another one each time it is renewed.
  if (!onSwap) {
    // A page cache must not copy the numbers of this visit: somebody else may have them when the copy is shown. Some copy a moment
    // later.
    for (const type of rules.caches) {
      document.addEventListener(type, () => {
        undo();
        setTimeout(swapIn, CACHED_MS);
      });
    }
    // A frame gets a new document when it loads.
    document.addEventListener(
      'load',
      ({ target }) => swapIn([(target as HTMLIFrameElement).contentDocument]),
      true,
    );
  }
  onSwap = listener;
  passes = 0;
  changed = true;
  swapIn();
  // Safari has no idle callback: there setTimeout waits 50 ms, the length of an idle period (W3C requestIdleCallback). It reads [50]
  // as a number; requestIdleCallback reads it as empty options.
  const wait = (): unknown =>
    (window.requestIdleCallback || setTimeout)(() => endWaiting(swapIn, wait), [50] as object);
  wait();
}

/**
 * Swaps in `nodes`, by default the page, and below, synchronously for one time slice. Later additions and changes in their
 * documents and shadow roots are swapped before they are painted.
 */
function swapIn(nodes: Iterable<Node | null | undefined> = [document], roots?: Set<Node>): void {
  run(steps(nodes, roots));
}

/** Swaps in `root`, by default the page, at its request, also after `restorePage`. */
export function swapAgain(root?: Node): void {
  isOn = true;
  swapIn([root || document]);
}

/** Runs steps for one time slice, and the rest in later tasks. */
function run(left: Generator, isLater?: unknown): void {
  if (isLater) unfinished--;
  if (!isOn) return;
  const stop = performance.now() + SLICE_MS;
  while (!left.next().done) {
    if (performance.now() > stop) return void setTimeout(run, 0, left, ++unfinished);
  }
  if (changed) {
    // Also while slices are left: a page that undoes each pass at once would otherwise never reach this.
    if (!passes++) setTimeout(rest, 999);
    if (!unfinished) {
      changed = false;
      onSwap();
    }
  }
}

/**
 * Does the work of `swapIn` in steps, between which the page may run.
 * @param roots searched without visiting shadow roots and frames below; attributes among them are swapped
 */
function* steps(nodes: Iterable<Node | null | undefined>, roots = new Set<Node>()): Generator<void> {
  const places = new Set<Node>();
  findRoots();
  for (const node of nodes) visit(node, roots);
  yield;
  for (const root of roots) findBlocks(root, places);
  // A link comes after its label.
  for (const root of roots) if ((root as Attr).ownerElement) places.add(root);
  for (const place of places) {
    yield;
    // An attribute that the page has removed meanwhile has no element and no texts.
    if ((place as Attr).ownerElement) swapAttribute(place as Attr);
    else if (!isSkipped(place)) walkLines(place, swapLine, true);
  }
}

/**
 * Collects the blocks at or below `root` that may contain a target. Most of a page has no numbers, and the text of a whole
 * subtree is one native call; text nodes are visited only up to the last match. A match across blocks is no number, but may hide
 * one that begins within it, so all blocks that it touches are searched.
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
    // Character data, such as a comment, has no text nodes below.
    while (end < finder.lastIndex && (node = walker.nextNode() as Text | null)) {
      end += node.length;
      if (end > match.index) blocks.add(blockOf(node));
    }
  }
}

/** Restores the page and stops. */
export function restorePage(): void {
  isOn = false;
  undo();
}

/** Restores all values that the page has not changed since, and stops observing. @param within only the values in this element */
function undo(within?: Node): void {
  if (!within) observer.disconnect();
  for (const reference of written) {
    const carrier = reference.deref();
    const change = changeOf(carrier);
    if (change && (!within || within.contains((carrier as Attr).ownerElement || (carrier as Node)))) {
      (carrier as Carrier).nodeValue = change.value;
    }
  }
}

/** Returns the change of a text node or attribute, unless the page has changed it since. */
export function changeOf(carrier: Node | null | undefined): Change | false | undefined {
  const change = changes.get(carrier as Node) as Change | undefined;
  return change?._to === carrier?.nodeValue && change;
}

function observe(records: MutationRecord[]): void {
  const nodes = new Set<Node>();
  const roots = new Set<Node>();
  // The parser reports every added node; children are visited with their added ancestor.
  const added = new Set<Node>();
  for (const record of records) {
    const { target, attributeName } = record;
    for (const node of record.addedNodes) {
      if (!added.has(target)) nodes.add(node);
      added.add(node);
    }
    if (attributeName) {
      // A part that becomes editable must not save the new numbers.
      if (!rules.places.includes(attributeName)) undo(target);
      // What is in a link depends on its number.
      if (!changeOf((target as Element).getAttributeNode(attributeName))) nodes.add(target);
    }
    // Ignore our own changes, which are reported too.
    else if (target.nodeType === TEXT && !changeOf(target)) roots.add(blockOf(target));
  }
  swapIn(nodes, roots);
}

/** Observes a document or shadow root, and collects the nodes and attributes to search in `roots`. */
function visit(node: AnyNode | null | undefined, roots: Set<Node>): void {
  if (!node) return;
  if (node.nodeType > COMMENT) {
    observer.observe(node, rules.observed);
    // A document has no text.
    node = node.documentElement || node;
  }
  roots.add(blockOf(node));
  visit(node.shadowRoot, roots);
  collect(node, roots);
  // Visit what is below, except texts, which are part of the root.
  if (!node.firstElementChild) return;
  for (const element of (node as Element).querySelectorAll(rules.holders)) collect(element, roots);
  for (const element of (node as Element).querySelectorAll<HTMLIFrameElement>('*')) {
    visit(element.shadowRoot || element.contentDocument, roots);
  }
}

function collect(element: AnyNode, roots: Set<Node>): void {
  for (const name of rules.places) {
    const attribute = element.getAttributeNode?.(name);
    if (attribute) roots.add(attribute);
  }
}

/** Runs at the end of a second: resumes swapping after a pause. */
function rest(): void {
  const isOver = passes > MAX_PASSES;
  passes = 0;
  written = written.filter((reference) => reference.deref());
  if (isOver) swapIn();
}

function swapAttribute(attribute: Attr): void {
  const { ownerElement: element, name, value } = attribute as Attr & { ownerElement: HTMLInputElement };
  if (DIALS.includes(name)) {
    // A handler that the page's policy blocks is no function; to write it would be reported.
    swapLink(forms, name === 'href' || element.onclick ? value : '', (href, swap) => {
      // Do not swap if the label keeps showing the old number, in an unknown form.
      const label = element.textContent.replace(/\D/g, '');
      if (!label.includes(swap.from.slice(-LABEL_DIGITS)) || label.includes(swap.to.slice(-LABEL_DIGITS))) {
        write(attribute, href, swap);
      }
    });
  } else if (name !== 'value' || element.matches(rules.buttons)) {
    swapLine([[attribute], value]);
  }
}

/**
 * Swaps in a line. It is searched as one text, so a number may be split over its carriers; each digit changes in place.
 * @returns whether the edges are needed to decide, in which case nothing was written
 */
function swapLine([carriers, text, isRough]: Line): true | undefined {
  let at = 0;
  let last = 0;
  let swapped: Swap | undefined;
  const news = forms
    ._replace(
      text,
      (swap, start) => {
        at += text.slice(last, (last = start)).split(JOINT).length - 1;
        return isDialled(swap, carriers[at] as Carrier) && (swapped = swap);
      },
      isRough,
    )
    ?.replaceAll(EDGE, '')
    .split(JOINT);
  if (!news) return true;
  if (news.length === carriers.length) {
    carriers.forEach((carrier, index) => write(carrier, news[index] as string, swapped));
  }
  return undefined;
}

/**
 * Tells whether `carrier` is in nothing that dials, or in what gets the same new number. Any other label stays, and so does what was
 * written here.
 */
function isDialled(swap: Swap, carrier: Carrier): unknown {
  return (
    !changeOf(carrier) &&
    DIALS.every((name) => {
      const link = ((carrier as Attr).ownerElement || carrier.parentElement)
        ?.closest(`[${name}]`)
        ?.getAttributeNode(name);
      return swapLink(forms, (changeOf(link) || link)?.value, (_, dialled) => dialled.to === swap.to);
    })
  );
}

function write(carrier: Carrier, value: string, swap?: Swap): void {
  const from = carrier.nodeValue as string;
  const { ownerElement = carrier, name } = carrier as Partial<Attr>;
  if (value === from || changeOf(carrier) || passes > MAX_PASSES || isSkipped(ownerElement as Node)) return;
  // A copy gets the page's own number, which the observer then swaps like any other.
  if (!(swap as Swap).copy) {
    if (!changes.has(carrier)) written.push(new WeakRef(carrier));
    changes.set(ownerElement as Node, { ...changes.get(ownerElement as Node), [name as string]: carrier });
    changes.set(carrier, { value: from, _to: value, _swap: swap });
  }
  try {
    carrier.nodeValue = value;
    changed = true;
  } catch {
    // Trusted Types let nobody write a handler.
  }
}
