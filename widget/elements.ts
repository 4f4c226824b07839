/** What the engine needs to know about elements: which are excluded, which stand within a line, which hold numbers. */

/**
 * Never touched, nor anything below: code, what visitors type, and what the site or its former script excludes. The
 * content of a template is no part of the page anyway.
 */
export const SKIP =
  'script,style,textarea,code,pre,[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap';

/** Attributes that show or dial a number. */
export const ATTRIBUTES = ['href', 'title', 'aria-label', 'alt', 'placeholder', 'value'];

/**
 * Elements that stand within a line, so that a number may run across their edges; custom elements do too. In the order
 * that compresses best.
 */
const INLINE = /^(em|small|img|mark|strong|abbr|wbr|.+-.+|span|su[bp]|font|time|[abiqsu])$/;

/**
 * Where frameworks put what a server rendered. To change it before the framework has taken it over makes the framework
 * throw it away, so it waits until the page is loaded and idle. A root that a framework marked as its own is taken.
 */
const ROOTS = '#__next,#__nuxt,#___gatsby,#root,#app';
let isLoading = true;

/** Whether a number may run across the edges of the element. */
export const isInline = (node: Node): boolean => INLINE.test((node as Element).localName);

/** Whether an element is excluded, for good or while it waits to be taken over. */
export const isApart = (node: Partial<Element>): boolean | undefined =>
  node.matches?.(SKIP) ||
  (isLoading && node.matches?.(ROOTS) && !/__(react|vue)/.test(Object.keys(node) as unknown as string));

/** A node, or the root of a shadow tree or a frame. */
type Inside = Node & Partial<Pick<ShadowRoot, 'host'> & Pick<Document, 'defaultView'>>;

/** Found not to be excluded, as long as nobody else had a turn. */
let included = new Set<Node>();

export function forgetSkips(): void {
  included = new Set();
}

/** Whether `node` or anything around it, hosts of shadow roots and frames included, is excluded. */
export function isSkipped(node: Inside | null | undefined): boolean {
  return (
    !!node &&
    !included.has(node) &&
    (isApart(node as Element) ||
      isSkipped(node.parentNode || node.host || node.defaultView?.frameElement) ||
      !included.add(node))
  );
}

/** Ends the waiting, and returns the roots that waited. */
export function endWaiting(): Iterable<Node> {
  isLoading = false;
  return document.querySelectorAll(ROOTS);
}

/** The nearest element around `node` whose text is a line of its own. */
export function blockOf(node: Node): Node {
  return node.parentNode && (node.nodeType === 3 || isInline(node)) ? blockOf(node.parentNode) : node;
}
