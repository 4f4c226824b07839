/** What the engine needs to know about elements: which are excluded, which stand within a line, which hold numbers. */

/** Never touched, nor anything below: code, what visitors type, and what the site or its former script excludes. */
export const SKIP =
  'script,style,template,noscript,textarea,code,pre,[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap';

/** Attributes that show or dial a number. */
export const ATTRIBUTES = ['title', 'aria-label', 'alt', 'placeholder', 'value', 'href'];

/** Elements with such an attribute, found by the browser's own selector engine; of the links those with a scheme. */
const HOLDERS = `[${ATTRIBUTES.join('],[')}*=":"]`;

/** Elements that stand within a line, so that a number may run across their edges; custom elements do too. */
const INLINE = /^([abiqsu]|abbr|bdi|em|font|i(mg|ns)|label|mark|s(mall|pan|trong|u[bp]|vg)|t(ime|t)|.+-.+)$/;

/** Whether a number may run across the edges of the element. */
export const isInline = (node: Node): boolean => INLINE.test((node as Element).localName);

/** Whether `node` or anything around it, hosts of shadow roots included, is excluded. */
export function isSkipped(node: Node): boolean {
  const { host } = node.getRootNode() as ShadowRoot;
  return !!(node as Element).closest?.(SKIP) || (!!host && isSkipped(host));
}

/** The nearest element around `node` whose text is a line of its own. */
export function blockOf(node: Node): Node {
  return node.parentNode && (node.nodeType === 3 || isInline(node)) ? blockOf(node.parentNode) : node;
}

/** Hands over the attributes on `root` and below that may hold a number. */
export function eachAttribute(root: Node, hand: (element: Element, name: string) => void): void {
  for (const element of [root as Element, ...(root as Element).querySelectorAll(HOLDERS)]) {
    for (const name of ATTRIBUTES) hand(element, name);
  }
}

/** Hands over the open shadow roots and the documents of same-origin frames on `root` and below. */
export function eachRoot(root: Node, hand: (root: Node) => void): void {
  // A list by index: an iterator takes twice the time, and this is every element of the page.
  const elements = (root as Element).querySelectorAll('*');
  let element: Element | undefined = root as Element;
  for (let index = 0; element; element = elements[index++]) {
    const inner = element.shadowRoot || (element as HTMLIFrameElement).contentDocument;
    if (inner) hand(inner);
  }
}
