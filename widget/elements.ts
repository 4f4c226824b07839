/** How elements are judged: which are excluded, which stand within a line, which wait for a framework. */
import type { ElementRules } from './forms.ts';

/** The rules of the present plan. */
export let rules: ElementRules;
let inline: RegExp;
/** Until the page is loaded and idle, roots wait to be taken over by a framework. */
let isLoading = true;
/**
 * How long the end of the waiting may still be put off: a root may look like one that React is about to take over and not be.
 * Two quiet looks end it: React takes over a streamed part after the root, in a later task.
 */
let patience = 999;

export function judgeBy(given: ElementRules): void {
  rules = given;
  inline = RegExp(given.inline);
}

/** Whether a number may run across the edges of the element. */
export const isInline = (node: Node): boolean => inline.test((node as Element).localName);

/** Whether something else begins and ends with the element. */
export const isUnit = (element: Element): unknown =>
  (element.localName + getComputedStyle(element).display).match(rules.unit);

/** What a node may have, be it an element, a document or the root of a shadow tree. */
type Place = Partial<Pick<Element, 'closest'> & Pick<ShadowRoot, 'host'> & Pick<Document, 'defaultView'>>;

/** Whether `node` or anything around it, hosts of shadow roots and frames included, is excluded, for good or while it waits. */
export function isSkipped(node: Node): unknown {
  const { host, defaultView } = node.getRootNode() as Place;
  const outer = host || defaultView?.frameElement;
  const root = isLoading && (node as Place).closest?.(rules.roots);
  return (
    (node as Place).closest?.(rules.skip) ||
    // What a framework has taken over waits no longer.
    (root && !(marksOf(node as Element) + marksOf(root)).match(rules.taken)) ||
    (outer && isSkipped(outer))
  );
}

/**
 * The element's name and what frameworks write on it and on its last child: React marks a root at once, and what is in it
 * as it takes it over.
 */
const marksOf = (element: Element): string =>
  // oxlint-disable-next-line typescript/no-misused-spread -- own properties alone are what is looked at
  ` ${element.localName}` + Object.keys({ ...element, ...element.lastElementChild });

/** The roots that waited, which ends the waiting; undefined while React may be on its way through one of them. */
export function endWaiting(): Element[] | undefined {
  const roots = [...document.querySelectorAll(rules.roots)];
  patience -= roots.some((root) => marksOf(root).match(rules.entered)) ? 1 : 500;
  isLoading = patience > 0;
  return isLoading ? undefined : roots;
}

/** The nearest element around `node` whose text is a line of its own. */
export function blockOf(node: Node): Node {
  return node.parentNode && (node.nodeType === 3 || isInline(node)) ? blockOf(node.parentNode) : node;
}
