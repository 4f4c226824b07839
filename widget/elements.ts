/** Classifies elements: excluded, inline, or waiting for a framework. */
import type { ElementRules } from './forms.ts';

/** The rules of the current plan. */
export let rules: ElementRules;
let inline: RegExp;
/** Until the page is loaded and idle, framework roots wait for hydration. */
let isLoading = true;
/**
 * Limits the wait: a root may look as if React were about to hydrate it when it is not. Two checks without such a root end the
 * wait: React hydrates streamed parts after the root, in a later task.
 */
let patience = 999;

/** Sets the rules. */
export function setRules(given: ElementRules): void {
  inline = RegExp((rules = given).inline);
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
  const root = isLoading && (node as AnyNode).closest?.(rules.roots);
  return (
    (node as AnyNode).closest?.(rules.skip) ||
    // Hydrated parts no longer wait.
    (root && !(marksOf(node as Element) + marksOf(root)).match(rules.taken)) ||
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
 * Ends the wait, and calls `done` with the roots, unless React may still be hydrating one.
 * @returns whether to wait on
 */
export function endWaiting(done: (roots: Element[]) => void): boolean {
  const roots = [...document.querySelectorAll(rules.roots)];
  patience -= roots.some((root) => marksOf(root).match(rules.entered)) ? 1 : 500;
  isLoading = patience > 0;
  if (!isLoading) done(roots);
  return isLoading;
}

/** Returns the nearest block around `node`, whose text is a line of its own. */
export function blockOf(node: Node): Node {
  return node.parentNode && (node.nodeType === 3 || isInline(node)) ? blockOf(node.parentNode) : node;
}
