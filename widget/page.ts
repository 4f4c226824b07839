/**
 * Swaps the numbers of the page in place: only the values of text nodes and attributes change, never a node. There is
 * one page, so its state is the module's.
 */
import { ATTRIBUTES, blockOf, endWaiting, forgetSkips, isApart, isInline, isSkipped } from './elements.ts';
import { type Numbering, type Forms, type Swap, compile } from './forms.ts';
import { type Carrier, swapLine } from './lines.ts';
import { swapLink } from './links.ts';

/** Work is cut so that no task comes near the 50 ms from which on a page feels slow (Long Tasks API). */
const SLICE_MS = 20;
/** A page that undoes this many passes within a second is left alone until the second is over. */
const MAX_PASSES = 99;
/** `Node.TEXT_NODE` and so on; a document and a shadow root are beyond a comment. */
const ELEMENT = 1;
const TEXT = 3;
const COMMENT = 8;

/** What a text node or an attribute said and says now. */
export interface Change {
  _from: string;
  _to: string;
  /** Of a link. */
  _swap: Swap | undefined;
}

/** A node of any kind. */
type Place = Node &
  Partial<Pick<Element, 'shadowRoot' | 'attributes' | 'firstElementChild'> & Pick<Document, 'body'>>;

const changes = new WeakMap<Node, Change>();
/** What has an entry in `changes`. */
const written: WeakRef<Carrier>[] = [];
const observer = new MutationObserver(observe);
let forms: Forms;
let onSwap: () => void;
let changed = false;
let passes = 0;

/**
 * Swaps these numbers everywhere, after bringing back what the page said.
 * @param hear is called after the first pass, and after each that changed something
 */
export function setSwaps(numbering: Numbering, hear: () => void): void {
  forms = compile(numbering);
  restorePage();
  onSwap = hear;
  passes = 0;
  changed = true;
  swapIn([document]);
  // Safari has no idle callback; the load event comes after the scripts that take a page over.
  const wait = (): unknown => (window.requestIdleCallback || setTimeout)(() => swapIn(endWaiting()));
  // Complete: the other states, interactive and loading, come later in the alphabet.
  if (document.readyState < 'd') wait();
  else addEventListener('load', wait);
  document.addEventListener('load', enterFrame, true);
}

/** A frame has another document once it has loaded. */
function enterFrame({ target }: Event): void {
  swapIn([(target as HTMLIFrameElement).contentDocument]);
}

/** The forms of the present swaps. */
export const currentForms = (): Forms => forms;

/**
 * Swaps in `nodes` and everything below, at once as far as a slice of time goes. What is added or changed later in
 * these documents and shadow roots is swapped before it is painted.
 * @param blocks are searched after that, from `left` on
 */
export function swapIn(
  nodes: Iterable<Node | null | undefined>,
  blocks = new Set<Node>(),
  left: Iterable<Node> = blocks.values(),
): void {
  const stop = performance.now() + SLICE_MS;
  for (const node of nodes) visit(node, blocks);
  for (const block of left) {
    // Most of a page holds no number, and the text of a whole subtree is one native call. A document has none.
    if (~(block.textContent?.search(forms._pattern) as number) && !isSkipped(block)) {
      searchLines(block, blocks);
    }
    if (performance.now() > stop) {
      setTimeout(swapIn, 0, [], blocks, left);
      break;
    }
  }
  forgetSkips();
  if (changed) {
    changed = false;
    if (!passes++) setTimeout(rest, 1000);
    onSwap();
  }
}

/** Brings back what the page said, where it still says what was written, and watches no longer. */
export function restorePage(): void {
  observer.disconnect();
  for (const reference of written) {
    const carrier = reference.deref();
    const change = changeOf(carrier);
    if (change) (carrier as Carrier).nodeValue = change._from;
  }
}

/** What was written to a text node or an attribute, as long as it stands there. */
export function changeOf(carrier: Node | null | undefined): Change | false | undefined {
  const change = changes.get(carrier as Node);
  return change?._to === carrier?.nodeValue && change;
}

function observe(records: MutationRecord[]): void {
  const nodes = new Set<Node>();
  // A parser reports every node that it adds; what is below an added node is seen with that node.
  const added = new Set<Node>();
  for (const { target, addedNodes, attributeName } of records) {
    if (attributeName) swapAttribute(target as Element, attributeName);
    // What was written here is reported as well.
    if (target.nodeType === TEXT && !changeOf(target)) nodes.add(target);
    for (const node of addedNodes) {
      if (!added.has(target)) nodes.add(node);
      added.add(node);
    }
  }
  swapIn(nodes);
}

/** Watches a document or shadow root, swaps attributes, and puts what is to be searched into `blocks`. */
function visit(node: Place | null | undefined, blocks: Set<Node>): void {
  if (!node) return;
  if (node.nodeType > COMMENT) {
    observer.observe(node, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ATTRIBUTES,
    });
  }
  if (node.body) {
    // The rest of a head is scripts and styles.
    visit((node as Document).querySelector('title'), blocks);
    return visit(node.body, blocks);
  }
  blocks.add(blockOf(node));
  visit(node.shadowRoot, blocks);
  if (node.attributes?.[0]) for (const name of ATTRIBUTES) swapAttribute(node as Element, name);
  if (node.firstElementChild) visitBelow(node as Element, blocks);
}

/** The same for what is below, except that the texts are a part of a block that is searched already. */
function visitBelow(root: Element, blocks: Set<Node>): void {
  // One attribute at a time is what the browser's selector engine is fast at; of the links those with a scheme.
  for (const name of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${name}${name === 'href' ? '*=":"' : ''}]`)) {
      swapAttribute(element, name);
    }
  }
  // A list by index: an iterator takes twice the time, and this is every element of the page.
  const elements = root.querySelectorAll('*');
  let element;
  for (let index = 0; (element = elements[index]); index++) {
    visit(element.shadowRoot, blocks);
  }
  for (const frame of root.querySelectorAll('iframe')) visit(frame.contentDocument, blocks);
}

/** The end of a second: what was left alone gets its turn. */
function rest(): void {
  const last = passes;
  passes = 0;
  if (last > MAX_PASSES) swapIn([document]);
}

/** Searches the lines of a block, and puts by the blocks within. */
function searchLines(block: Node, blocks: Set<Node>): void {
  let line: Text[] = [];
  const end = (): void => {
    if (line[0]) swapLine(forms, line, write);
    line = [];
  };
  const walk = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === TEXT) line.push(node as Text);
      else if (node.nodeType === ELEMENT) {
        if (isInline(node) && !isApart(node as Element)) walk(node);
        else {
          // A line goes on behind an icon.
          if ((node as Element).localName !== 'svg') end();
          blocks.add(node);
        }
      }
    }
  };
  walk(block);
  end();
}

function swapAttribute(element: Element, name: string): void {
  const attribute = element.getAttributeNode(name) as Attr;
  const value = attribute?.value;
  if (/\d/.test(value)) {
    if (name === 'href') swapLink(forms, value, (href, swap) => write(attribute, href, swap));
    else if (
      name !== 'value' ||
      /^input(bu|su|re)/.test(element.localName + (element as HTMLInputElement).type)
    ) {
      swapLine(forms, [attribute], write);
    }
  }
}

function write(carrier: Carrier, value: string, swap?: Swap): void {
  const from = carrier.nodeValue as string;
  if (
    value === from ||
    changeOf(carrier) ||
    passes > MAX_PASSES ||
    isSkipped((carrier as Attr).ownerElement)
  ) {
    return;
  }
  if (!changes.has(carrier)) written.push(new WeakRef(carrier));
  changes.set(carrier, { _from: from, _to: value, _swap: swap });
  carrier.nodeValue = value;
  changed = true;
}
