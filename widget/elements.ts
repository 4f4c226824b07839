/** Classifies elements: excluded, inline, or waiting for a framework. */
import type { ElementRules } from './forms.ts';

/** The rules of the current plan. */
export let rules: ElementRules;
let inline: RegExp;
/**
 * While it is above 0, framework roots wait for hydration. It limits the wait, since a root may only look as if it were about to be
 * hydrated. Two checks without such a root end the wait: React hydrates streamed parts after the root, in a later task.
 */
let patience = 999;
/** Selector of the roots that wait in this pass. */
let waiting: string | false;
/** Whether a number was found that waits. */
let isHeld: unknown;

/** Sets the rules. */
export function setRules(given: ElementRules): void {
  inline = RegExp((rules = given).inline);
}

/** Decides which roots wait, once a pass: to match `rules.roots` takes longer the more children the body has. */
export function findRoots(): void {
  waiting = patience > 0 && rules.parts + (document.documentElement?.matches(rules.roots) ? ',html' : '');
}

/** Tells whether a number may continue across the edges of the element. */
export const isInline = (node: Node): boolean => inline.test((node as Element).localName);

/** Tells whether the element is a unit, at whose edges a number ends. */
export const isUnit = (element: Element): unknown =>
  (element.localName + getComputedStyle(element).display).match(rules.unit);

/** Members of an element, a document or a shadow root. */
type AnyNode = Partial<Pick<Element, 'closest'> & Pick<ShadowRoot, 'host'> & Pick<Document, 'defaultView'>>;

/** Tells whether `node` or an ancestor, across shadow roots and frames, is excluded or waits for hydration. */
export function isSkipped(node: Node): unknown {
  const tree = node.getRootNode() as AnyNode;
  const outer = tree.host || tree.defaultView?.frameElement;
  const root = waiting && (node as AnyNode).closest?.(waiting);
  return (
    (node as AnyNode).closest?.(rules.skip) ||
    // Hydrated parts no longer wait.
    (root && !(marksOf(node as Element) + marksOf(root)).match(rules.taken) && (isHeld = true)) ||
    (outer && isSkipped(outer))
  );
}

/**
 * Returns the element's name and the properties that frameworks set on it and its last child: React marks a root at once, and
 * its children when it hydrates them.
 */
const marksOf = (element: Element): string =>
  // oxlint-disable-next-line typescript/no-misused-spread -- only own properties are needed
  ` ${element.localName}` + Object.keys({ ...element, ...element.lastElementChild });

/**
 * Ends the wait, and calls `done` if a number has waited, unless a root may still be hydrated: before the scripts of the page have run
 * (DOMContentLoaded); while React is at it; and of a framework's own root until the page is loaded. A mere name, such as `#app`,
 * proves no framework.
 * @param wait called to ask again later
 */
export function endWaiting(done: () => void, wait: () => void): void {
  findRoots();
  patience -=
    // oxlint-disable-next-line typescript/no-deprecated -- its successor takes more bytes, and the state `interactive` begins earlier
    performance.timing.domContentLoadedEventStart &&
    ![...document.querySelectorAll(waiting as string)].some((root) =>
      (document.readyState + root.id + marksOf(root)).match(rules.pending),
    )
      ? 500
      : 1;
  if (patience > 0) wait();
  else if (isHeld) done();
}

/** Returns the nearest block around `node`, whose text is a line of its own. */
export function blockOf(node: Node): Node {
  return node.parentNode && (node.nodeType === 3 || isInline(node)) ? blockOf(node.parentNode) : node;
}
