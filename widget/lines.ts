/** Swaps within a line: consecutive text nodes of a block, or one attribute. */
import { isInline, isSkipped, isUnit } from './elements.ts';
import type { Forms, Swap } from './forms.ts';

/** Separate the texts of a line, and mark the edges of units. HTML parsers never produce the first. */
const JOINT = '\0';
const EDGE = '\x01';

/** A text node or an attribute, which may contain numbers. */
export type Carrier = Text | Attr;

/** Text nodes or an attribute, their joined values, and whether these lack the edges of elements. */
export type Line<Part extends Carrier = Carrier> = [
  carriers: readonly Part[],
  text: string,
  isRough?: boolean | undefined,
];

/**
 * Calls `write` for each carrier of a line with its new value. The line is searched as one text, so a number may be split over
 * its carriers; each digit changes in place.
 * @param accept decides whether to swap a number that begins in an element
 * @returns whether the edges are needed to decide, in which case nothing was written
 */
export function swapLine(
  { _replace }: Forms,
  accept: (swap: Swap, element: Element | null) => unknown,
  write: (carrier: Carrier, value: string) => void,
  [carriers, text, isRough]: Line,
): boolean {
  let at = 0;
  let last = 0;
  const news = _replace(
    text,
    (swap, start) => {
      at += text.slice(last, start).split(JOINT).length - 1;
      last = start;
      const carrier = carriers[at] as Carrier;
      return accept(swap, carrier.parentElement || (carrier as Attr).ownerElement);
    },
    isRough,
  )
    ?.replaceAll(EDGE, '')
    .split(JOINT);
  if (news?.length === carriers.length) carriers.forEach((carrier, at) => write(carrier, news[at] as string));
  return !news;
}

/**
 * Calls `onLine` with each line of a block, without those of inner blocks.
 * @param onLine returns whether it needs the edges of elements; then it gets all lines again with them
 * @param isRough whether to omit the edges at first, since finding them requires computed styles
 */
export function walkLines(block: Node, onLine: (line: Line<Text>) => unknown, isRough?: boolean): undefined {
  let line: Text[] = [];
  let text = '';
  const end = (): void => {
    if (line[0] && onLine([line, text, isRough])) isRough = walkLines(block, onLine);
    line = [];
    text = '';
  };
  const walk = (parent: Node): void => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const { localName } = node as Element;
      if (node.nodeType === 3) {
        text += (line[0] ? JOINT : '') + node.nodeValue;
        line.push(node as Text);
      } else if (localName) {
        if (isInline(node) && !isSkipped(node)) {
          const edge = isRough || !isUnit(node as Element) ? '' : EDGE;
          text += edge;
          walk(node);
          text += edge;
        }
        // A line continues after a break within brackets, and after an icon.
        else if (localName === 'br' && /[([][^)\]]*$/.test(text)) text += EDGE;
        else if (localName !== 'svg') end();
      }
    }
  };
  walk(block);
  end();
}
