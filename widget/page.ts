/** Swaps the numbers of a page in place: only the values of text nodes and attributes change, never a node. */
import { SKIP, ATTRIBUTES, blockOf, eachAttribute, eachRoot, isInline, isSkipped } from './elements.ts';
import type { Forms, Swap } from './forms.ts';
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

const BUTTON = /^input(button|submit|reset)$/;
const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ATTRIBUTES,
};

/** What a text node or an attribute said and says now. */
export interface Change {
  _from: string;
  _to: string;
  /** Of a link. */
  _swap: Swap | undefined;
}

/** The page as the engine sees it. */
export class Page {
  readonly _forms: Forms;
  readonly _onSwap: () => void;
  readonly _changes = new WeakMap<Node, Change>();
  /** To be searched: blocks with all blocks within, and lines by themselves, named by the block that they are in. */
  readonly _blocks = new Set<Node>();
  readonly _lines = new Set<Node>();
  readonly _observer = new MutationObserver((records) => this._observe(records));
  _changed = false;
  _passes = 0;

  /** @param onSwap is called after a pass that changed something */
  constructor(forms: Forms, onSwap: () => void) {
    this._forms = forms;
    this._onSwap = onSwap;
  }

  /**
   * Swaps in `nodes` and everything below, at once as far as a slice of time goes. What is added or changed later in
   * these documents and shadow roots is swapped before it is painted.
   */
  _swap(nodes: Iterable<Node>): void {
    const stop = performance.now() + SLICE_MS;
    for (const node of nodes) this._visit(node);
    for (const block of this._lines) this._swapLines(block, false);
    this._lines.clear();
    this._work(stop);
  }

  /** Brings back what the page said, where it still says what was written, and watches no longer. */
  _restore(root: Node): void {
    this._observer.disconnect();
    const back = (carrier: Node | null): void => {
      const change = this._change(carrier);
      if (carrier && change) carrier.nodeValue = change._from;
    };
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) back(texts.currentNode);
    eachAttribute(root, (element, name) => back(element.getAttributeNode?.(name)));
    eachRoot(root, (inner) => this._restore(inner));
  }

  /** What was written to a text node or an attribute, as long as it stands there. */
  _change(carrier: Node | null): Change | undefined {
    const change = carrier ? this._changes.get(carrier) : undefined;
    return change?._to === carrier?.nodeValue ? change : undefined;
  }

  _observe(records: MutationRecord[]): void {
    const nodes = new Set<Node>();
    // A parser reports every node that it adds; what is below an added node is seen with that node.
    const added = new Set<Node>();
    for (const { target, addedNodes, attributeName } of records) {
      if (attributeName) this._swapAttribute(target as Element, attributeName);
      else if (target.nodeType === TEXT) nodes.add(target);
      addedNodes.forEach((node) => {
        if (!added.has(target)) nodes.add(node);
        added.add(node);
      });
    }
    this._swap(nodes);
  }

  _visit(node: Node): void {
    if (isSkipped(node)) return;
    if (node.nodeType > COMMENT) this._observer.observe(node, OBSERVED);
    if (node.nodeType === TEXT || isInline(node)) this._lines.add(blockOf(node));
    else this._blocks.add(node);
    if (node.nodeType !== TEXT) {
      eachAttribute(node, (element, name) => this._swapAttribute(element, name));
      eachRoot(node, (root) => this._visit(root));
    }
  }

  /** Searches the blocks that are left until `stop`, then lets the page have its turn. */
  _work(stop: number): void {
    for (const block of this._blocks) {
      this._blocks.delete(block);
      // Most of a page holds no number, and the text of a whole subtree is one native call. A document has none.
      const text = block.textContent;
      if (text === null || text.search(this._forms._pattern) >= 0) this._swapLines(block, true);
      if (performance.now() > stop) {
        setTimeout(() => this._work(performance.now() + SLICE_MS));
        break;
      }
    }
    if (!this._changed) return;
    this._changed = false;
    if (!this._passes++) setTimeout(() => this._rest(), 1000);
    this._onSwap();
  }

  /** The end of a second: what was left alone gets its turn. */
  _rest(): void {
    const passes = this._passes;
    this._passes = 0;
    if (passes > MAX_PASSES) this._swap([document]);
  }

  /** Searches the lines of a block, and puts by the blocks within: `all`, or only those that stand within lines. */
  _swapLines(block: Node, all: boolean): void {
    let line: Text[] = [];
    const end = (): void => {
      swapLine(this._forms, line, this._write);
      line = [];
    };
    const walk = (parent: Node): void => {
      for (let node = parent.firstChild; node; node = node.nextSibling) {
        if (node.nodeType === TEXT) line.push(node as Text);
        else if (node.nodeType === ELEMENT) {
          const isApart = (node as Element).matches(SKIP);
          if (!isApart && isInline(node)) walk(node);
          else {
            end();
            if (!isApart && (all || parent !== block)) this._blocks.add(node);
          }
        }
      }
    };
    walk(block);
    end();
  }

  _swapAttribute(element: Element, name: string): void {
    const value = element.getAttribute?.(name) as string;
    if (!/\d/.test(value)) return;
    const attribute = element.getAttributeNode(name) as Attr;
    if (name === 'href') swapLink(this._forms, value, (href, swap) => this._write(attribute, href, swap));
    else if (name !== 'value' || BUTTON.test(element.localName + (element as HTMLInputElement).type)) {
      swapLine(this._forms, [attribute], this._write);
    }
  }

  readonly _write = (carrier: Carrier, value: string, swap?: Swap): void => {
    const from = carrier.nodeValue as string;
    const element = (carrier as Attr).ownerElement;
    if (value === from || this._change(carrier) || this._passes > MAX_PASSES) return;
    if (element && isSkipped(element)) return;
    this._changes.set(carrier, { _from: from, _to: value, _swap: swap });
    carrier.nodeValue = value;
    this._changed = true;
  };
}
